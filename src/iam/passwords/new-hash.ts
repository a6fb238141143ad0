/**
 * Which hash a new password gets (settings `password.hash`), whether a stored one is such a hash, and what is computed for
 * nothing so that a refusal takes as long for every account and for none (E-1, O22).
 */
import { partOf, type Service } from "../../call.ts";
import type { Argon2Cost } from "../../runtime.ts";
import { readImportedHash, workOf } from "../../std/imported-hash/imported-hash.ts";
import { comparePassword, hashPassword } from "./password-rule.ts";

const ARGON2 = "$argon2id$";
const BCRYPT = /^\$2[aby]\$/;

type Kind = "argon2" | "bcrypt" | "imported";

const kindOf = (hash: string): Kind => {
  if (hash.startsWith(ARGON2)) return "argon2";
  return BCRYPT.test(hash) ? "bcrypt" : "imported";
};

/** What accounts were found to have besides what new ones get: there may be more of it. */
interface Met {
  argon2: boolean;
  /** Of the imported hashes the one that costs most. */
  imported: string | undefined;
}

const metOf = partOf((): Met => ({ argon2: false, imported: undefined }));

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

/** Blocks that an argon2id hash fills. */
function argon2Work(hash: string): number {
  const [, memory, passes] = /\$m=(\d+),t=(\d+),/.exec(hash) ?? [];
  return Number(memory) * Number(passes);
}

function importedWork(hash: string): number {
  const imported = readImportedHash(hash);
  return imported ? workOf(imported) : 0;
}

/** By which hashes of one kind are compared. */
const WORK: Readonly<Record<Kind, (hash: string) => number>> = {
  ...{ argon2: argon2Work, bcrypt: bcryptCost, imported: importedWork },
};

/** Whether it is what a new password would get. */
export function isCurrentHash(service: Service, hash: string): boolean {
  const cost = argon2Cost(service);
  if (cost) return hash.startsWith(head(cost));
  return kindOf(hash) === "bcrypt" && bcryptCost(hash) === service.runtime.passwords.cost;
}

/** Hashes of an unknown password, one of each kind that accounts may have. */
function standIns(service: Service): readonly string[] {
  const cost = argon2Cost(service);
  const { argon2: hasArgon2, imported } = metOf(service);
  const rounds = String(service.runtime.passwords.cost).padStart(2, "0");
  const bcrypt = `$2b$${rounds}$CwTycUXWue0Thq9StjUM0uJ8P0yoO2rM6iS7mZrbRFRLcZdsnWjbW`;
  const others = imported === undefined ? [] : [imported];
  if (!cost && !hasArgon2) return [bcrypt, ...others];
  const { argon2_memory: memory, argon2_passes: passes } =
    service.snapshots.current.settings.password;
  const argon2 = `${head({ memory, passes })}c29tZSBzYWx0IG9mIDE2$${"A".repeat(43)}`;
  return [bcrypt, argon2, ...others];
}

/** Of a kind that the stored hash is, and no dearer than what is computed for an unknown account. */
function coveredBy(hash: string, standIn: string): boolean {
  const kind = kindOf(hash);
  return kind === kindOf(standIn) && WORK[kind](hash) >= WORK[kind](standIn);
}

/** A hash of this kind is computed for every refusal from now on. */
function noteMet(service: Service, hash: string): void {
  const met = metOf(service);
  const kind = kindOf(hash);
  if (kind === "argon2") met.argon2 = true;
  if (kind !== "imported") return;
  if (met.imported === undefined || importedWork(hash) > importedWork(met.imported)) {
    met.imported = hash;
  }
}

/**
 * Hashing for nothing after a refusal: what an account without this hash costs besides.
 * @param compared the hash that the password was compared with; undefined where there was none
 */
export async function spendRest(
  service: Service,
  password: string,
  compared: string | undefined,
): Promise<void> {
  if (compared !== undefined) noteMet(service, compared);
  for (const standIn of standIns(service)) {
    if (compared !== undefined && coveredBy(compared, standIn)) continue;
    await comparePassword(service.runtime.passwords, password, standIn, false);
  }
}
