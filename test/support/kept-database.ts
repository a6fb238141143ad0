/** An embedded database that survives the services that open and close it, one after another. */
import { openPglite } from "../../src/adapters/drivers/pglite.ts";
import type { SqlDriver } from "../../src/runtime.ts";
import { databaseImage } from "./database-image.ts";
import { capturingLogger } from "./runtime.ts";

export interface KeptDatabase extends AsyncDisposable {
  /** For `testRuntime`. */
  readonly openSql: () => Promise<SqlDriver>;
  readonly driver: SqlDriver;
}

export async function keptDatabase(): Promise<KeptDatabase> {
  const driver = await openPglite(undefined, capturingLogger([]), databaseImage());
  return {
    driver,
    openSql: async () => ({ ...driver, close: async () => undefined }),
    [Symbol.asyncDispose]: () => driver.close(),
  };
}
