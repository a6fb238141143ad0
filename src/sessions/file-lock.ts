/** One writer at a time per name, across processes, by lock files with a bounded life (L-W23, L-W45). */
import { z } from "zod";
import { AuthError } from "../errors.ts";
import type { Folder, Runtime } from "../runtime.ts";
import { pause } from "../std/deadline.ts";
import { parseStored } from "./file-record.ts";

/** Milliseconds after which a lock counts as left behind by a process that is gone. */
const LIFETIME_MS = 4_000;
/** A holder that took this long must not write: its lock is about to be taken over. */
const WORK_MS = LIFETIME_MS / 2;
const PATIENCE_MS = 3 * LIFETIME_MS;
/** Crashes in the middle of taking over the lock of a crash, and so on. */
const MAX_DEPTH = 3;

const holding = z.object({ nonce: z.string().regex(/^[\w-]{1,16}$/), until: z.number() });
type Holding = z.output<typeof holding>;

/** Cut off by a power loss: the owner and the end are unknown, so it can only be waited out. */
const UNREADABLE: Holding = { nonce: "unreadable", until: Number.POSITIVE_INFINITY };

interface Mine {
  readonly nonce: string;
  /** On the monotonic clock of this process. */
  readonly since: number;
  readonly text: string;
}

/** Throws unless the lock is still ours; to be called right before something is written. */
export type Confirm = () => Promise<void>;

export interface FolderLocks {
  /** Runs the step while this process and no other has the lock; throws `unavailable` in the end. */
  hold<T>(name: string, step: (confirm: Confirm) => Promise<T>): Promise<T>;
  /** Removes a lock file that was left behind long ago. */
  tidy(name: string): Promise<void>;
}

const busy = () =>
  new AuthError("unavailable", "the session is being changed by others", { retryAfter: 1 });

export function folderLocks(folder: Folder, clock: Runtime["clock"]): FolderLocks {
  function fresh(): Mine {
    const nonce = crypto.randomUUID().slice(0, 8);
    const text = JSON.stringify({ nonce, until: clock.now() + LIFETIME_MS } satisfies Holding);
    return { nonce, since: performance.now(), text };
  }

  async function read(name: string): Promise<Holding | undefined> {
    const text = await folder.read(name);
    return text === undefined ? undefined : (parseStored(holding, text) ?? UNREADABLE);
  }

  async function acquire(name: string, depth = 0): Promise<Mine> {
    const started = performance.now();
    let seen = { nonce: "", since: started };
    for (;;) {
      const mine = fresh();
      if (await folder.create(name, mine.text)) return mine;
      const found = await read(name);
      const now = performance.now();
      if (found && found.nonce !== seen.nonce) seen = { nonce: found.nonce, since: now };
      // The second look helps where the clock of the other process goes ahead of ours.
      if (found && (found.until <= clock.now() || now - seen.since > LIFETIME_MS)) {
        const taken = await takeOver(name, found, depth);
        if (taken) return taken;
      }
      if (now - started > PATIENCE_MS) throw busy();
      await pause(5 + Math.random() * 15);
    }
  }

  /**
   * The mark carries the nonce of the dead holding, so only one of the processes that saw it continues;
   * it checks again before it replaces, because another may have finished long ago.
   */
  async function takeOver(name: string, dead: Holding, depth: number) {
    if (depth === MAX_DEPTH) throw busy();
    const mark = `${name}.${dead.nonce}`;
    const marking = await acquire(mark, depth + 1);
    try {
      if ((await read(name))?.nonce !== dead.nonce) return undefined;
      const mine = fresh();
      await folder.write(name, mine.text);
      return mine;
    } finally {
      await giveBack(mark, marking);
    }
  }

  /** A lock that is not released expires by itself; the failure must not undo the result of the step. */
  async function giveBack(name: string, { nonce, since }: Mine): Promise<void> {
    // Too late to tell ours from that of a successor; it will be taken over.
    if (performance.now() - since > WORK_MS) return;
    try {
      if ((await read(name))?.nonce === nonce) await folder.remove(name);
    } catch {}
  }

  async function locked<T>(name: string, step: (confirm: Confirm) => Promise<T>): Promise<T> {
    const mine = await acquire(name);
    try {
      return await step(async () => {
        if (performance.now() - mine.since > WORK_MS) throw busy();
        if ((await read(name))?.nonce !== mine.nonce) throw busy();
      });
    } finally {
      await giveBack(name, mine);
    }
  }

  /** Ends of the lines of this process, so that its own callers need not poll for each other. */
  const tails = new Map<string, Promise<unknown>>();

  async function hold<T>(name: string, step: (confirm: Confirm) => Promise<T>): Promise<T> {
    const turn = (tails.get(name) ?? Promise.resolve()).then(() => locked(name, step));
    const tail = turn.catch(() => undefined);
    tails.set(name, tail);
    try {
      return await turn;
    } finally {
      if (tails.get(name) === tail) tails.delete(name);
    }
  }

  return {
    hold,
    async tidy(name) {
      const found = await read(name);
      if (found && found.until + LIFETIME_MS < clock.now()) await hold(name, async () => undefined);
    },
  };
}
