/**
 * The files of a migrated, empty embedded database, made once in a run: what a first start makes of nothing takes a second of
 * processor time more. First starts themselves are tried with a folder of their own.
 */
import { existsSync, mkdtempSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { databaseFolder } from "../../src/adapters/drivers/data-folder.ts";
import { openPglite } from "../../src/adapters/drivers/pglite.ts";
import { parseOptions } from "../../src/options.ts";
import { migrate } from "../../src/store/migrate.ts";
import { runFolder } from "./database-image.ts";
import { runProgram } from "./ended-programs.ts";
import { FOLDERS } from "./folders.ts";
import { capturingLogger } from "./runtime.ts";

/** Puts a copy into a new data folder; outside of a run of tests nothing. */
export async function fillDataFolder(dataDir: string): Promise<void> {
  const folder = runFolder();
  if (!folder) return;
  const first = join(folder, "embedded");
  if (!existsSync(first)) await make(first);
  await runProgram("cp", ["-a", first, databaseFolder(dataDir)]);
}

async function make(target: string): Promise<void> {
  const draft = mkdtempSync(join(FOLDERS, "postern-embedded-"));
  try {
    const driver = await openPglite(draft, capturingLogger([]));
    await migrate(driver, parseOptions({}).database.migration);
    await driver.close();
    const beside = `${target}-${process.pid}`;
    await runProgram("cp", ["-a", databaseFolder(draft), beside]);
    // Whole or not at all; another process may have been quicker.
    await rename(beside, target).catch(() => rm(beside, { recursive: true }));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
