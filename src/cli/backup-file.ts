/** The file of a backup: private, and there whole or not at all; or standard output. */
import { randomUUID } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { link, open, rename, unlink } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import process from "node:process";
import { syncFolder } from "../adapters/drivers/data-folder.ts";
import { hasCode } from "../adapters/drivers/exclusive-file.ts";
import { systemCode } from "../adapters/drivers/private-path.ts";
import type { BackupFile } from "../backup/read.ts";
import { StartError } from "../errors.ts";
import { UsageError } from "./usage-error.ts";

type Source = AsyncIterable<Uint8Array>;

/** The name is taken when everything is on the disk; a file that came meanwhile is left alone. */
async function place(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
    await unlink(draft);
  } catch (error) {
    if (hasCode(error, "EEXIST"))
      throw new StartError(`${path} is there already`, { cause: error });
    // A file system without links.
    await rename(draft, path);
  }
  await syncFolder(dirname(path));
}

async function toFile(path: string, source: Source): Promise<number> {
  if (existsSync(path)) throw new StartError(`${path} is there already; name a new file`);
  const draft = `${path}.${randomUUID()}.part`;
  let written = 0;
  const file = await open(draft, "wx", 0o600).catch((cause: unknown) => {
    throw new StartError(`cannot write ${path}: ${systemCode(cause)}`, { cause });
  });
  try {
    try {
      for await (const bytes of source) {
        for (let at = 0; at < bytes.length; ) {
          at += (await file.write(bytes, at)).bytesWritten;
        }
        written += bytes.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await place(draft, path);
  } catch (cause) {
    await unlink(draft).catch(() => undefined);
    if (hasCode(cause, "ENOSPC", "EDQUOT", "EFBIG", "EIO")) {
      throw new StartError(`cannot write ${path}: ${systemCode(cause)}`, { cause });
    }
    throw cause;
  }
  return written;
}

async function toOutput(source: Source): Promise<number> {
  const { stdout } = process;
  if (stdout.isTTY) throw new UsageError("a backup is not for a terminal: name a file or a pipe");
  let written = 0;
  for await (const bytes of source) {
    await new Promise<void>((done, fail) =>
      stdout.write(bytes, (error) => (error ? fail(error) : done())),
    );
    written += bytes.length;
  }
  return written;
}

/** @param to a path, or `-` for standard output; @returns how many bytes were written */
export const writeBackup = (to: string, cwd: string, source: Source): Promise<number> =>
  to === "-" ? toOutput(source) : toFile(resolve(cwd, to), source);

/** A backup to be read; it may be read twice, so it is a file and no pipe. */
export function backupFile(path: string, cwd: string): BackupFile {
  const place = resolve(cwd, path);
  if (!existsSync(place)) throw new StartError(`there is no file ${place}`);
  return { name: path, open: () => createReadStream(place, { highWaterMark: 262_144 }) };
}
