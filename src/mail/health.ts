/** The state of mail in health, for administrators; it names no address. */
import type { Service } from "../call.ts";
import type { Settings } from "../settings/index.ts";
import type { MailHealth } from "./mail-health.ts";
import { outboxOf } from "./outbox.ts";
import { deliveryOf, NO_DELIVERY } from "./relay.ts";

/** Undefined while the namespace cannot be read (C-3). */
function readSettings(service: Service): Settings["email"] | undefined {
  try {
    return service.snapshots.current.settings.email;
  } catch {
    return undefined;
  }
}

function stateOf(service: Service, failing: boolean): MailHealth["state"] {
  const settings = readSettings(service);
  const delivery = settings && deliveryOf(settings, service.runtime);
  if (delivery === "off") return "off";
  if (delivery === undefined || typeof delivery === "string") return "unavailable";
  return failing ? "failing" : "ready";
}

export function readMailHealth(service: Service): MailHealth {
  const { failing, ...counts } = outboxOf(service).state;
  return {
    state: stateOf(service, failing !== undefined),
    ...counts,
    ...(failing && {
      last_failure: { at: new Date(failing.at).toISOString(), reason: failing.reason },
    }),
  };
}

export function mailWarnings(service: Service): string[] {
  const settings = readSettings(service);
  if (!settings) return [];
  const delivery = deliveryOf(settings, service.runtime);
  if (delivery === "off") return [];
  if (typeof delivery === "string") return [`mail: ${NO_DELIVERY[delivery]}`];
  const { failing } = outboxOf(service).state;
  const { relay } = delivery;
  return [
    ...(failing ? [`mail: the last try failed: ${failing.reason}`] : []),
    ...(relay.credentials && relay.security === "none"
      ? ["email.smtp: the password of the relay is sent without TLS"]
      : []),
    ...(relay.insecure && relay.security !== "none"
      ? ["email.smtp.insecure_skip_verify: the certificate of the relay is not checked"]
      : []),
  ];
}
