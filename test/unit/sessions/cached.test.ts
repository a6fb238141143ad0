/** Kept session records: never answered after a change was heard, bounded, and only while writes are heard. */
import { beforeEach, describe, expect, test } from "vitest";
import { cachedSessions } from "../../../src/sessions/cached.ts";
import { sessionChanges } from "../../../src/sessions/session-changes.ts";
import type {
  SessionChanges,
  SessionEntry,
  SessionStore,
} from "../../../src/sessions/session-store.ts";
import { durationOf } from "../../../src/std/duration.ts";
import type { ChangeFeed, FeedReader } from "../../../src/store/change-feed.ts";

const MINUTE = durationOf(60_000);

/** A store whose answers come when the test lets them. */
let rows: Map<string, SessionEntry>;
let reads: string[];
let held: (() => void)[] | undefined;
let away: boolean;
let now: number;
let hearing: boolean;
let reader: FeedReader;
let changes: SessionChanges;

const entry = (value: string, lifetime = MINUTE): SessionEntry => ({
  value,
  revision: value,
  lifetime,
});

beforeEach(() => {
  rows = new Map([["a", entry("one")]]);
  reads = [];
  held = undefined;
  now = 0;
  away = false;
  hearing = true;
  const feed: ChangeFeed = {
    state: "listening",
    isHearing: () => hearing,
    join(given) {
      reader = given;
    },
    async [Symbol.asyncDispose]() {},
  };
  changes = sessionChanges(feed);
});

function openCached(most?: number): SessionStore {
  const inner = {
    async read(key: string) {
      reads.push(key);
      if (away) throw new Error("gone");
      const found = rows.get(key);
      if (held) await new Promise<void>((resolve) => held?.push(resolve));
      return found;
    },
    async [Symbol.asyncDispose]() {},
  } as unknown as SessionStore;
  return cachedSessions(inner, changes, { clock: { now: () => now } }, most);
}

const textOf = async (store: SessionStore, key = "a") => (await store.read(key))?.value;

describe("a kept record", () => {
  test("is read once, until it changes", async () => {
    const store = openCached();
    expect([await textOf(store), await textOf(store)]).toEqual(["one", "one"]);
    expect(reads).toEqual(["a"]);
    rows.set("a", entry("two"));
    reader.message("session a");
    expect(await textOf(store)).toBe("two");
  });

  test("goes with a write of this process as with one of another", async () => {
    const store = openCached();
    await textOf(store);
    rows.delete("a");
    changes.tell("a");
    expect(await textOf(store)).toBeUndefined();
  });

  test("ends when its lifetime does, by what the store said was left", async () => {
    const store = openCached();
    rows.set("a", entry("one", durationOf(1_000)));
    await textOf(store);
    rows.delete("a");
    now = 999;
    expect(await textOf(store)).toBe("one");
    now = 1_000;
    expect(await textOf(store)).toBeUndefined();
  });

  test("messages about others, and what is no message of ours, leave it", async () => {
    const store = openCached();
    await textOf(store);
    for (const payload of ["session b", "7", "session ", "session a b", "a", "beat a"]) {
      reader.message(payload);
    }
    await textOf(store);
    expect(reads).toEqual(["a"]);
  });
});

describe("what is not heard is not kept", () => {
  test.each(["ready", "lost"] as const)("%s: messages were missed", async (event) => {
    const store = openCached();
    await textOf(store);
    rows.delete("a");
    reader[event]?.(undefined);
    expect(await textOf(store)).toBeUndefined();
  });

  test("while nothing is heard every request reads, also what is kept", async () => {
    const store = openCached();
    await textOf(store);
    hearing = false;
    rows.set("a", entry("two"));
    expect([await textOf(store), await textOf(store)]).toEqual(["two", "two"]);
    expect(reads).toEqual(["a", "a", "a"]);
  });

  test("a change that is heard while its record is read: the answer is not kept", async () => {
    const store = openCached();
    held = [];
    const early = store.read("a");
    rows.delete("a");
    reader.message("session a");
    for (const go of held) go();
    held = undefined;
    expect((await early)?.value).toBe("one");
    expect(await textOf(store)).toBeUndefined();
  });

  test("a request after the change does not join a read from before it", async () => {
    const store = openCached();
    held = [];
    const early = store.read("a");
    const joined = store.read("a");
    rows.set("a", entry("two"));
    reader.message("session a");
    const late = store.read("a");
    expect(reads).toEqual(["a", "a"]);
    for (const go of held) go();
    expect((await early)?.value).toBe("one");
    expect((await joined)?.value).toBe("one");
    expect((await late)?.value).toBe("two");
  });

  test("an outage is told to each who asks, and nothing of it stays", async () => {
    const store = openCached();
    away = true;
    const asked = await Promise.allSettled([store.read("a"), store.read("a")]);
    expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    away = false;
    expect(await textOf(store)).toBe("one");
  });
});

describe("bounds (N-11)", () => {
  test("the oldest gives way when all values together are too long", async () => {
    const store = openCached(10);
    for (const key of ["a", "b", "c"]) {
      rows.set(key, entry("four"));
      await store.read(key);
    }
    for (const key of ["b", "c", "a"]) await store.read(key);
    expect(reads).toEqual(["a", "b", "c", "a"]);
  });

  test("a value over the bound is answered and not kept", async () => {
    const store = openCached(2);
    expect([await textOf(store), await textOf(store)]).toEqual(["one", "one"]);
    expect(reads).toEqual(["a", "a"]);
  });

  test("what does not exist is not kept: a stranger fills nothing", async () => {
    const store = openCached();
    await store.read("x");
    await store.read("x");
    expect(reads).toEqual(["x", "x"]);
  });

  test("disposing forgets everything and hears no more", async () => {
    const store = openCached();
    await textOf(store);
    await store[Symbol.asyncDispose]();
    changes.tell("a");
    await textOf(store);
    expect(reads).toEqual(["a", "a"]);
  });
});
