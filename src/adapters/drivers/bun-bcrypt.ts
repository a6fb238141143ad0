/** bcrypt and argon2id of Bun itself, which runs on its own threads. */
import { availableParallelism } from "node:os";
import type { PasswordHasher } from "../../runtime.ts";
import { isArgon2Hash } from "./argon2-compute.ts";
import { TOO_MANY } from "./bcrypt.ts";
import { asTwoB, COST, isBcryptHash } from "./bcrypt-compute.ts";
import { createGate } from "./gate.ts";
import { isImportedHash, verifyImportedAside } from "./imported-hash-compute.ts";

/** The part of `Bun.password` that is used. */
interface BunPassword {
  hash(
    password: string,
    options:
      | { algorithm: "bcrypt"; cost: number }
      | { algorithm: "argon2id"; memoryCost: number; timeCost: number },
  ): Promise<string>;
  verify(password: string, hash: string, algorithm: "bcrypt" | "argon2id"): Promise<boolean>;
}

const MAX_QUEUED = 256;

/** @param queue jobs that may be under way or wait at once; beyond it callers are refused */
export function bunBcrypt(queue = MAX_QUEUED): PasswordHasher {
  const { password: native } = (globalThis as unknown as { Bun: { password: BunPassword } }).Bun;
  const gate = createGate(queue, TOO_MANY);
  return {
    cost: COST,
    parallel: Math.max(1, availableParallelism() - 1),
    hash: (password, argon2) =>
      gate.run(async () => {
        if (!argon2)
          return asTwoB(await native.hash(password, { algorithm: "bcrypt", cost: COST }));
        const { memory: memoryCost, passes: timeCost } = argon2;
        return native.hash(password, { algorithm: "argon2id", memoryCost, timeCost });
      }),
    async verify(password, hash) {
      if (isArgon2Hash(hash)) return gate.run(() => native.verify(password, hash, "argon2id"));
      if (isImportedHash(hash)) return gate.run(() => verifyImportedAside(password, hash));
      if (!isBcryptHash(hash)) return false;
      return gate.run(() => native.verify(password, asTwoB(hash), "bcrypt"));
    },
  };
}
