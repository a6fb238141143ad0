/** An embedded database that survives the services that open and close it, one after another. */
import type { SqlDriver } from "../../src/runtime.ts";
import { borrowDatabase } from "./database-pool.ts";
import { capturingLogger } from "./runtime.ts";

export interface KeptDatabase extends AsyncDisposable {
  /** For `testRuntime`. */
  readonly openSql: () => Promise<SqlDriver>;
  readonly driver: SqlDriver;
}

export async function keptDatabase(): Promise<KeptDatabase> {
  const driver = await borrowDatabase(capturingLogger([]));
  return {
    driver,
    openSql: async () => ({ ...driver, close: async () => undefined }),
    [Symbol.asyncDispose]: () => driver.close(),
  };
}
