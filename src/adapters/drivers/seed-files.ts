/** `SeedFiles` on a machine with a file system. */
import { open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import process from "node:process";
import type { SeedFile, SeedFiles } from "../../runtime/seed-files.ts";
import { hasCode } from "./exclusive-file.ts";

const MAX_BYTES = 1_048_576;
const WRITE_OF_OTHERS = 0o002;

async function readFile(path: string): Promise<SeedFile | undefined> {
  const handle = await open(path, "r").catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  });
  if (!handle) return undefined;
  try {
    const { size, mode } = await handle.stat();
    if (size > MAX_BYTES) throw new Error("it is longer than 1 MiB");
    // Windows has access lists instead of modes.
    const open = process.platform !== "win32" && (mode & WRITE_OF_OTHERS) !== 0;
    return { text: await handle.readFile("utf8"), open };
  } finally {
    await handle.close();
  }
}

export const seedFiles: SeedFiles = {
  read: (path, beside) =>
    readFile(beside === undefined ? resolve(path) : resolve(dirname(resolve(beside)), path)),
  variable: (name) => process.env[name] || undefined,
};
