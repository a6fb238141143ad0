/** The key that the embedded database keeps beside its data, also after a change that came to no end. */
import { openSecretBox } from "../crypto/secretbox.ts";
import type { SqlDriver } from "../runtime.ts";
import { storedKeyId } from "./canary.ts";

const idOf = async (key: string) => (await openSecretBox(key)).keyId;

/**
 * Undefined where the operator brings the key. A change writes the new key beside the old one, then the
 * database, then puts the new one in place: which of the two counts is what the database was sealed with.
 */
export async function readLocalKey(driver: SqlDriver): Promise<string | undefined> {
  if (!driver.localKey) return undefined;
  const sealedWith = await storedKeyId(driver);
  const key = await driver.localKey(sealedWith);
  const pending = await driver.keyChange?.pending();
  if (pending === undefined) return key;
  if (sealedWith === (await idOf(pending))) {
    await driver.keyChange?.finish();
    return pending;
  }
  if (sealedWith === (await idOf(key))) await driver.keyChange?.abandon();
  return key;
}
