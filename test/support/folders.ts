/**
 * Folders of tests, in memory where that is large enough: a first start writes a thousand files, and waiting for the disk with
 * each of them takes a quarter of its processor time.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** The files in memory that Linux has. */
const MEMORY = "/dev/shm";
/** More than three files at a time write. A container has 64 MB, unless it was asked for more. */
const ROOM_BYTES = 6 * 2 ** 30;

/** Programs run from some of the folders, too. */
const mayExecute = (mounts: string): boolean =>
  mounts
    .split("\n")
    .map((line) => line.split(" "))
    .some(([, place, , options]) => place === MEMORY && !options?.split(",").includes("noexec"));

function hasRoom(): boolean {
  if (!existsSync(MEMORY) || !existsSync("/proc/mounts")) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES && mayExecute(readFileSync("/proc/mounts", "utf8"));
}

/** Where folders of tests are made. */
export const FOLDERS = hasRoom() ? MEMORY : tmpdir();

const folders: string[] = [];

/** A folder that is gone at the end of the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(FOLDERS, "postern-"));
  folders.push(folder);
  return folder;
}

/** Removes every folder that was made so far. */
export function removeFolders(): void {
  // A process that was just killed may write once more.
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

// Also those of programs that use this outside of a run of tests.
process.on("exit", removeFolders);
