/** Session records of one process: bounded (N-11), expiring, gone with the process (L-O2). */
import type { Runtime } from "../runtime.ts";
import { keyTaken } from "./conflict.ts";
import type { SessionEntry, SessionStore } from "./session-store.ts";

/** Records; the one that was written longest ago gives way to a new one. */
const MAX_RECORDS = 100_000;

/** Records looked at per new one: two visits for each arrival keep up with any flood. */
const SWEPT_PER_WRITE = 4;

interface Held {
  /** Replaced and never changed: readers may keep it. */
  readonly entry: SessionEntry;
  readonly expires_at: number;
  readonly lease: { readonly owner: string; readonly until: number } | undefined;
}

export function memorySessions(
  { clock }: Pick<Runtime, "clock">,
  most = MAX_RECORDS,
): SessionStore {
  /** In order of the last write. */
  const records = new Map<string, Held>();
  let writes = 0;
  let sweeping = records.entries();

  function live(key: string): Held | undefined {
    const held = records.get(key);
    if (held === undefined || held.expires_at > clock.now()) return held;
    records.delete(key);
    return undefined;
  }

  function store(key: string, value: string, lifetime: number, lease: Held["lease"]): void {
    writes += 1;
    const expires_at = clock.now() + lifetime;
    records.delete(key);
    records.set(key, { entry: { value, revision: String(writes) }, expires_at, lease });
  }

  /** Goes round all records over time; lifetimes differ, so the oldest need not expire first. */
  function sweep(): void {
    const now = clock.now();
    for (let visits = 0; visits < SWEPT_PER_WRITE; visits++) {
      const { value, done } = sweeping.next();
      if (done === true) {
        sweeping = records.entries();
        return;
      }
      const [key, { expires_at }] = value;
      if (expires_at <= now) records.delete(key);
    }
  }

  function makeRoom(): void {
    sweep();
    for (const key of records.keys()) {
      if (records.size < most) return;
      records.delete(key);
    }
  }

  return {
    read: (key) => live(key)?.entry,

    async create(key, value, lifetime) {
      if (live(key)) throw keyTaken();
      makeRoom();
      store(key, value, lifetime, undefined);
    },

    async replace(key, revision, value, lifetime) {
      const held = live(key);
      if (held?.entry.revision !== revision) return false;
      store(key, value, lifetime, held.lease);
      return true;
    },

    async remove(key, revision) {
      const held = live(key);
      if (!held || (revision !== undefined && held.entry.revision !== revision)) return false;
      return records.delete(key);
    },

    async claim(key, owner, lifetime) {
      const held = live(key);
      const now = clock.now();
      if (!held || (held.lease && held.lease.until > now)) return false;
      records.set(key, { ...held, lease: { owner, until: now + lifetime } });
      return true;
    },

    async release(key, owner) {
      const held = live(key);
      if (held?.lease?.owner === owner) records.set(key, { ...held, lease: undefined });
    },

    count: async () => records.size,

    async [Symbol.asyncDispose]() {
      records.clear();
    },
  };
}
