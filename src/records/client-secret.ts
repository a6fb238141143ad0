/** A new secret of a client, while the one before works on for a time: rolling it needs no outage. */
import type { Writer } from "../call.ts";
import { AuthError } from "../errors.ts";
import { type Message, message } from "../messages/message.ts";
import { parseConfig } from "../settings/records/config-records.ts";
import { hasSecret } from "../settings/records/oauth-client.ts";
import { type Duration, seconds } from "../std/duration.ts";
import { encodeHex } from "../std/hex.ts";
import { mutate } from "../store/mutate.ts";
import { storedRecord, writeConfig } from "./config-records.ts";

const KIND = "oauth_clients";

const invalidRequest = (detail: Message) =>
  new AuthError("invalid_request", "no such secret", { detail });

export interface RolledSecret {
  readonly client_secret: string;
  /** Until when the one before works, seconds since the epoch; absent when it has ended. */
  readonly previous_secret_until: number | undefined;
  readonly version: number;
}

/** A client has two secrets at most: one that was previous already ends here. */
export async function rollClientSecret(
  { service, store }: Writer,
  id: string,
  overlap: Duration,
  actor: string,
): Promise<RolledSecret> {
  const secret = encodeHex(service.runtime.random(32));
  const change = { topic: KIND, action: "rotate", entity: id, actor } as const;
  const { result, version } = await mutate(store, change, async (open) => {
    const stored = await storedRecord(service, open, KIND, id);
    if (!stored) throw new AuthError("not_found", message("refusal.config"));
    const parsed = parseConfig(KIND, stored.config);
    if (!parsed.ok || !hasSecret(parsed.value)) {
      throw invalidRequest(message("refusal.client_without_secret"));
    }
    const { previous_secret: _, ...others } = stored.config;
    const before = parsed.value.client_secret;
    const until = Math.floor(open.now.getTime() / 1000) + seconds(overlap);
    const overlaps = before !== "" && overlap > 0;
    const config = {
      ...others,
      client_secret: secret,
      ...(overlaps && { previous_secret: { client_secret: before, expires_at: until } }),
    };
    await writeConfig(service, open, KIND, { id, enabled: stored.enabled, config }, actor);
    return overlaps ? until : undefined;
  });
  return { client_secret: secret, previous_secret_until: result, version };
}

/** The secret before the present one works no more. Without one there is nothing to do. */
export async function endPreviousSecret(
  { service, store }: Writer,
  id: string,
  actor: string,
): Promise<number> {
  const change = { topic: KIND, action: "revoke", entity: id, actor } as const;
  const { version } = await mutate(store, change, async (open) => {
    const stored = await storedRecord(service, open, KIND, id);
    if (!stored) throw new AuthError("not_found", message("refusal.config"));
    const { previous_secret: previous, ...config } = stored.config;
    if (!previous) return;
    await writeConfig(service, open, KIND, { id, enabled: stored.enabled, config }, actor);
  });
  return version;
}
