/** The state of mail in health, for administrators; it names no address. */

import type { Service } from "../call.ts";
import type { Message, MessageId } from "../messages/message.ts";
import { message } from "../messages/message.ts";
import type { Settings } from "../settings/index.ts";
import type { MailHealth } from "./mail-health.ts";
import { outboxOf } from "./outbox.ts";
import { deliveryOf } from "./relay.ts";

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
      last_failure: { at: new Date(failing.at).toISOString(), reason: failing.reason.text },
    }),
  };
}

/** What the last try came to, by what the relay answered. */
const FAILED: Partial<Record<MessageId, MessageId>> = {
  "mail.relay.refused": "mail.failed.refused",
  "mail.relay.answered": "mail.failed.answered",
  "mail.relay.late": "mail.failed.late",
  "mail.relay.unusable": "mail.failed.unusable",
};

function lastFailure({ id, values, text: reason }: Message): Message {
  const said = message("mail.failed", { reason });
  const known = id && FAILED[id];
  return known ? { id: known, ...(values && { values }), text: said.text } : said;
}

export function mailWarnings(service: Service): Message[] {
  const settings = readSettings(service);
  if (!settings) return [];
  const delivery = deliveryOf(settings, service.runtime);
  if (delivery === "off") return [];
  if (typeof delivery === "string") return [message(`mail.${delivery}`)];
  const { failing } = outboxOf(service).state;
  const { relay } = delivery;
  return [
    ...(failing ? [lastFailure(failing.reason)] : []),
    ...(relay.credentials && relay.security === "none" ? [message("mail.plain_password")] : []),
    ...(relay.insecure && relay.security !== "none" ? [message("mail.unchecked_certificate")] : []),
  ];
}
