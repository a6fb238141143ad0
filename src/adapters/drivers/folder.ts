/** `Folder` on a disk: private small files, replaced as a whole or not at all (L-W45). */
import { randomUUID } from "node:crypto";
import { access, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Folder, Logger } from "../../runtime.ts";
import { createExclusive, hasCode, writeNew } from "./exclusive-file.ts";
import { makeFolder, makePrivate } from "./private-path.ts";

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}$/;
const MAX_BYTES = 1_048_576;

/** A draft this old was left by a process that is gone. */
const DRAFT_LIFE_MS = 3_600_000;
const DRAFT = /^\..+\.tmp$/;
const SILENT = { warn() {} };

/**
 * Touches nothing before the first use, which makes the folder (mode 0700) when it is not there, and
 * private when other users may open it. A folder that cannot be private is used for nothing.
 */
export function createFolder(path: string, log: Pick<Logger, "warn"> = SILENT): Folder {
  let made: Promise<unknown> | undefined;

  /** Once: a folder that vanishes later is a lost disk, and not an empty store (L-W29). */
  function ensure(): Promise<unknown> {
    made ??= prepare().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  }

  async function prepare(): Promise<void> {
    await makeFolder(path);
    await makePrivate(path, log);
  }

  async function locate(name: string): Promise<string> {
    if (!NAME.test(name)) throw new Error("this is no name of a file in a folder");
    await ensure();
    return join(path, name);
  }

  const draftOf = (name: string) => join(path, `.${name}.${randomUUID()}.tmp`);

  async function removeDrafts(names: readonly string[]): Promise<void> {
    const end = Date.now() - DRAFT_LIFE_MS;
    for (const name of names.filter((found) => DRAFT.test(found))) {
      const draft = join(path, name);
      const found = await stat(draft).catch(() => undefined);
      if (found && found.mtimeMs < end) await unlinked(draft);
    }
  }

  return {
    async read(name) {
      const file = await locate(name);
      const text = await readSmall(file);
      if (text === undefined) await access(path);
      return text;
    },

    async write(name, text) {
      refuseLarge(text);
      const file = await locate(name);
      const draft = draftOf(name);
      try {
        await writeNew(draft, text);
        await rename(draft, file);
      } catch (error) {
        await unlinked(draft).catch(() => undefined);
        throw error;
      }
    },

    async create(name, text) {
      refuseLarge(text);
      const file = await locate(name);
      if (await isThere(file)) return false; // the usual answer, without a draft
      const draft = draftOf(name);
      try {
        return await createExclusive(file, text, draft);
      } catch (error) {
        await unlinked(draft).catch(() => undefined);
        throw error;
      }
    },

    async remove(name) {
      return await unlinked(await locate(name));
    },

    async names() {
      await ensure();
      const found = await readdir(path);
      await removeDrafts(found);
      return found.filter((name) => NAME.test(name));
    },
  };
}

function refuseLarge(text: string): void {
  const most = MAX_BYTES;
  // UTF-8 takes at most three bytes for one unit of a text, so most texts need not be counted.
  if (text.length * 3 > most && new TextEncoder().encode(text).length > most) {
    throw new Error("the text is longer than 1 MiB");
  }
}

async function readSmall(file: string): Promise<string | undefined> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(file, "r");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
  try {
    const { size } = await handle.stat();
    if (size > MAX_BYTES) throw new Error("the file is longer than 1 MiB");
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

async function unlinked(file: string): Promise<boolean> {
  try {
    await unlink(file);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}
