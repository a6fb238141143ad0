/** Session records as files of one folder, for one machine with one or more processes (L-W45). */
import { AuthError } from "../errors.ts";
import type { Folder, Runtime } from "../runtime.ts";
import type { Duration } from "../std/duration.ts";
import { keyTaken } from "./conflict.ts";
import { type Confirm, folderLocks } from "./file-lock.ts";
import { type FileRecord, fileRecord, parseStored } from "./file-record.ts";
import { startSweep } from "./file-sweep.ts";
import type { SessionStore } from "./session-store.ts";

const RECORD = /^session_([A-Za-z0-9_-]+)\.json$/;
const LOCK = /^session_[A-Za-z0-9_-]+\.lock/;
const recordOf = (key: string) => `session_${key}.json`;
const lockOf = (key: string) => `session_${key}.lock`;

/** Every failure of the folder becomes `unavailable` (L-W29). */
async function reachable<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    if (cause instanceof AuthError) throw cause;
    const options = { cause, retryAfter: 2 };
    throw new AuthError("unavailable", "the session store is not reachable", options);
  }
}

/** Readers never wait; every write holds the lock of its key. */
export function fileSessions(folder: Folder, clock: Runtime["clock"]): SessionStore {
  const locks = folderLocks(folder, clock);
  const sweep = startSweep(folder, clock, visit);

  const fresh = (value: string, lifetime: Duration): FileRecord => ({
    value,
    revision: crypto.randomUUID(),
    expires_at: clock.now() + lifetime,
  });

  const isLive = (record: FileRecord | undefined): record is FileRecord =>
    record !== undefined && record.expires_at > clock.now();

  async function live(key: string): Promise<FileRecord | undefined> {
    const text = await folder.read(recordOf(key));
    const record = text === undefined ? undefined : parseStored(fileRecord, text);
    return isLive(record) ? record : undefined;
  }

  /** A change of a live record under its lock; undefined leaves it as it is and answers false. */
  const change = (key: string, next: (record: FileRecord) => FileRecord | undefined) =>
    exclusively(key, async (confirm) => {
      const record = await live(key);
      const written = record && next(record);
      if (!written) return false;
      await confirm();
      await folder.write(recordOf(key), JSON.stringify(written));
      return true;
    });

  const exclusively = <T>(key: string, step: (confirm: Confirm) => Promise<T>) =>
    reachable(() => locks.hold(lockOf(key), step));

  async function visit(name: string): Promise<void> {
    if (LOCK.test(name)) return locks.tidy(name);
    const key = RECORD.exec(name)?.[1];
    if (key === undefined) return;
    const text = await folder.read(name);
    if (text === undefined || isLive(parseStored(fileRecord, text))) return;
    await locks.hold(lockOf(key), async (confirm) => {
      if (await live(key)) return; // made anew in between
      await confirm();
      await folder.remove(name);
    });
  }

  return {
    read: (key) =>
      reachable(async () => {
        const record = await live(key);
        return record && { value: record.value, revision: record.revision };
      }),

    async create(key, value, lifetime) {
      const name = recordOf(key);
      const text = JSON.stringify(fresh(value, lifetime));
      if (!(await reachable(() => folder.create(name, text)))) {
        await exclusively(key, async (confirm) => {
          if (await live(key)) throw keyTaken();
          await confirm();
          // Only the holder of the lock removes the file of an expired record.
          if ((await folder.read(name)) !== undefined) return folder.write(name, text);
          if (!(await folder.create(name, text))) throw keyTaken();
        });
      }
      sweep.arrived();
    },

    replace: (key, revision, value, lifetime) =>
      change(key, (record) => {
        if (record.revision !== revision) return undefined;
        return { ...record, ...fresh(value, lifetime) };
      }),

    remove: (key, revision) =>
      exclusively(key, async (confirm) => {
        const record = await live(key);
        if (!record || (revision !== undefined && record.revision !== revision)) return false;
        await confirm();
        return folder.remove(recordOf(key));
      }),

    claim: (key, owner, lifetime) =>
      change(key, (record) => {
        if (record.lease && record.lease.until > clock.now()) return undefined;
        return { ...record, lease: { owner, until: clock.now() + lifetime } };
      }),

    async release(key, owner) {
      await change(key, ({ lease, ...record }) => (lease?.owner === owner ? record : undefined));
    },

    count: () =>
      reachable(async () => {
        const names = await folder.names();
        return names.filter((name) => RECORD.test(name)).length;
      }),

    [Symbol.asyncDispose]: () => sweep.settled(),
  };
}
