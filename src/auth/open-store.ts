/** Opens the database: the key is proven before anything is migrated. */
import { keyWeakness } from "../crypto/key-strength.ts";
import { type LiveBox, liveBox } from "../crypto/live-box.ts";
import { openSecretBox } from "../crypto/secretbox.ts";
import { StartError } from "../errors.ts";
import type { ParsedOptions } from "../options.ts";
import type { Runtime } from "../runtime.ts";
import { ensureCanary, verifyCanaryBeforeMigration } from "../store/canary.ts";
import { databaseOf } from "../store/database.ts";
import { readLocalKey } from "../store/local-key.ts";
import { migrate } from "../store/migrate.ts";
import type { Store } from "../store/store.ts";

/** The store, whose key can change. */
type OpenStore = Store & { readonly box: LiveBox };

/** Throws `StartError` where the key is missing, weak for a new database, or not the one of this database. */
export async function openStore(options: ParsedOptions, runtime: Runtime): Promise<OpenStore> {
  const driver = await runtime.openSql(options.database);
  try {
    const key = options.encryption.key || (await readLocalKey(driver));
    if (!key) throw new StartError("encryption.key is required; postern keygen makes one");
    const box = liveBox(await openSecretBox(key, runtime));
    const used = await verifyCanaryBeforeMigration(driver, box);
    const weakness = keyWeakness(options.encryption.key);
    if (weakness && !used) {
      throw new StartError(`${weakness}; make one for this new database with postern keygen`);
    }
    if (weakness) runtime.log.warn(weakness);
    const applied = await migrate(driver, options.database.migration);
    if (applied.length > 0) runtime.log.info("migrations applied", { migrations: applied });
    const store = { driver, db: databaseOf(driver), box };
    await ensureCanary(store);
    return store;
  } catch (cause) {
    await driver.close().catch(() => undefined);
    throw cause;
  }
}
