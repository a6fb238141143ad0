/**
 * The files of a migrated, empty embedded database, made once in a run: what a first start makes of nothing takes a second of
 * processor time more. First starts themselves are tried with a folder of their own.
 */
import { databaseFolder } from "../../src/adapters/drivers/data-folder.ts";
import { openPglite } from "../../src/adapters/drivers/pglite.ts";
import { parseOptions } from "../../src/options.ts";
import { migrate } from "../../src/store/migrate.ts";
import { runFolder } from "./database-image.ts";
import { runProgram } from "./ended-programs.ts";
import { onceInRun } from "./once-in-run.ts";
import { capturingLogger } from "./runtime.ts";

/** Puts a copy into a new data folder; outside of a run of tests nothing. */
export async function fillDataFolder(dataDir: string): Promise<void> {
  if (!runFolder()) return;
  const first = await onceInRun("embedded", make);
  await runProgram("cp", ["-a", databaseFolder(first), databaseFolder(dataDir)]);
}

async function make(folder: string): Promise<void> {
  const driver = await openPglite(folder, capturingLogger([]));
  await migrate(driver, parseOptions({}).database.migration);
  await driver.close();
}
