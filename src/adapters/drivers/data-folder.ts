/** The data folder: private to its owner, holding the database, its lock and its key. */
import { randomBytes } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../../errors.ts";
import { createExclusive, hasCode } from "./exclusive-file.ts";

/** Creates the folder (mode 0700) when it is not there. */
export async function openDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartError(`cannot create the data folder ${folder}: ${reason(cause)}`, { cause });
  }
}

/**
 * The key in `encryption.key`: 32 random bytes in base64, made on first use and never overwritten.
 * Of several processes that make one at once, all end with the same.
 */
export async function readLocalKey(folder: string): Promise<string> {
  const path = join(folder, "encryption.key");
  try {
    await createIfAbsent(path, folder);
    const key = (await readFile(path, "utf8")).trim();
    if (key !== "") return key;
  } catch (cause) {
    throw new StartError(`cannot read or create ${path}: ${reason(cause)}`, { cause });
  }
  throw new StartError(`${path} is empty; put the key of this database back`);
}

async function createIfAbsent(path: string, folder: string): Promise<void> {
  try {
    await readFile(path);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    if (await createExclusive(path, `${randomBytes(32).toString("base64")}\n`))
      await syncFolder(folder);
  }
}

/** Makes new names in a folder survive a power cut; systems that cannot do it are left alone. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  if (handle === undefined) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
}

function reason(cause: unknown): string {
  return (cause as NodeJS.ErrnoException)?.code ?? String(cause);
}
