/** Follows other instances: notifications at once, the poll as the durable fallback. */
import type { ParsedOptions } from "../options.ts";
import type { Runtime } from "../runtime.ts";
import { pause } from "../std/deadline.ts";
import { type Duration, durationOf } from "../std/duration.ts";
import type { ChangeFeed } from "../store/change-feed.ts";
import type { Store } from "../store/store.ts";
import type { SnapshotHolder } from "./holder.ts";
import { readVersion } from "./load.ts";

const POLL_WITH_LISTENER = durationOf(5_000);
const POLL_WITHOUT_LISTENER = durationOf(10_000);
const VERSION = /^[1-9]\d{0,15}$/;

/** What health detail reports about following. */
export interface FollowState {
  readonly listener: ChangeFeed["state"];
  /** Changes that the poll found and the connected listener did not report. */
  readonly missed_notifications: number;
  /** When the database last answered the version question, milliseconds since the epoch. */
  readonly last_look: number;
}

export interface Follower extends Disposable {
  readonly state: FollowState;
  /** At the edge: looks at the version when `poll_interval` has passed since the last look. */
  lookIfDue(): Promise<void>;
}

/** The shared setting; an unreadable namespace must not stop the poll that may repair it. */
function sharedInterval(holder: SnapshotHolder): Duration {
  try {
    return holder.current.settings.cache.poll_interval;
  } catch {
    return POLL_WITH_LISTENER;
  }
}

/** How often an instance looks for changes of others by itself. */
export const pollInterval = (
  holder: SnapshotHolder,
  options: ParsedOptions,
  listening: boolean,
): Duration =>
  options.cache.poll_interval ?? (listening ? sharedInterval(holder) : POLL_WITHOUT_LISTENER);

export function follow(
  store: Pick<Store, "db">,
  holder: SnapshotHolder,
  runtime: Runtime,
  options: ParsedOptions,
  feed: ChangeFeed,
): Follower {
  const { log, clock } = runtime;
  const state = {
    get listener() {
      return feed.state;
    },
    missed_notifications: 0,
    last_look: clock.now(),
  };
  const interval = () => pollInterval(holder, options, feed.state !== "off");

  const catchUp = (reason: string) =>
    holder
      .refresh()
      .catch((error: unknown) => log.warn("cannot follow changes", { reason, error }));

  async function look(): Promise<void> {
    const version = await readVersion(store.db);
    state.last_look = clock.now();
    const before = holder.current.version;
    if (version === before) return;
    // A lower version means that the database was restored, which sends no notification.
    if (state.listener === "listening" && version > before) {
      // The notification may still be on its way; it counts as missed only when it does not arrive in a moment.
      await pause(200);
      if (version <= holder.current.version) return;
      state.missed_notifications += 1;
      log.warn("a change was found by polling, not by notification", { version });
    }
    await holder.refresh();
  }

  /** A database that is gone is tried again and again: the loss is told once, and the return. */
  let isLost = false;
  feed.join({
    ready() {
      if (isLost) log.info("the notification listener has a connection again");
      isLost = false;
      void catchUp("listener ready");
    },
    message(payload) {
      if (!VERSION.test(payload)) return;
      if (Number(payload) > holder.current.version) void catchUp("notification");
    },
    lost(error) {
      if (!isLost) log.warn("the notification listener lost its connection", { error });
      isLost = true;
    },
  });

  const poll = runtime.every?.(interval, () =>
    look().catch((error: unknown) => log.warn("version poll failed", { error })),
  );

  return {
    state,
    async lookIfDue() {
      if (clock.now() - state.last_look < interval()) return;
      state.last_look = clock.now();
      await look().catch((error: unknown) => log.warn("version look failed", { error }));
    },
    [Symbol.dispose]() {
      poll?.[Symbol.dispose]();
    },
  };
}
