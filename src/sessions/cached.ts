/** Records that were read stay in memory for as long as every write to them is heard. */
import type { Runtime } from "../runtime.ts";
import type { SessionChanges, SessionEntry, SessionStore } from "./session-store.ts";

/** Characters of all kept values together: space for some ten thousand sessions with three tokens each. */
const MAX_CHARACTERS = 40_000_000;

interface Kept {
  readonly entry: SessionEntry;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/**
 * Only records that exist are kept, so a stranger can fill nothing. A read that was under way when its record
 * changed is answered and not kept.
 */
export function cachedSessions(
  inner: SessionStore,
  changes: SessionChanges,
  { clock }: Pick<Runtime, "clock">,
  most = MAX_CHARACTERS,
): SessionStore {
  const kept = new Map<string, Kept>();
  const reading = new Map<string, Promise<SessionEntry | undefined>>();
  let size = 0;

  function drop(key: string): void {
    size -= kept.get(key)?.entry.value.length ?? 0;
    kept.delete(key);
    reading.delete(key);
  }

  function keep(key: string, entry: SessionEntry, until: number): void {
    drop(key);
    kept.set(key, { entry, until });
    size += entry.value.length;
    for (const [oldest] of kept) {
      if (size <= most) return;
      drop(oldest);
    }
  }

  function forget(): void {
    kept.clear();
    reading.clear();
    size = 0;
  }

  async function readAnew(key: string): Promise<SessionEntry | undefined> {
    const askedAt = clock.now();
    const answer = Promise.resolve(inner.read(key));
    reading.set(key, answer);
    try {
      const entry = await answer;
      const unchanged = reading.get(key) === answer && changes.areHeard();
      if (unchanged && entry?.lifetime !== undefined) keep(key, entry, askedAt + entry.lifetime);
      return entry;
    } finally {
      if (reading.get(key) === answer) reading.delete(key);
    }
  }

  const subscription = changes.subscribe(drop, forget);

  return {
    ...inner,
    read(key) {
      if (!changes.areHeard()) return inner.read(key);
      const cached = kept.get(key);
      if (cached && cached.until > clock.now()) return cached.entry;
      return reading.get(key) ?? readAnew(key);
    },
    async [Symbol.asyncDispose]() {
      subscription[Symbol.dispose]();
      forget();
      await inner[Symbol.asyncDispose]();
    },
  };
}
