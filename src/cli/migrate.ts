/** `postern migrate`: brings the schema up to date and ends; for deployments that migrate by hand. */
import process from "node:process";
import { createRuntime } from "../adapters/current.ts";
import { createLogger } from "../adapters/drivers/log.ts";
import { migrate as applyMigrations, schemaVersion } from "../store/migrate.ts";
import type { Config } from "./config.ts";

export async function migrate(config: Config): Promise<void> {
  const runtime = await createRuntime({
    data_dir: config.data_dir,
    log: createLogger(config.log),
  });
  const { database } = config.auth;
  const driver = await runtime.openSql(database);
  try {
    // Asked for by name, so the switch that keeps `serve` from migrating does not count here.
    const applied = await applyMigrations(driver, { ...database.migration, disabled: false });
    const done = applied.length > 0 ? `applied ${applied.join(", ")}` : "nothing to do";
    process.stdout.write(`schema ${schemaVersion}: ${done}\n`);
  } finally {
    await driver.close();
  }
}
