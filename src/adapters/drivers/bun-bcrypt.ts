/** bcrypt of Bun itself, which runs on its own threads. */
import { availableParallelism } from "node:os";
import type { PasswordHasher } from "../../runtime.ts";
import { TOO_MANY } from "./bcrypt.ts";
import { asTwoB, COST, isBcryptHash } from "./bcrypt-compute.ts";
import { createGate } from "./gate.ts";

/** The part of `Bun.password` that is used. */
interface BunPassword {
  hash(password: string, options: { algorithm: "bcrypt"; cost: number }): Promise<string>;
  verify(password: string, hash: string, algorithm: "bcrypt"): Promise<boolean>;
}

const MAX_QUEUED = 256;

/** @param queue jobs that may be under way or wait at once; beyond it callers are refused */
export function bunBcrypt(queue = MAX_QUEUED): PasswordHasher {
  const { password: native } = (globalThis as unknown as { Bun: { password: BunPassword } }).Bun;
  const gate = createGate(queue, TOO_MANY);
  return {
    cost: COST,
    parallel: Math.max(1, availableParallelism() - 1),
    hash: (password) =>
      gate.run(async () =>
        asTwoB(await native.hash(password, { algorithm: "bcrypt", cost: COST })),
      ),
    verify: async (password, hash) =>
      isBcryptHash(hash) && (await gate.run(() => native.verify(password, asTwoB(hash), "bcrypt"))),
  };
}
