/** A new secret of a webhook, shown once, while the one before signs on for a time. */
import type { Writer } from "../call.ts";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import { parseConfig } from "../settings/records/config-records.ts";
import { type Duration, seconds } from "../std/duration.ts";
import { mutate } from "../store/mutate.ts";
import { storedRecord, writeConfig } from "./config-records.ts";
import { newWebhookSecret } from "./new-webhook-secret.ts";

const KIND = "webhooks";
export interface RolledWebhookSecret {
  readonly secret: string;
  /** Until when the one before signs too, seconds since the epoch; absent when it has ended. */
  readonly previous_secret_until: number | undefined;
  readonly version: number;
}

/** A webhook has two secrets at most: one that was previous already ends here. */
export async function rollWebhookSecret(
  { service, store }: Writer,
  id: string,
  overlap: Duration,
  actor: string,
): Promise<RolledWebhookSecret> {
  const secret = newWebhookSecret(service);
  const change = { topic: KIND, action: "rotate", entity: id, actor } as const;
  const { result, version } = await mutate(store, change, async (open) => {
    const stored = await storedRecord(service, open, KIND, id);
    if (!stored) throw new AuthError("not_found", message("refusal.config"));
    const parsed = parseConfig(KIND, stored.config);
    const before = parsed.ok ? parsed.value.secret : "";
    const { previous_secret: _, ...others } = stored.config;
    const until = Math.floor(open.now.getTime() / 1_000) + seconds(overlap);
    const overlaps = before !== "" && overlap > 0;
    const config = {
      ...others,
      secret,
      ...(overlaps && { previous_secret: { secret: before, expires_at: until } }),
    };
    await writeConfig(service, open, KIND, { id, enabled: stored.enabled, config }, actor);
    return overlaps ? until : undefined;
  });
  return { secret, previous_secret_until: result, version };
}
