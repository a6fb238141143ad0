/** what a notification, a poll and a listener that comes back do to the read model. */
import { beforeEach, describe, expect, test } from "vitest";
import { parseOptions } from "../../../src/options.ts";
import type { ListenHandlers, Runtime } from "../../../src/runtime.ts";
import { type Follower, follow } from "../../../src/snapshot/follow.ts";
import type { SnapshotHolder } from "../../../src/snapshot/holder.ts";
import { durationOf } from "../../../src/std/duration.ts";
import { type ChangeFeed, openFeed } from "../../../src/store/change-feed.ts";
import type { Store } from "../../../src/store/store.ts";
import { capturingLogger, type LogLine } from "../../support/runtime.ts";

/** The collaborators of `follow`, whose own work is proven elsewhere. */
let handlers: ListenHandlers;
let databaseVersion: number;
let refreshed: number;
let unlistened: boolean;
let feed: ChangeFeed;
let poll: { interval: () => number; task: () => Promise<void> };
let lines: LogLine[];
let holder: { current: { version: number; settings: object }; refresh(): Promise<void> };

beforeEach(() => {
  databaseVersion = 5;
  refreshed = 0;
  unlistened = false;
  lines = [];
  holder = {
    current: { version: 5, settings: { cache: { poll_interval: 7_000 } } },
    async refresh() {
      refreshed++;
      this.current = { ...this.current, version: databaseVersion };
    },
  };
});

function start(options: object = {}, edge = false): Follower {
  const runtime = {
    log: capturingLogger(lines),
    clock: { now: () => 0 },
    ...(!edge && {
      every(interval: () => number, task: () => Promise<void>) {
        poll = { interval, task };
        return { [Symbol.dispose]: () => undefined };
      },
    }),
  } as unknown as Runtime;
  const store = {
    db: { select: () => ({ from: async () => [{ version: databaseVersion }] }) },
    driver: {
      listen(channels: readonly string[], given: ListenHandlers) {
        expect(channels).toContain("auth_changed");
        handlers = given;
        return {
          async [Symbol.asyncDispose]() {
            unlistened = true;
          },
        };
      },
    },
  } as unknown as Store;
  const parsed = parseOptions(options);
  const listens = !parsed.cache.disable_notification_listener;
  feed = openFeed(store, runtime, listens ? () => durationOf(7_000) : undefined);
  return follow(store, holder as unknown as SnapshotHolder, runtime, parsed, feed);
}

describe("notifications", () => {
  test("a newer version is caught up with at once", () => {
    start();
    handlers.message("6");
    expect(refreshed).toBe(1);
  });

  test("what is known already, and bad payloads, are ignored", () => {
    start();
    const bad = ["", "x", "-6", "6.5", "6e1", "0x6", " 6", "06", "9".repeat(17), "6; drop"];
    for (const payload of ["5", "4", ...bad]) handlers.message(payload);
    expect(refreshed).toBe(0);
  });

  test("a listener that is ready again catches up: what came before may be lost", () => {
    const follower = start();
    expect(follower.state.listener).toBe("lost");
    handlers.ready();
    expect(follower.state.listener).toBe("listening");
    expect(refreshed).toBe(1);
    handlers.lost(new Error("gone"));
    expect(follower.state.listener).toBe("lost");
    expect(lines.at(-1)?.level).toBe("warn");
  });
});

describe("the poll", () => {
  test("finds nothing, reads nothing", async () => {
    start();
    await poll.task();
    expect(refreshed).toBe(0);
  });

  test("is the fallback while the listener is lost", async () => {
    const follower = start();
    databaseVersion = 6;
    await poll.task();
    expect(refreshed).toBe(1);
    expect(follower.state.missed_notifications).toBe(0);
  });

  test("R-3: a change that the listener should have told is counted and reported", async () => {
    const follower = start();
    handlers.ready();
    refreshed = 0;
    databaseVersion = 7;
    await poll.task();
    expect(refreshed).toBe(1);
    expect(follower.state.missed_notifications).toBe(1);
    expect(lines.at(-1)?.message).toContain("by polling");
  });

  test("C-7: a version that went back is followed, also while listening", async () => {
    start();
    handlers.ready();
    refreshed = 0;
    databaseVersion = 2;
    await poll.task();
    expect(refreshed).toBe(1);
  });

  test("R-14: a database that does not answer is logged, and the poll goes on", async () => {
    start();
    databaseVersion = 6;
    holder.refresh = () => Promise.reject(new Error("database is gone"));
    await expect(poll.task()).resolves.toBeUndefined();
    expect(lines.at(-1)?.message).toBe("version poll failed");
  });
});

describe("how often it looks", () => {
  test("stored `cache.poll_interval` with a listener, 10 s without, the static one over both", () => {
    start();
    expect(poll.interval()).toBe(7_000);
    start({ cache: { disable_notification_listener: true } });
    expect(poll.interval()).toBe(10_000);
    start({ cache: { poll_interval: "3s" } });
    expect(poll.interval()).toBe(3_000);
    start({ cache: { poll_interval: "3s", disable_notification_listener: true } });
    expect(poll.interval()).toBe(3_000);
  });

  test("the listener is off by configuration and at the edge", () => {
    expect(start({ cache: { disable_notification_listener: true } }).state.listener).toBe("off");
    expect(start({}, true).state.listener).toBe("off");
  });

  test("disposing the feed ends the subscription", async () => {
    start()[Symbol.dispose]();
    expect(unlistened).toBe(false);
    await feed[Symbol.asyncDispose]();
    expect(unlistened).toBe(true);
  });
});
