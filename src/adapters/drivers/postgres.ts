/** Postgres through postgres.js: the pool, one-off sessions and the listener. */
import { drizzle } from "drizzle-orm/postgres-js";
import postgres, { type Sql, type UnsafeQueryOptions } from "postgres";
import { StartError } from "../../errors.ts";
import type { DatabaseOptions } from "../../options.ts";
import type { Database, Logger, SqlDriver, SqlSession } from "../../runtime.ts";
import { type Dsn, parseDsn } from "./dsn.ts";
import { listenPostgres } from "./postgres-listener.ts";
import {
  CONNECT_TIMEOUT,
  connectionOptions,
  type PostgresOptions,
  poolOptions,
} from "./postgres-options.ts";
import { createPool } from "./postgres-pool.ts";

/** Opens the pool and proves that the database answers; `StartError` says in one line why not. */
export async function openPostgres(database: DatabaseOptions, log: Logger): Promise<SqlDriver> {
  const dsn = parseDsn(database.dsn ?? "");
  const options = poolOptions(dsn, database);
  await probe(dsn, options);
  const pool = createPool(options, log);

  const listeners = new Set<AsyncDisposable>();
  let closing: Promise<void> | undefined;
  return {
    storage: "postgres",
    db: drizzle({ client: pool.client }) as unknown as Database,
    session: (run, other) => session(run, other === undefined ? dsn : parseDsn(other, OTHER)),
    listen(channel, handlers) {
      const hear = (name: string) => pool.client.unsafe("select pg_notify($1, '')", [name]);
      const listener = listenPostgres({ dsn, channel, handlers, hear, log });
      listeners.add(listener);
      return {
        async [Symbol.asyncDispose]() {
          listeners.delete(listener);
          await listener[Symbol.asyncDispose]();
        },
      };
    },
    close: () => (closing ??= close()),
  };

  async function close(): Promise<void> {
    await Promise.all([...listeners].map((listener) => listener[Symbol.asyncDispose]()));
    await pool.close();
  }
}

const OTHER = "database.migration.dsn";

/**
 * With the start packet of the pool, which a pooler may refuse. The pool has a shorter connect timeout;
 * a database that wakes up may take longer once.
 */
async function probe(dsn: Dsn, { connection }: PostgresOptions): Promise<void> {
  const packet = connection && { connection };
  const client = postgres({ ...connectionOptions(dsn), ...packet, max: 1 });
  await connect(client, dsn);
  await client.end({ timeout: 0 });
}

/** The extended protocol also without parameters; the types of postgres.js leave `simple` out. */
const EXTENDED = { simple: false } as UnsafeQueryOptions;

/** No statement timeout: migrations and their lock take as long as they take. */
async function session<T>(run: (session: SqlSession) => Promise<T>, dsn: Dsn): Promise<T> {
  let lost = false;
  const client = postgres({
    ...connectionOptions(dsn),
    max: 1,
    max_lifetime: null,
    onclose: () => {
      lost = true;
    },
  });
  /** postgres.js would go on with a second connection that holds none of the session's locks. */
  function connection(): Sql {
    if (lost) throw new Error("the connection of this database session was lost");
    return client;
  }
  try {
    await connect(client, dsn);
    return await run({
      query: async (text, parameters = []) =>
        Array.from(await connection().unsafe(text, [...parameters] as never[], EXTENDED)),
      script: async (text) => void (await connection().unsafe(text).simple()),
    });
  } finally {
    await client.end({ timeout: 0 });
  }
}

async function connect(client: Sql, dsn: Dsn): Promise<void> {
  try {
    await client`select 1`;
  } catch (cause) {
    await client.end({ timeout: 0 });
    throw new StartError(`cannot connect to the database at ${dsn.label}: ${reason(cause)}`, {
      cause,
    });
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["ENOTFOUND", "host not found"],
  ["EAI_AGAIN", "host not found"],
  ["ENOENT", "no such socket"],
  ["ECONNRESET", "connection closed by the server"],
  ["CONNECTION_CLOSED", "connection closed by the server"],
  ["CONNECT_TIMEOUT", `no answer within ${CONNECT_TIMEOUT} s`],
  ["ETIMEDOUT", `no answer within ${CONNECT_TIMEOUT} s`],
]);

function reason(cause: unknown): string {
  // Several addresses of one host failed: the first tells enough.
  const error = cause instanceof AggregateError ? cause.errors[0] : cause;
  const { code, message } = error as { code?: string; message?: string };
  const told = REASONS.get(code ?? "") ?? message ?? "unknown reason";
  // The words of PgBouncer for a server setting that it does not pass on.
  if (!told.startsWith("unsupported startup parameter")) return told;
  return `${told}; for a pooler add pgbouncer=true to the connection string`;
}
