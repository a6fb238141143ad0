/** the feed says that it hears only for as long as what it sends comes back. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ListenHandlers, Runtime } from "../../../src/runtime.ts";
import { durationOf } from "../../../src/std/duration.ts";
import { type ChangeFeed, openFeed } from "../../../src/store/change-feed.ts";
import type { Store } from "../../../src/store/store.ts";
import { capturingLogger } from "../../support/runtime.ts";

const SECOND = durationOf(1_000);

let handlers: ListenHandlers;
/** What the database got, in order. */
let sent: string[];
let beats: { interval: number; task: () => Promise<void> };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  sent = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function openTried(storage: "postgres" | "pglite" = "postgres"): ChangeFeed {
  const store = {
    driver: {
      storage,
      listen(_channels: readonly string[], given: ListenHandlers) {
        handlers = given;
        return { async [Symbol.asyncDispose]() {} };
      },
    },
    db: {
      async execute(statement: { queryChunks: readonly unknown[] }) {
        const text = statement.queryChunks.find((chunk) => String(chunk).startsWith("beat "));
        sent.push(String(text));
      },
    },
  } as unknown as Store;
  const runtime = {
    log: capturingLogger([]),
    every(interval: () => number, task: () => Promise<void>) {
      beats = { interval: interval(), task };
      return { [Symbol.dispose]: () => undefined };
    },
  } as unknown as Runtime;
  return openFeed(store, runtime, () => SECOND);
}

const comeBack = () => handlers.message(sent.at(-1) ?? "");

test("connected is not heard: the first message has to come back", () => {
  const feed = openTried();
  handlers.ready();
  expect([feed.state, feed.isHearing()]).toEqual(["listening", false]);
  comeBack();
  expect(feed.isHearing()).toBe(true);
});

test("it counts from the sending: one that comes back late says little", () => {
  const feed = openTried();
  handlers.ready();
  vi.advanceTimersByTime(999);
  comeBack();
  expect(feed.isHearing()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(feed.isHearing()).toBe(false);
});

test("silence ends it after one interval; a message is sent twice in that time", async () => {
  const feed = openTried();
  handlers.ready();
  comeBack();
  expect(beats.interval).toBe(500);
  vi.advanceTimersByTime(500);
  await beats.task();
  comeBack();
  vi.advanceTimersByTime(999);
  expect(feed.isHearing()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(feed.isHearing()).toBe(false);
});

test("messages of other instances prove nothing of ours", () => {
  const feed = openTried();
  handlers.ready();
  handlers.message(`beat ${crypto.randomUUID()} 999999`);
  handlers.message("7");
  expect(feed.isHearing()).toBe(false);
});

test("a lost connection ends it at once", () => {
  const feed = openTried();
  handlers.ready();
  comeBack();
  handlers.lost(new Error("gone"));
  expect([feed.state, feed.isHearing()]).toEqual(["lost", false]);
});

test("the embedded database is sent nothing", async () => {
  openTried("pglite");
  handlers.ready();
  await beats.task();
  expect(sent).toEqual([]);
});
