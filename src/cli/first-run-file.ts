/** Where the first credentials go without a terminal: a private file instead of a log. */
import { randomUUID } from "node:crypto";
import { open, rename, unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openDataFolder, syncFolder } from "../adapters/drivers/data-folder.ts";
import { writeNew } from "../adapters/drivers/exclusive-file.ts";
import { StartError } from "../errors.ts";
import type { Logger } from "../runtime.ts";

const NAME = "first-run.txt";

export interface ReservedFile {
  readonly path: string;
  /** Writes the text and gives the file its name; whole or not at all. */
  fill(text: string): Promise<void>;
  /** There was nothing to tell. */
  discard(): Promise<void>;
}

/**
 * Makes sure, before anything is sealed, that the credentials will have a place: `first-run.txt` in
 * the folder, readable by its owner alone. Throws `StartError` when the folder cannot be written.
 */
export async function reserveFile(folder: string, log: Logger): Promise<ReservedFile> {
  const path = resolve(join(folder, NAME));
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await openDataFolder(folder, log);
    await writeNew(draft, "");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new StartError(
      `the credentials of the first start cannot be written to ${path} (${code}): name a writable data_dir, or start once on a terminal, which shows them`,
      { cause },
    );
  }
  return {
    path,
    async fill(text) {
      const file = await open(draft, "w", 0o600);
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
