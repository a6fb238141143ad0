/** LISTEN on a connection of its own, with a reconnect loop and proof that messages arrive. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ListenHandlers, Logger } from "../../runtime.ts";
import { withDeadline } from "../../std/deadline.ts";
import type { Dsn } from "./dsn.ts";
import { connectPostgres } from "./postgres-connect.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import { connectOptions } from "./postgres-options.ts";

export interface ListenerOptions {
  readonly dsn: Dsn;
  readonly channels: readonly string[];
  readonly handlers: ListenHandlers;
  /** Sends an empty notification on a channel through the pool. */
  readonly hear: (channel: string) => Promise<unknown>;
  readonly log: Logger;
  /** Milliseconds; for tests. */
  readonly beat?: number;
  readonly deadline?: number;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
const BEAT_MS = 15_000;
const DEADLINE_MS = 5_000;

/** Listens until disposed. Every connection lives until it drops or stops answering. */
export function listenPostgres(options: ListenerOptions): AsyncDisposable {
  const stop = new AbortController();
  const running = keepListening(options, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

async function keepListening(options: ListenerOptions, stop: AbortSignal): Promise<void> {
  const { handlers, log } = options;
  let failures = 0;
  const report = warnOnce(log, options.channels);
  while (!stop.aborted) {
    const cause = await listenOnce(options, stop, report, () => {
      failures = 0;
    });
    if (stop.aborted) return;
    handlers.lost(cause);
    // Half of the pause is random, so that a fleet does not come back in one moment.
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures++, MAX_PAUSE_MS);
    await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: stop }).catch(() => {});
  }
}

/** One connection from connect to loss; answers why it ended and throws nothing. */
async function listenOnce(
  { dsn, channels, handlers, hear, beat = BEAT_MS, deadline = DEADLINE_MS }: ListenerOptions,
  stop: AbortSignal,
  deaf: () => void,
  connected: () => void,
): Promise<unknown> {
  const probe = `postern_probe_${randomUUID()}`;
  const heard = Promise.withResolvers<true>();
  const dropped = Promise.withResolvers<never>();
  dropped.promise.catch(() => {});
  const end = () => dropped.reject(new Error("the listener was closed"));
  stop.addEventListener("abort", end);
  if (stop.aborted) end();
  const connecting = connectPostgres(dsn, {
    ...connectOptions(dsn),
    timeout: deadline,
    onNotification(name, payload) {
      if (name === probe) heard.resolve(true);
      else if (channels.includes(name) && !stop.aborted) handlers.message(payload);
    },
  });
  try {
    const connection = await Promise.race([connecting, dropped.promise]);
    void connection.lost.then(dropped.reject);
    const listening = connection.query(
      [...channels, probe].map((name) => `LISTEN ${quote(name)}`).join("; "),
    );
    await within(deadline, [listening, dropped.promise]);
    connected();
    handlers.ready();
    void checkHearing(hear(probe), heard.promise, deadline, stop).then((ok) => ok || deaf());
    return await watch(connection, dropped.promise, beat, deadline, stop);
  } catch (error) {
    return error;
  } finally {
    stop.removeEventListener("abort", end);
    // One that is still being opened, or half-open, would otherwise live on for a while.
    void connecting.then(
      (connection) => connection.destroy(),
      () => {},
    );
  }
}

/** Returns never; throws when the connection drops or a question stays unanswered. */
async function watch(
  connection: PostgresConnection,
  dropped: Promise<never>,
  beat: number,
  deadline: number,
  stop: AbortSignal,
): Promise<never> {
  for (;;) {
    await Promise.race([sleep(beat, undefined, { signal: stop, ref: false }), dropped]);
    await within(deadline, [connection.query("select 1"), dropped]);
  }
}

/** behind a transaction-mode pooler LISTEN succeeds and nothing ever arrives. */
async function checkHearing(
  sent: Promise<unknown>,
  heard: Promise<true>,
  deadline: number,
  stop: AbortSignal,
): Promise<boolean> {
  try {
    await sent;
  } catch {
    return true; // the database is in trouble; that is found and reported elsewhere
  }
  const silence = sleep(deadline, false, { signal: stop, ref: false });
  return await Promise.race([heard, silence]).catch(() => true);
}

function warnOnce(log: Logger, channels: readonly string[]): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    log.warn("the listener hears nothing; is database.dsn behind a transaction-mode pooler?", {
      channels,
      remedy: "use session pooling or a direct connection, or cache.disable_notification_listener",
    });
  };
}

const within = (ms: number, racers: readonly Promise<unknown>[]): Promise<unknown> =>
  withDeadline(Promise.race(racers), ms, () => {
    throw new Error(`no answer within ${ms} ms`);
  });

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
