/** The pool keys of the specification, and what is sent at the start of every connection. */
import type { ParsedDatabase } from "../../runtime.ts";
import type { Dsn } from "./dsn.ts";
import type { ConnectOptions } from "./postgres-connection.ts";
import type { PoolLimits } from "./postgres-pool.ts";

/** Milliseconds to the first answer at the start, and of each connection of the pool later. */
export const CONNECT_TIMEOUT_MS = 10_000;
const POOL_CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** How much later than the server's own limit a connection without an answer is given up. */
const SILENCE_MS = 5_000;

/** Of a session or a listener: no statement timeout, migrations take as long as they take. */
export function connectOptions(dsn: Dsn): ConnectOptions {
  return { timeout: CONNECT_TIMEOUT_MS, settings: startSettings(dsn) };
}

/** Of the pool: the server ends a statement after 30 s, or after what the connection string says. */
export function poolConnectOptions(dsn: Dsn): ConnectOptions {
  const limit = dsn.settings.statement_timeout ?? String(STATEMENT_TIMEOUT_MS);
  const milliseconds = Number(limit); // NaN for a text with a unit
  return {
    timeout: POOL_CONNECT_TIMEOUT_MS,
    settings: startSettings(dsn, STATEMENT_TIMEOUT_MS),
    answer: milliseconds > 0 ? milliseconds + SILENCE_MS : undefined,
  };
}

function startSettings(dsn: Dsn, timeout?: number): Record<string, string> {
  // A pooler with a short list of known settings refuses the start packet that holds another.
  const limits =
    dsn.bareStart || timeout === undefined ? {} : { statement_timeout: String(timeout) };
  return { TimeZone: "UTC", DateStyle: "ISO, MDY", ...limits, ...dsn.settings };
}

/**
 * - `max_open_conns`: negative (and 0, as in Go) is unlimited.
 * - `max_idle_conns`: negative (and 0) is none.
 * - `conn_max_lifetime` and `conn_max_idle_time`: absent or not positive is no limit.
 */
export function poolLimits(database: ParsedDatabase): PoolLimits {
  const max = database.max_open_conns;
  return {
    max: max > 0 ? max : Infinity,
    maxIdle: Math.max(database.max_idle_conns, 0),
    livesFor: positive(database.conn_max_lifetime),
    idleFor: positive(database.conn_max_idle_time),
  };
}

const positive = (duration: number | undefined): number | undefined =>
  duration !== undefined && duration > 0 ? duration : undefined;
