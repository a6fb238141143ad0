/** `postern rotate-encryption-key`: what `POST /v1/encryption/rotate` does, without a running service (C-2). */
import { join, resolve } from "node:path";
import { byItself, type Service } from "../call.ts";
import { AuthError, StartError } from "../errors.ts";
import { type KeyChange, rotateEncryptionKey } from "../records/encryption-key.ts";
import type { Config } from "./config.ts";
import { generateKey } from "./keygen.ts";
import type { Terminal } from "./terminal.ts";
import { withService } from "./with-service.ts";

const ACTOR = "postern rotate-encryption-key";

/** A key that the data folder keeps is made here when none is given: it is nowhere else, so it needs no other place. */
async function change(service: Service, given: string): Promise<KeyChange> {
  const { options, store } = service;
  const keeps = options.encryption.key === "" && store.driver.keyChange !== undefined;
  if (given === "" && !keeps) {
    throw new StartError("no new key on standard input; postern keygen makes one. Keep it");
  }
  try {
    return await rotateEncryptionKey(byItself(service), given || generateKey(), ACTOR);
  } catch (cause) {
    if (!(cause instanceof AuthError)) throw cause;
    throw new StartError((cause.detail ?? cause.message).replace("new_key", "the new key"), {
      cause,
    });
  }
}

/**
 * Reads the new key from standard input, since an argument would stay in the history of the shell; it is never
 * printed. Nothing is changed unless everything is.
 */
export async function rotateKey(config: Config, terminal: Pick<Terminal, "out" | "secret">) {
  const given = await terminal.secret(["New key: ", "Again: "]);
  const { key_id, values, kept } = await withService(config, (service) => change(service, given));
  const sealed = `${values} values are sealed with the new encryption key (key id ${key_id})`;
  const place = join(resolve(config.data_dir), "encryption.key");
  terminal.out(
    kept
      ? `${sealed}; it is in ${place}`
      : `${sealed}. Set encryption.key to it now: the next start needs it, and running instances write nothing until they are started with it`,
  );
}
