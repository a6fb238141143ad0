/** The config of a webhook: where events are sent, which of them, and the secret that signs them (Standard Webhooks). */
import { z } from "zod";
import { type Message, message, messageAt } from "../../messages/message.ts";
import { decodeBase64 } from "../../std/base64.ts";
import { webAddress } from "../fields/address-field.ts";
import { checkedList, optionalSection, secret, text } from "../fields/field.ts";
import { configKind } from "../kind.ts";

export const SECRET_PREFIX = "whsec_";
/** Bytes, as Standard Webhooks asks. */
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
const MAX_URL_LENGTH = 2_048;

/** The bytes of a secret as it is written; undefined for one that is none. */
export function webhookKey(written: string): Uint8Array<ArrayBuffer> | undefined {
  if (!written.startsWith(SECRET_PREFIX)) return undefined;
  const bytes = decodeBase64(written.slice(SECRET_PREFIX.length));
  if (!bytes || bytes.length < MIN_SECRET_BYTES || bytes.length > MAX_SECRET_BYTES)
    return undefined;
  return bytes;
}

/** The form of a type, or of a group; which there are is asked where the record is saved. */
const TYPE = /^[a-z_]{1,40}\.(?:[a-z_]{1,40}|\*)$/;

export const webhook = z
  .object({
    name: text().meta({ title: "Name" }),
    url: webAddress().meta({
      title: "URL",
      description:
        "Where events are sent: https, or what `oauth2.internal_hosts` lists. Redirects are not followed.",
    }),
    types: checkedList(
      (entry) => (TYPE.test(entry) ? entry : undefined),
      message("fault.event_type"),
    ).meta({
      title: "Events",
      description: "Types such as `user.created`, or groups such as `user.*`. Empty means all.",
    }),
    secret: secret({
      title: "Secret",
      description:
        "`whsec_` and 24 to 64 bytes in base64. Made when the record is first saved without one.",
    }),
    previous_secret: optionalSection({
      secret: secret({ title: "Secret" }),
      expires_at: z.int().min(0).meta({ title: "Signs until", description: "Unix seconds." }),
    }).meta({
      title: "Secret before the present one",
      description: "Signs beside it for a time after a new one was made.",
      readOnly: true,
    }),
  })
  .meta({ id: "WebhookConfig", title: "Webhook" });

type Draft = Readonly<Record<string, unknown>>;

/** The previous secret is the service's own: a document cannot bring one, and it goes when the present one is replaced by hand. */
function withPreviousSecret(stored: unknown, merged: unknown): unknown {
  if (typeof merged !== "object" || merged === null) return merged;
  const { previous_secret: _, ...config } = merged as Draft;
  const { previous_secret: previous, secret: before } = (stored ?? {}) as Draft;
  const stays = previous !== undefined && config.secret === before;
  return stays ? { ...config, previous_secret: previous } : config;
}

function faultOf(_sent: object, { url, secret }: WebhookConfig): Message | undefined {
  if (url === "") return messageAt("url", message("fault.required"));
  if (url.length > MAX_URL_LENGTH || url.includes("#")) {
    return messageAt("url", message("fault.web_address"));
  }
  if (secret !== "" && !webhookKey(secret)) {
    return messageAt("secret", message("fault.webhook_secret"));
  }
  return undefined;
}

export const webhooks = configKind({
  schema: webhook,
  example: {
    id: "billing",
    config: {
      name: "Billing",
      url: "https://billing.example.com/hooks/identity",
      types: ["user.*", "client.deleted"],
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    },
  },
  route: { path: "/v1/webhooks", tag: "Webhooks", noun: "webhook" },
  idInPath: true,
  complete: withPreviousSecret,
  fault: faultOf,
  above: ["check", "document", "warnings"],
});

export type WebhookConfig = z.output<typeof webhook>;
