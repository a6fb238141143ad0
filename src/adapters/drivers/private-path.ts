/** Folders and files that other users of the machine may neither read nor change. */
import { chmod, mkdir, stat } from "node:fs/promises";
import process from "node:process";
import { StartError } from "../../errors.ts";
import type { Logger } from "../../runtime.ts";

const GROUP_AND_OTHERS = 0o077;
const STICKY = 0o1000;
const octal = (mode: number) => (mode & 0o7777).toString(8).padStart(4, "0");

/** Creates the folder with mode 0700. One that exists is left as it is. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** Permission bits of group and others; always none on Windows, which has access lists instead. */
export async function openBits(path: string): Promise<number> {
  if (process.platform === "win32") return 0;
  return (await stat(path)).mode & GROUP_AND_OTHERS;
}

/**
 * Takes the bits of group and others away and says so in the log.
 * @throws {StartError} when it cannot: the path belongs to another user, or everyone's files are there
 */
export async function makePrivate(path: string, log: Pick<Logger, "warn">): Promise<void> {
  if ((await openBits(path)) === 0) return;
  const { mode } = await stat(path);
  const refuse = (why: string, cause?: unknown) =>
    new StartError(
      `${path} is open to other users of this machine (mode ${octal(mode)}) and ${why}`,
      { cause },
    );
  // Private, a folder such as /tmp would be lost to everyone else.
  if (mode & STICKY) throw refuse("meant for all of them; name a folder of its own");
  try {
    await chmod(path, mode & 0o700);
  } catch (cause) {
    throw refuse(`cannot be made private: ${systemCode(cause)}; its owner can, with chmod`, cause);
  }
  if (await openBits(path)) throw refuse("its file system keeps no modes; name another folder");
  const message = "other users of this machine could open this path; it is private now";
  log.warn(message, { path, mode: octal(mode) });
}

/** The code of a failed system call, such as `EPERM`. */
export function systemCode(cause: unknown): string {
  return (cause as NodeJS.ErrnoException)?.code ?? String(cause);
}
