/** A sealed known text proves at every start that the key is the right one (C-2; auth-wire 6.10). */
import { type SecretBox, sealedBy } from "../crypto/secretbox.ts";
import { StartError } from "../errors.ts";
import type { SqlDriver } from "../runtime.ts";
import type { Queryable } from "./change.ts";
import type { Store } from "./store.ts";
import { encryptionCheck } from "./tables.ts";

const CANARY = "postern-encryption-canary";
const PLACE = { table: "auth_encryption_check", row: "true", field: "canary" };

async function verify(box: SecretBox, envelope: string): Promise<void> {
  try {
    if ((await box.open(PLACE, envelope)) === CANARY) return;
  } catch {
    // Reported below: for any reason, this key does not belong to this database.
  }
  throw new StartError(
    `encryption.key does not open this database (key id ${box.keyId}, the data was sealed with ${keyIdOf(envelope)}); nothing was changed`,
  );
}

const keyIdOf = (envelope: string) => sealedBy(envelope) ?? "another key";

async function storedEnvelope(driver: SqlDriver): Promise<string | undefined> {
  return driver.session(async (session) => {
    const [table] = await session.query(
      "select to_regclass('auth_encryption_check')::text as name",
    );
    if (!table?.name) return undefined;
    const [row] = await session.query("select canary_encrypted from auth_encryption_check");
    return row && String(row.canary_encrypted);
  });
}

/** Id of the key that sealed the database; undefined for a new one. */
export async function storedKeyId(driver: SqlDriver): Promise<string | undefined> {
  const envelope = await storedEnvelope(driver);
  return envelope && keyIdOf(envelope);
}

/** The same of a migrated database, inside a transaction or out of one; undefined before its first start. */
export async function sealedWith(db: Queryable): Promise<string | undefined> {
  const [row] = await db.select({ canary: encryptionCheck.canary_encrypted }).from(encryptionCheck);
  return row && keyIdOf(row.canary);
}

export const sealCanary = (box: SecretBox): Promise<string> => box.seal(PLACE, CANARY);

/**
 * Before migrations: with a wrong key nothing is touched, not even the schema. False for a new database,
 * which no key has sealed yet.
 */
export async function verifyCanaryBeforeMigration(
  driver: SqlDriver,
  box: SecretBox,
): Promise<boolean> {
  const envelope = await storedEnvelope(driver);
  if (envelope === undefined) return false;
  await verify(box, envelope);
  return true;
}

/**
 * Writes the canary of a new database; of several first starts one wins and the others compare. A database that has one
 * is only read, since it may be a standby.
 */
export async function ensureCanary({ db, box }: Store): Promise<void> {
  const stored = () => db.select().from(encryptionCheck);
  let [row] = await stored();
  if (!row) {
    const canary_encrypted = await sealCanary(box);
    await db.insert(encryptionCheck).values({ canary_encrypted }).onConflictDoNothing();
    [row] = await stored();
  }
  if (!row) throw new StartError("the encryption check row is missing");
  await verify(box, row.canary_encrypted);
}
