/** Where a secret goes that is told once: to a terminal, else to a private file instead of a log. */
import { randomUUID } from "node:crypto";
import { open, rename, unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import { StartError } from "../../errors.ts";
import type { Logger, PrivateNote } from "../../runtime.ts";
import { openDataFolder, syncFolder } from "./data-folder.ts";
import { writeNew } from "./exclusive-file.ts";
import { systemCode } from "./private-path.ts";

const terminal: PrivateNote = {
  place: "terminal",
  async write(text) {
    process.stdout.write(text);
  },
  discard: async () => undefined,
};

/** A database in memory ends with the process, so a file would outlive what it opens. */
const nowhere = (log: Logger): PrivateNote => ({
  place: "nowhere",
  async write() {
    log.warn(
      "the first credentials of this database in memory were not told: standard output is not a terminal",
    );
  },
  discard: async () => undefined,
});

/**
 * A file in the folder, readable by its owner alone; made ready before there is a secret, so that none is
 * lost. Throws `StartError` when the folder cannot be written.
 */
export async function fileNote(folder: string, name: string, log: Logger): Promise<PrivateNote> {
  const path = resolve(join(folder, name));
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await openDataFolder(folder, log);
    await writeNew(draft, "");
  } catch (cause) {
    throw new StartError(
      `the credentials of the first start cannot be written to ${path} (${systemCode(cause)}): name a writable data_dir, give first_run.admin_password, or start once on a terminal, which shows them`,
      { cause },
    );
  }
  return {
    place: "file",
    path,
    async write(text) {
      const file = await open(draft, "r+");
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
      await syncFolder(folder);
    },
    discard: () => unlink(draft),
  };
}

/** @param folder the data folder; undefined for a database in memory */
export function createPrivateNotes(folder: string | undefined, log: Logger) {
  return async (name: string): Promise<PrivateNote> => {
    if (process.stdout.isTTY === true) return terminal;
    return folder === undefined ? nowhere(log) : await fileNote(folder, name, log);
  };
}
