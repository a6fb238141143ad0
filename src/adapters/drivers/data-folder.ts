/** The data folder: private to its owner, holding the database, its lock and its key. */
import { randomBytes } from "node:crypto";
import { open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../../errors.ts";
import type { LocalKeyChange, Logger } from "../../runtime.ts";
import { createExclusive, hasCode, writeNew } from "./exclusive-file.ts";
import { makeFolder, makePrivate, openBits, systemCode } from "./private-path.ts";

const DATABASE = "pgdata";
const KEY = "encryption.key";

/** The database's own folder in a data folder. */
export const databaseFolder = (folder: string): string => join(folder, DATABASE);

/**
 * Creates the folder (mode 0700) when it is not there; one that is open to other users is made
 * private, with what is in it (PGlite writes its files with mode 0666).
 * @throws {StartError} when it cannot be created or made private, or is full of other things
 */
export async function openDataFolder(folder: string, log: Logger): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (cause) {
    const why = systemCode(cause);
    throw new StartError(`cannot create the data folder ${folder}: ${why}`, { cause });
  }
  if (await openBits(folder)) await refuseForeign(folder);
  await makePrivate(folder, log);
  for (const name of [DATABASE, KEY]) {
    await makePrivate(join(folder, name), log).catch((error) => {
      if (!hasCode(error, "ENOENT")) throw error;
    });
  }
}

/** A folder such as /var/lib or a home folder must not be made private. */
async function refuseForeign(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== "lost+found");
  if (names.length === 0 || names.includes(DATABASE) || names.includes(KEY)) return;
  throw new StartError(
    `the data folder ${folder} is open to other users of this machine and holds other files; ` +
      "name an empty one, or make it private with chmod 700",
  );
}

/**
 * The key in `encryption.key`: 32 random bytes in base64, made on first use and never overwritten.
 * Of several processes that make one at once, all end with the same.
 * @param sealedWith the ID of the key that the data has: another one would not open it
 */
export async function readLocalKey(folder: string, sealedWith?: string): Promise<string> {
  const path = join(folder, KEY);
  try {
    if (sealedWith === undefined) await createIfAbsent(path, folder);
    const key = (await readFile(path, "utf8")).trim();
    if (key !== "") return key;
  } catch (cause) {
    if (sealedWith !== undefined && hasCode(cause, "ENOENT")) {
      const lost = `the data was sealed with the key ${sealedWith}, and there is no ${path}`;
      throw new StartError(`${lost}: put it back, or set encryption.key; nothing was changed`, {
        cause,
      });
    }
    throw new StartError(`cannot read or create ${path}: ${systemCode(cause)}`, { cause });
  }
  throw new StartError(`${path} is empty; put the key of this database back`);
}

/** The change of that key: the new one waits in a file of its own, private as the other. */
export function localKeyChange(folder: string): LocalKeyChange {
  const path = join(folder, KEY);
  const next = `${path}.next`;
  const abandon = () =>
    unlink(next).catch((error: unknown) => {
      if (!hasCode(error, "ENOENT")) throw error;
    });
  return {
    async pending() {
      try {
        return (await readFile(next, "utf8")).trim() || undefined;
      } catch (error) {
        if (hasCode(error, "ENOENT")) return undefined;
        throw new StartError(`cannot read ${next}: ${systemCode(error)}`, { cause: error });
      }
    },
    async prepare(key) {
      await abandon();
      await writeNew(next, `${key}\n`);
      await syncFolder(folder);
    },
    async finish() {
      await rename(next, path);
      await syncFolder(folder);
    },
    abandon,
  };
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
