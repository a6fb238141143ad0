/** Replacing the key by which one SAML record decrypts assertions, with an overlap (S-11, ADR 0082). */
import type { Writer } from "../call.ts";
import { generatePrivateKey } from "../crypto/signing-key.ts";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import type { Write } from "../store/change.ts";
import { mutate } from "../store/mutate.ts";
import { storedRecord, writeConfig } from "./config-records.ts";

const KIND = "saml_providers";

/** Changes the config of one record inside a write; throws `not_found` and `conflict`. */
async function changed(
  { service, store }: Writer,
  id: string,
  actor: string,
  change: (config: Readonly<Record<string, unknown>>) => Promise<object>,
): Promise<number> {
  const what = { topic: KIND, action: "rotate", entity: id, actor } as const;
  const { version } = await mutate(store, what, async (open: Write) => {
    const stored = await storedRecord(service, open, KIND, id);
    if (!stored) throw new AuthError("not_found", message("refusal.config"));
    if (stored.config.encrypted_assertions !== true) {
      throw new AuthError("conflict", message("refusal.takes_no_encryption"));
    }
    const config = { ...stored.config, ...(await change(stored.config)) };
    await writeConfig(service, open, KIND, { id, enabled: stored.enabled, config }, actor);
  });
  return version;
}

/** The first half of a replacement: both keys are published, and both decrypt. Returns the version. */
export async function prepareEncryptionKey(writer: Writer, id: string, actor: string) {
  const next_encryption_key = await generatePrivateKey();
  return changed(writer, id, actor, async () => ({ next_encryption_key }));
}

/** The second half: the next key takes the place of the old one, which is forgotten. Returns the version. */
export const activateEncryptionKey = (writer: Writer, id: string, actor: string) =>
  changed(writer, id, actor, async ({ next_encryption_key: next }) => {
    if (!next) throw new AuthError("conflict", message("refusal.no_next_key"));
    return { encryption_key: next, next_encryption_key: "" };
  });
