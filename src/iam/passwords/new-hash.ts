/**
 * Which hash a new password gets (settings `password.hash`), whether a stored one is such a hash, and what is computed for
 * nothing so that a refusal takes as long for every account and for none (E-1, O22).
 */
import { partOf, type Service } from "../../call.ts";
import type { Argon2Cost } from "../../runtime.ts";
import { comparePassword, hashPassword } from "./password-rule.ts";

const ARGON2 = "$argon2id$";
const isArgon2 = (hash: string): boolean => hash.startsWith(ARGON2);

/** An argon2id hash was met while new ones are bcrypt: there may be more. */
const metOf = partOf(() => ({ argon2: false }));

function argon2Cost({ snapshots }: Service): Argon2Cost | undefined {
  const {
    hash,
    argon2_memory: memory,
    argon2_passes: passes,
  } = snapshots.current.settings.password;
  return hash === "argon2id" ? { memory, passes } : undefined;
}

/** Hashes a password that may be set, in the way that the settings choose. */
export const newHash = (service: Service, password: string): Promise<string> =>
  hashPassword(service.runtime.passwords, password, argon2Cost(service));

const head = ({ memory, passes }: Argon2Cost): string =>
  `${ARGON2}v=19$m=${memory},t=${passes},p=1$`;

/** Cost of a bcrypt hash. */
const bcryptCost = (hash: string): number => Number(hash.slice(4, 6));

/** Work of an argon2id hash: blocks that are filled. */
function argon2Work(hash: string): number {
  const [, memory, passes] = /\$m=(\d+),t=(\d+),/.exec(hash) ?? [];
  return Number(memory) * Number(passes);
}

/** Whether it is what a new password would get. */
export function isCurrentHash(service: Service, hash: string): boolean {
  const cost = argon2Cost(service);
  if (cost) return hash.startsWith(head(cost));
  return !isArgon2(hash) && bcryptCost(hash) === service.runtime.passwords.cost;
}

/** Hashes of an unknown password, one of each kind that accounts may have. */
function standIns(service: Service): readonly string[] {
  const cost = argon2Cost(service);
  const rounds = String(service.runtime.passwords.cost).padStart(2, "0");
  const bcrypt = `$2b$${rounds}$CwTycUXWue0Thq9StjUM0uJ8P0yoO2rM6iS7mZrbRFRLcZdsnWjbW`;
  if (!cost && !metOf(service).argon2) return [bcrypt];
  const { argon2_memory: memory, argon2_passes: passes } =
    service.snapshots.current.settings.password;
  const argon2 = `${head({ memory, passes })}c29tZSBzYWx0IG9mIDE2$${"A".repeat(43)}`;
  return [bcrypt, argon2];
}

/** Of a kind that the stored hash is, and no dearer than what is computed for an unknown account. */
const coveredBy = (hash: string, standIn: string): boolean =>
  isArgon2(hash) === isArgon2(standIn) &&
  (isArgon2(hash)
    ? argon2Work(hash) >= argon2Work(standIn)
    : bcryptCost(hash) >= bcryptCost(standIn));

/**
 * Hashing for nothing after a refusal: what an account without this hash costs besides.
 * @param compared the hash that the password was compared with; undefined where there was none
 */
export async function spendRest(
  service: Service,
  password: string,
  compared: string | undefined,
): Promise<void> {
  if (compared !== undefined && isArgon2(compared)) metOf(service).argon2 = true;
  for (const standIn of standIns(service)) {
    if (compared !== undefined && coveredBy(compared, standIn)) continue;
    await comparePassword(service.runtime.passwords, password, standIn, false);
  }
}
