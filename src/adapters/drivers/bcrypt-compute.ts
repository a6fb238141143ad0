/** Hashes of passwords, synchronous: for workers, and inline at the edge. */
import { compareSync, hashSync } from "bcrypt-ts";
import type { Argon2Cost } from "../../runtime.ts";
import { hashArgon2, isArgon2Hash, verifyArgon2 } from "./argon2-compute.ts";
import { isImportedHash, verifyImported } from "./imported-hash-compute.ts";

/** E-1: at least 10. */
export const COST = 10;
/** `$2a$` and `$2y$` are the same algorithm under the names of other libraries. */
const HASH = /^\$2[aby]\$(0[4-9]|1[0-9]|2[0-9]|3[01])\$[./A-Za-z0-9]{53}$/;

interface HashTask {
  readonly kind: "hash";
  readonly cost: number;
  readonly password: string;
  /** Of an argon2id hash, which is made in the place of one of bcrypt. */
  readonly argon2?: Argon2Cost | undefined;
}

interface VerifyTask {
  readonly kind: "verify";
  readonly password: string;
  readonly hash: string;
}

export type BcryptTask = HashTask | VerifyTask;

export function isBcryptHash(text: string): boolean {
  return HASH.test(text);
}

/** A hash that can be checked. */
export const isPasswordHash = (text: string): boolean =>
  isBcryptHash(text) || isArgon2Hash(text) || isImportedHash(text);

/** Whether a task is one of bcrypt. */
export const isBcryptTask = (task: BcryptTask): boolean =>
  task.kind === "hash" ? task.argon2 === undefined : isBcryptHash(task.hash);

/** Any name of bcrypt as `$2b$`, which every library reads. */
export function asTwoB(hash: string): string {
  return hash.replace(/^\$2[aby]\$/, "$2b$");
}

export function compute(task: BcryptTask): string | boolean {
  if (task.kind === "hash") {
    return task.argon2
      ? hashArgon2(task.password, task.argon2)
      : asTwoB(hashSync(task.password, task.cost));
  }
  if (isBcryptTask(task)) return compareSync(task.password, asTwoB(task.hash));
  return isArgon2Hash(task.hash)
    ? verifyArgon2(task.password, task.hash)
    : verifyImported(task.password, task.hash);
}
