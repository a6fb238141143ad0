/** What several files of a run need and what takes long to make: the first of them makes it, the others wait. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runFolder } from "./database-image.ts";
import { temporaryFolder } from "./folders.ts";

const LOOK_MS = 200;

/** Of any number of processes one makes the folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/**
 * A folder that `make` filled, for reading; outside of a run of tests one of its own.
 * @param make throws when it cannot be made; then it is an error for everyone who waits
 */
export async function onceInRun(
  name: string,
  make: (folder: string) => void | Promise<void>,
): Promise<string> {
  const run = runFolder();
  const folder = run ? join(run, name) : temporaryFolder();
  const [made, failed] = [`${folder}.made`, `${folder}.failed`];
  if (run && !isFirst(folder)) {
    while (!existsSync(made)) {
      if (existsSync(failed))
        throw new Error(`${name}: another file of this run could not make it`);
      await new Promise((again) => setTimeout(again, LOOK_MS));
    }
    return folder;
  }
  try {
    await make(folder);
  } catch (error) {
    writeFileSync(failed, "");
    throw error;
  }
  if (run) writeFileSync(made, "");
  return folder;
}
