/** One process per data folder: a lock file with an owner, a heartbeat and an atomic takeover. */
import { randomUUID } from "node:crypto";
import { readFile, rename, stat, unlink, utimes } from "node:fs/promises";
import { StartError } from "../../errors.ts";
import type { Logger } from "../../runtime.ts";
import { pause } from "../../std/deadline.ts";
import { createExclusive, hasCode } from "./exclusive-file.ts";
import { currentProcess, lookUp, type ProcessIdentity } from "./process-identity.ts";

interface Owner extends ProcessIdentity {
  /** Names one holding of the lock; a takeover is always of this holding and never of "the file". */
  readonly nonce: string;
}

export interface ProcessLock {
  /** Deletes the lock file if it is still ours. */
  release(): Promise<void>;
}

export interface ProcessLockOptions {
  readonly log: Logger;
  /** Called once when another process took the lock although we live (we were stopped for long). */
  readonly onLost: () => void;
  /** Milliseconds between two signs of life. */
  readonly beat?: number;
  /** How long an owner that cannot be asked must be silent before it counts as dead. */
  readonly patience?: number;
}

const BEAT_MS = 2_000;
const PATIENCE_MS = 15_000;
/** Nonces held by this process: its own pid says nothing about them. */
const held = new Set<string>();

/** Takes the lock or throws `StartError` naming the process that has it. */
export async function lockFolder(
  path: string,
  folder: string,
  options: ProcessLockOptions,
): Promise<ProcessLock> {
  const owner: Owner = { ...currentProcess(), nonce: randomUUID() };
  await acquire(path, owner, folder, options);
  held.add(owner.nonce);
  const timer = setInterval(() => void beat(), options.beat ?? BEAT_MS);
  timer.unref();

  async function beat(): Promise<void> {
    try {
      const found = await readOwner(path);
      if (!held.has(owner.nonce)) return;
      if (found?.nonce === owner.nonce) return await utimes(path, new Date(), new Date());
    } catch (error) {
      return options.log.warn("cannot touch the lock of the data folder", { path, error });
    }
    clearInterval(timer);
    held.delete(owner.nonce);
    options.onLost();
  }

  return {
    async release() {
      clearInterval(timer);
      if (!held.delete(owner.nonce)) return;
      if ((await readOwner(path))?.nonce === owner.nonce) await unlink(path);
    },
  };
}

async function acquire(
  path: string,
  owner: Owner,
  folder: string,
  options: ProcessLockOptions,
): Promise<void> {
  const text = JSON.stringify(owner);
  for (;;) {
    if (await createExclusive(path, text)) return;
    const found = await readOwner(path);
    if (found === undefined) continue; // released between the two steps
    if (await isAlive(path, found, options)) {
      const where = found.host === owner.host ? "" : ` on ${found.host}`;
      const holder = `process ${found.pid}${where}`;
      const said = `data folder ${folder} is in use by ${holder}; stop it first`;
      throw new StartError(said, { reason: "in_use" });
    }
    if (await takeOver(path, found, owner, folder, options)) {
      options.log.warn("took over the data folder from a process that is gone", { pid: found.pid });
      return;
    }
  }
}

/**
 * Replaces the lock of one dead holding. The mark carries that holding's nonce, so only one of the
 * processes that saw the dead owner continues; it checks again before it replaces, because another may
 * have finished long ago. The mark is itself such a lock: its owner can be killed too.
 */
async function takeOver(
  path: string,
  dead: Owner,
  owner: Owner,
  folder: string,
  options: ProcessLockOptions,
): Promise<boolean> {
  const mark = `${path}.${dead.nonce}`;
  try {
    await acquire(mark, owner, folder, options);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    await pause(20); // another process is taking over; the next read shows the owner
    return false;
  }
  try {
    if ((await readOwner(path))?.nonce !== dead.nonce) return false;
    const fresh = `${path}.${owner.nonce}.new`;
    await createExclusive(fresh, JSON.stringify(owner));
    await rename(fresh, path);
    return true;
  } finally {
    await unlink(mark);
  }
}

async function isAlive(path: string, found: Owner, options: ProcessLockOptions): Promise<boolean> {
  if (held.has(found.nonce)) return true;
  const verdict = lookUp(found);
  if (verdict !== "unknown") return verdict === "same";
  options.log.info("waiting for a sign of life from the owner of the data folder", {
    pid: found.pid,
    host: found.host,
  });
  // A change of the time stamp is compared with itself, so no clock has to agree with another.
  const before = await modified(path);
  const step = options.beat ?? BEAT_MS;
  for (let waited = 0; waited < (options.patience ?? PATIENCE_MS); waited += step) {
    await pause(step);
    const now = await modified(path);
    if (now !== before) return now !== undefined;
  }
  return false;
}

async function modified(path: string): Promise<number | undefined> {
  return await stat(path).then(
    (found) => found.mtimeMs,
    () => undefined,
  );
}

/** Undefined when there is no file; an unreadable lock file counts as an owner that cannot be found. */
async function readOwner(path: string): Promise<Owner | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
  try {
    const { pid, started, host, space, nonce } = JSON.parse(text) as Partial<Owner>;
    if (Number.isInteger(pid) && /^[\w-]+$/.test(String(nonce)))
      return { pid, started, host, space, nonce } as Owner;
  } catch {
    // Not JSON: cut off by a crash on a file system without links.
  }
  return { pid: 0, started: "", host: "an unknown host", space: "", nonce: "unreadable" };
}
