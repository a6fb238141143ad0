/** The secret that signs what goes to a webhook, as Standard Webhooks writes it. */
import type { Service } from "../call.ts";
import { SECRET_PREFIX } from "../settings/records/webhook.ts";
import { encodeBase64 } from "../std/base64.ts";

const SECRET_BYTES = 32;

type Document = Readonly<Record<string, unknown>>;

export const newWebhookSecret = ({ runtime }: Pick<Service, "runtime">): string =>
  `${SECRET_PREFIX}${encodeBase64(runtime.random(SECRET_BYTES))}`;

/** Every record has a secret. */
export const withWebhookSecret = (service: Service, config: Document): Document =>
  typeof config.secret === "string" && config.secret !== ""
    ? config
    : { ...config, secret: newWebhookSecret(service) };
