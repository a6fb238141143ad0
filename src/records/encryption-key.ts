/** Changing the encryption key of a database while the service runs (auth-wire 6.10; C-2). */
import type { Service, Writer } from "../call.ts";
import { isWeakKey, MIN_KEY_LENGTH } from "../crypto/key-strength.ts";
import { openSecretBox, type SecretBox } from "../crypto/secretbox.ts";
import { AuthError } from "../errors.ts";
import { type Message, message } from "../messages/message.ts";
import { sealedWith } from "../store/canary.ts";
import { mutate } from "../store/mutate.ts";
import { reseal } from "../store/reseal.ts";

/** Characters; what is hashed has no use for more. */
const MAX_KEY_LENGTH = 1_024;

export interface KeyChange {
  /** Id of the key that the database is sealed with now. */
  readonly key_id: string;
  /** Values that were sealed again. */
  readonly values: number;
  /** The service keeps the key itself, in its data folder; otherwise the operator has to set it. */
  readonly kept: boolean;
}

const invalidRequest = (detail: Message) =>
  new AuthError("invalid_request", "invalid request body", { detail });

const serverError = (detail: Message, cause?: unknown) =>
  new AuthError("server_error", "encryption key rotation failed", { detail, cause });

async function boxOf(key: string, { recordKey, runtime }: Service): Promise<SecretBox> {
  if (key === "") throw new AuthError("invalid_request", message("refusal.new_key"));
  if (key !== key.trim()) throw invalidRequest(message("refusal.new_key_blanks"));
  if (isWeakKey(key))
    throw invalidRequest(message("refusal.new_key_short", { least: MIN_KEY_LENGTH }));
  if (key.length > MAX_KEY_LENGTH) {
    throw invalidRequest(message("refusal.new_key_long", { most: MAX_KEY_LENGTH }));
  }
  const next = await openSecretBox(key, runtime);
  if (next.keyId === recordKey.keyId) throw serverError(message("refusal.new_key_same"));
  return next;
}

/** A failure that a caller may read; what does not open is named in the log alone (N-8). */
function failureOf(error: unknown): unknown {
  if (!(error instanceof AuthError)) return serverError(message("refusal.new_key_failed"), error);
  // The database is away, or another instance has changed the key.
  if (error.retryAfter !== undefined) return error;
  return serverError(message("refusal.new_key_unreadable"), error);
}

/** After a lost connection only the database knows whether the commit arrived. */
const arrived = async ({ store }: Service, next: SecretBox): Promise<boolean> =>
  (await sealedWith(store.db).catch(() => "")) === next.keyId;

/**
 * Seals every sealed column and the canary again, in one transaction that keeps other writers waiting; from its commit
 * on this instance uses the new key. Where the service keeps the key itself, the new one is on the disk before
 * the database needs it. Other instances write nothing until they are started with the new key.
 * @throws `invalid_request` for a key that is none, `server_error` for the key in use and when a value does not
 *   open: then nothing was changed
 */
export async function rotateEncryptionKey(
  { service, store }: Writer,
  key: string,
  actor: string,
): Promise<KeyChange> {
  const { recordKey, options, runtime, snapshots } = service;
  const next = await boxOf(key, service);
  const local = options.encryption.key === "" ? store.driver.keyChange : undefined;
  let kept = local !== undefined;

  const finish = async () => {
    await local?.finish().catch((error: unknown) => {
      // It waits beside the old one, where the next start looks for it.
      kept = false;
      runtime.log.error("the new encryption key could not take the place of the old one", {
        error,
      });
    });
    recordKey.use(next);
    await snapshots.reload();
  };
  const committed: typeof store.committed = async (version, changes) => {
    await finish();
    await store.committed(version, changes);
  };

  recordKey.know(next);
  const change = { topic: "encryption", action: "rotate", entity: "key", actor } as const;
  let values = 0;
  try {
    const done = await mutate({ ...store, committed }, change, async (open) => {
      await local?.prepare(key);
      open.touch("encryption", "key");
      return reseal(open.tx, recordKey, next);
    });
    values = done.result;
  } catch (error) {
    if (recordKey.keyId === next.keyId) throw error;
    if (!(await arrived(service, next))) {
      recordKey.forget(next);
      await local?.abandon().catch(() => undefined);
      throw failureOf(error);
    }
    await finish();
  }
  runtime.log.warn("the encryption key was changed", { key_id: next.keyId, values, kept });
  return { key_id: next.keyId, values, kept };
}
