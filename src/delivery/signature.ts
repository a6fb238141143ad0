/** The signature of Standard Webhooks: HMAC-SHA-256 over id, time and body, one for each secret that signs now. */
import { macBytes, type NativeMac } from "../crypto/mac.ts";
import { type WebhookConfig, webhookKey } from "../settings/records/webhook.ts";
import { encodeBase64 } from "../std/base64.ts";

/** The secrets that sign at this time, the present one first. */
export function signingSecrets(
  { secret, previous_secret: previous }: WebhookConfig,
  seconds: number,
): readonly string[] {
  const before = previous && previous.expires_at > seconds ? [previous.secret] : [];
  return [secret, ...before].filter((one) => one !== "");
}

/** Value of `webhook-signature`. Throws for a secret that is none. */
export function signatureOf(
  native: NativeMac,
  secrets: readonly string[],
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
): string {
  const text = `${id}.${seconds}.${body}`;
  return secrets
    .map((secret) => {
      const key = webhookKey(secret);
      if (!key) throw new Error("the secret of a webhook is not in its form");
      return `v1,${encodeBase64(macBytes(native, key, text))}`;
    })
    .join(" ");
}
