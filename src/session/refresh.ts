/**
 * Refresh once (login-session-wire 2.14; L-W22 to L-W26): one call per session across requests and
 * instances, independent of the request that started it.
 */
import { AuthError, ProviderUnavailable } from "../errors.ts";
import type { Logger, Runtime } from "../runtime.ts";
import type { SessionEntry, SessionStore } from "../sessions/session-store.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { type Duration, durationOf } from "../std/duration.ts";
import type { SessionRecord } from "./record.ts";
import { RefreshRefused } from "./refresh-request.ts";

/** A refresh is due this many seconds before the access token ends. */
const EARLY = 10;
/** Longer than any answer may take; a holder that died blocks the session no longer than this. */
const LEASE = durationOf(15_000);
/** How long a request waits for a refresh by another instance. */
const PATIENCE = 16_000;
const FIRST_LOOK = 20;
const LONGEST_LOOK = 250;

export interface Opened {
  readonly entry: SessionEntry;
  readonly record: SessionRecord;
}

export interface Refresher {
  /** The record after the refresh, undefined when the session is over. Throws `unavailable`. */
  refresh(key: string, ask: RefreshCall): Promise<Opened | undefined>;
}

export interface RefreshCall {
  /** New tokens for this record; throws `RefreshRefused` for a definite no. */
  request(record: SessionRecord): Promise<SessionRecord>;
}

export interface RefresherParts {
  readonly store: SessionStore;
  readonly lifetime: Duration;
  readonly runtime: Pick<Runtime, "clock" | "random" | "log">;
  readonly open: (key: string, entry: SessionEntry | undefined) => Opened | undefined;
}

export const isDue = (record: SessionRecord, now: number): boolean =>
  record.tokens.expires_at <= Math.floor(now / 1000) + EARLY;

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export function refresher({ store, lifetime, runtime, open }: RefresherParts): Refresher {
  const running = new Map<string, Promise<Opened | undefined>>();
  const { clock, log } = runtime;

  /** The lease is ours: no other instance asks the provider now. */
  async function refreshLeased(key: string, ask: RefreshCall): Promise<Opened | undefined> {
    const opened = open(key, await store.read(key));
    // The holder before us may have done it.
    if (!opened || !isDue(opened.record, clock.now())) return opened;
    const { revision } = opened.entry;
    let renewed: SessionRecord;
    try {
      renewed = await ask.request(opened.record);
    } catch (error) {
      if (!(error instanceof RefreshRefused)) throw outage(error, log);
      await store.remove(key, revision);
      // Another sign-in or refresh may have come in between: the present record counts (L-W23).
      return open(key, await store.read(key));
    }
    await store.replace(key, revision, JSON.stringify(renewed), lifetime);
    return open(key, await store.read(key));
  }

  async function run(key: string, ask: RefreshCall): Promise<Opened | undefined> {
    const owner = encodeBase64Url(runtime.random(16));
    let wait = FIRST_LOOK;
    for (let waited = 0; waited <= PATIENCE; waited += wait) {
      if (await store.claim(key, owner, LEASE)) {
        try {
          return await refreshLeased(key, ask);
        } finally {
          await store.release(key, owner).catch(() => undefined);
        }
      }
      await pause(wait);
      wait = Math.min(wait * 2, LONGEST_LOOK);
      const opened = open(key, await store.read(key));
      if (!opened || !isDue(opened.record, clock.now())) return opened;
    }
    throw outage(new Error("another instance holds the refresh for too long"), log);
  }

  return {
    refresh(key, ask) {
      const known = running.get(key);
      if (known) return known;
      // Not bound to a request: a browser that disconnects must not fail the other waiting requests (L-W24).
      const started = run(key, ask).finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
  };
}

function outage(cause: unknown, log: Logger): AuthError {
  if (cause instanceof AuthError && cause.code === "unavailable") return cause;
  log.warn("a session could not be refreshed", { error: cause });
  return new ProviderUnavailable("the session cannot be refreshed now", cause);
}
