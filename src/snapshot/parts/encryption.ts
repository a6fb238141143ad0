/** Which key the database is sealed with: another instance may have changed it (C-2). */
import { sealedWith } from "../../store/canary.ts";
import type { Reading, SnapshotPart } from "../part.ts";

export interface EncryptionMembers {
  /** Id of the key; another one than ours means that this instance has to be started with the new key. */
  readonly sealed_with: string;
}

async function read({ tx, box, log }: Reading): Promise<EncryptionMembers> {
  const sealed_with = (await sealedWith(tx)) ?? box.keyId;
  // Our own change is heard of before its transaction has told us of its end.
  if (sealed_with !== box.keyId && !box.expects?.(sealed_with)) {
    log.error("the encryption key was changed: start this instance with the new one", {
      key_id: sealed_with,
      ours: box.keyId,
    });
  }
  return { sealed_with };
}

export const encryptionPart: SnapshotPart<EncryptionMembers> = {
  empty: { sealed_with: "" },
  load: read,
  patch: read,
};
