/** bcrypt itself, synchronous: for workers, and inline at the edge. */
import { compareSync, hashSync } from "bcrypt-ts";

/** E-1: at least 10. */
export const COST = 10;
/** `$2a$` and `$2y$` are the same algorithm under the names of other libraries. */
const HASH = /^\$2[aby]\$(0[4-9]|1[0-9]|2[0-9]|3[01])\$[./A-Za-z0-9]{53}$/;

interface HashTask {
  readonly kind: "hash";
  readonly cost: number;
  readonly password: string;
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

/** Any name of bcrypt as `$2b$`, which every library reads. */
export function asTwoB(hash: string): string {
  return hash.replace(/^\$2[aby]\$/, "$2b$");
}

export function compute(task: BcryptTask): string | boolean {
  if (task.kind === "hash") return asTwoB(hashSync(task.password, task.cost));
  return isBcryptHash(task.hash) && compareSync(task.password, asTwoB(task.hash));
}
