/** The pool keys of the specification, in the words of postgres.js. */
import type { Options, PostgresType } from "postgres";
import type { DatabaseOptions } from "../../options.ts";
import type { Dsn } from "./dsn.ts";
import { ARRAY_TYPES } from "./postgres-arrays.ts";
import {
  parseInt8,
  parseJsonColumn,
  parseTime,
  serializeJson,
  serializeTime,
  TIME_OIDS,
} from "./sql-values.ts";

/** postgres.js wants a number; sockets are opened only when all others are busy. */
const UNLIMITED = 1_000;
/** `setTimeout` holds no more, and a larger value would fire at once. */
const LONGEST_TIMER = 2_147_483;
/** Seconds to the first answer at the start, and of each connection of the pool later. */
export const CONNECT_TIMEOUT = 10;
const POOL_CONNECT_TIMEOUT = 5;
const STATEMENT_TIMEOUT = 30_000;

const TYPES = {
  ...ARRAY_TYPES,
  json: { to: 114, from: [114, 3802], serialize: serializeJson, parse: parseJsonColumn },
  date: {
    to: 1184,
    from: [...TIME_OIDS],
    serialize: serializeTime,
    parse: parseTime,
  },
  bigint: { to: 20, from: [20], serialize: String, parse: parseInt8 },
  bytea: {
    to: 17,
    from: [17],
    serialize: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString("hex")}`,
    parse: (text: string) => Uint8Array.from(Buffer.from(text.slice(2), "hex")),
  },
};

export type PostgresOptions = Options<Record<string, PostgresType>>;

/** What every connection shares: where, who, how values travel. */
export function connectionOptions(dsn: Dsn, timeout?: number): PostgresOptions {
  // A pooler with a short list of known settings refuses the start packet that holds another.
  const limits = dsn.bareStart || !timeout ? {} : { statement_timeout: timeout };
  return {
    ...(dsn.path === undefined ? {} : { path: dsn.path }),
    // postgres.js takes lists; its types know only one of each.
    host: [...dsn.hosts] as unknown as string,
    port: [...dsn.ports] as unknown as number,
    database: dsn.database,
    username: dsn.user,
    password: dsn.password,
    ssl: dsn.ssl,
    ...(dsn.targetSession ? { target_session_attrs: dsn.targetSession as "primary" } : {}),
    prepare: dsn.prepare,
    connect_timeout: CONNECT_TIMEOUT,
    connection: { TimeZone: "UTC", DateStyle: "ISO, MDY", ...limits, ...dsn.settings },
    types: TYPES as unknown as Record<string, PostgresType>,
    fetch_types: false,
    transform: { undefined: null },
    // A pause after every failure, but a short one: recovery is noticed at once.
    backoff: (failures: number) => Math.min(0.05 * 2 ** failures, 0.5),
    keep_alive: 15,
    onnotice: () => undefined,
  };
}

/**
 * - `max_open_conns`: negative (and 0, as in Go) is unlimited.
 * - `max_idle_conns`: postgres.js keeps every idle connection until it is too old; a number cannot
 *   be expressed, but negative (none) closes idle connections after one second.
 * - `conn_max_lifetime`: negative is unlimited. `conn_max_idle_time`: absent or negative keeps them.
 */
export function poolOptions(dsn: Dsn, database: DatabaseOptions): PostgresOptions {
  const max = database.max_open_conns;
  const idle = database.max_idle_conns < 0 ? 1 : timer(database.conn_max_idle_time);
  return {
    ...connectionOptions(dsn, STATEMENT_TIMEOUT),
    connect_timeout: POOL_CONNECT_TIMEOUT,
    max: max > 0 ? max : UNLIMITED,
    max_lifetime: timer(database.conn_max_lifetime) ?? null,
    ...(idle === undefined ? {} : { idle_timeout: idle }),
  };
}

/** Whole seconds for a timer; undefined for "never". */
function timer(duration: number | undefined): number | undefined {
  if (duration === undefined || duration <= 0) return undefined;
  return Math.min(Math.max(Math.ceil(duration / 1_000), 1), LONGEST_TIMER);
}
