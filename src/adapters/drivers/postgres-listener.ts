/** LISTEN on a connection of its own, with a reconnect loop and proof that messages arrive. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import type { ListenHandlers, Logger } from "../../runtime.ts";
import type { Dsn } from "./dsn.ts";
import { connectionOptions, type PostgresOptions } from "./postgres-options.ts";
import { createSockets } from "./postgres-socket.ts";

export interface ListenerOptions {
  readonly dsn: Dsn;
  readonly channel: string;
  readonly handlers: ListenHandlers;
  /** Sends an empty notification on a channel through the pool. */
  readonly hear: (channel: string) => Promise<unknown>;
  readonly log: Logger;
  /** Milliseconds; for tests. */
  readonly beat?: number;
  readonly deadline?: number;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;
const BEAT = 15_000;
const DEADLINE = 5_000;

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
  const report = warnOnce(log, options.channel);
  while (!stop.aborted) {
    const cause = await listenOnce(options, stop, report, () => {
      failures = 0;
    });
    if (stop.aborted) return;
    handlers.lost(cause);
    // Half of the pause is random, so that a fleet does not come back in one moment.
    const pause = Math.min(FIRST_PAUSE * 2 ** failures++, LONGEST_PAUSE);
    await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: stop }).catch(() => {});
  }
}

/** One connection from connect to loss; answers why it ended and throws nothing. */
async function listenOnce(
  { dsn, channel, handlers, hear, beat = BEAT, deadline = DEADLINE }: ListenerOptions,
  stop: AbortSignal,
  deaf: () => void,
  connected: () => void,
): Promise<unknown> {
  const probe = `postern_probe_${randomUUID()}`;
  const heard = Promise.withResolvers<true>();
  const dropped = Promise.withResolvers<never>();
  dropped.promise.catch(() => {});
  const sockets = createSockets(dsn, deadline);
  const client = postgres({
    ...connectionOptions(dsn),
    socket: sockets.open,
    max: 1,
    max_lifetime: null,
    onclose: () => dropped.reject(new Error("the connection was closed")),
    onnotify: (name: string, payload: string) => {
      if (name === probe) heard.resolve(true);
      else if (name === channel && !stop.aborted) handlers.message(payload);
    },
  } as PostgresOptions);
  const end = () => dropped.reject(new Error("the listener was closed"));
  stop.addEventListener("abort", end);
  if (stop.aborted) end();
  try {
    await within(deadline * 2, [
      client.unsafe(`LISTEN ${quote(channel)}; LISTEN ${quote(probe)}`).simple(),
      dropped.promise,
    ]);
    connected();
    handlers.ready();
    void checkHearing(hear(probe), heard.promise, deadline, stop).then((ok) => ok || deaf());
    return await watch(client, dropped.promise, beat, deadline, stop);
  } catch (error) {
    return error;
  } finally {
    stop.removeEventListener("abort", end);
    await client.end({ timeout: 0 }).catch(() => {});
    sockets.destroy(); // a half-open socket would otherwise live for minutes
  }
}

/** Returns never; throws when the connection drops or a question stays unanswered. */
async function watch(
  client: Sql,
  dropped: Promise<never>,
  beat: number,
  deadline: number,
  stop: AbortSignal,
): Promise<never> {
  for (;;) {
    await Promise.race([sleep(beat, undefined, { signal: stop, ref: false }), dropped]);
    await within(deadline, [client`select 1`, dropped]);
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

function warnOnce(log: Logger, channel: string): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    log.warn("the listener hears nothing; is database.dsn behind a transaction-mode pooler?", {
      channel,
      remedy: "use session pooling or a direct connection, or cache.disable_notification_listener",
    });
  };
}

async function within<T>(ms: number, racers: readonly Promise<T>[]): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
    timer.unref();
  });
  try {
    return await Promise.race([...racers, late]);
  } finally {
    clearTimeout(timer);
  }
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
