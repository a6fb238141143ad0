/** What instances tell each other as it happens, over one connection. */
import { sql } from "drizzle-orm";
import type { ListenHandlers, Runtime } from "../runtime.ts";
import { type Duration, durationOf } from "../std/duration.ts";
import { CHANGE_CHANNEL, FEED_CHANNEL, type Queryable } from "./change.ts";
import type { Store } from "./store.ts";

/** Each reader gets every message and picks its own. */
export interface FeedReader extends Partial<Pick<ListenHandlers, "ready" | "lost">> {
  message(payload: string): void;
}

export interface ChangeFeed extends AsyncDisposable {
  /** `off` by configuration or at the edge. */
  readonly state: "off" | "listening" | "lost";
  /**
   * A message that was sent less than one interval ago has come back, so that everything committed before
   * it has been heard: connected is not enough, the other side of a connection may be gone without a word.
   */
  isHearing(): boolean;
  join(reader: FeedReader): void;
}

/** Tells all instances, when the transaction is committed. */
export async function notifyFeed(tx: Queryable, payload: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${FEED_CHANNEL}, ${payload})`);
}

const off: ChangeFeed = {
  state: "off",
  isHearing: () => false,
  join: () => undefined,
  async [Symbol.asyncDispose]() {},
};

/**
 * @param interval in which silence is noticed; undefined where nothing listens. The embedded database cannot
 * fall silent, so it is not tried.
 */
export function openFeed(
  { driver, db }: Pick<Store, "driver" | "db">,
  runtime: Pick<Runtime, "every" | "log">,
  interval: (() => Duration) | undefined,
): ChangeFeed {
  const { every, log } = runtime;
  if (!every || !interval) return off;
  const readers: FeedReader[] = [];
  const beat = `beat ${crypto.randomUUID()} `;
  let state: ChangeFeed["state"] = "lost";
  /** On the monotonic clock. */
  let heardUntil = 0;

  /** Says that what comes back until then was heard in time. */
  const send = async () => {
    if (driver.storage === "pglite") return;

    const until = Math.round(performance.now() + interval());
    await db.execute(sql`select pg_notify(${FEED_CHANNEL}, ${beat + until})`);
  };

  // One connection gets the messages of both in the order of their commits, so a heartbeat proves both.
  const listener = driver.listen([CHANGE_CHANNEL, FEED_CHANNEL], {
    ready() {
      state = "listening";
      for (const reader of readers) reader.ready?.();
      send().catch((error: unknown) => log.debug("the change feed cannot be tried", { error }));
    },
    message(payload) {
      if (payload.startsWith(beat)) heardUntil = Number(payload.slice(beat.length));
      else for (const reader of readers) reader.message(payload);
    },
    lost(cause) {
      state = "lost";
      heardUntil = 0;
      for (const reader of readers) reader.lost?.(cause);
    },
  });
  const beats = every(
    () => durationOf(interval() / 2),
    // Without an answer nothing is heard, which is what follows from it.
    () => send().catch(() => undefined),
  );

  return {
    get state() {
      return state;
    },
    isHearing: () => performance.now() < heardUntil,
    join: (reader) => void readers.push(reader),
    async [Symbol.asyncDispose]() {
      beats[Symbol.dispose]();
      await listener[Symbol.asyncDispose]();
    },
  };
}
