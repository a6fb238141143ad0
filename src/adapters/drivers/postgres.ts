/** Postgres through pg: the pool, one-off sessions and the listener. */
import { StartError } from "../../errors.ts";
import type { Logger, ParsedDatabase, SqlSession } from "../../runtime.ts";
import type { DrizzleDriver } from "../../store/database.ts";
import type { StatementTrace } from "../traced/sql.ts";
import { type Dsn, parseDsn } from "./dsn.ts";
import { connectPostgres } from "./postgres-connect.ts";
import type { ConnectOptions, PostgresConnection } from "./postgres-connection.ts";
import { copyRows, drizzlePool, queryOnce } from "./postgres-drizzle.ts";
import { listenPostgres } from "./postgres-listener.ts";
import {
  CONNECT_TIMEOUT_MS,
  connectOptions,
  poolConnectOptions,
  poolLimits,
} from "./postgres-options.ts";
import { createPool } from "./postgres-pool.ts";
import { createStatementNames } from "./postgres-statements.ts";
import { tlsFailure } from "./tls-failure.ts";

/** Opens the pool and proves that the database answers; `StartError` says in one line why not. */
export async function openPostgres(
  database: ParsedDatabase,
  log: Logger,
  trace?: StatementTrace,
): Promise<DrizzleDriver> {
  const dsn = parseDsn(database.dsn ?? "");
  const options = poolConnectOptions(dsn);
  const direct = await probe(dsn, options);
  const names = dsn.prepare && direct ? createStatementNames() : undefined;
  const pool = createPool(() => connectPostgres(dsn, options), poolLimits(database));

  const listeners = new Set<AsyncDisposable>();
  let closing: Promise<void> | undefined;
  return {
    storage: "postgres",
    db: drizzlePool(pool, names, trace),
    session: (run, other) => session(run, other === undefined ? dsn : parseDsn(other, OTHER)),
    listen(channels, handlers) {
      const hear = (name: string) =>
        queryOnce(pool, { text: "select pg_notify($1, '')", values: [name] });
      const listener = listenPostgres({ dsn, channels, handlers, hear, log });
      listeners.add(listener);
      return {
        async [Symbol.asyncDispose]() {
          listeners.delete(listener);
          await listener[Symbol.asyncDispose]();
        },
      };
    },
    copyRows,
    pool: pool.state,
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
 * a database that wakes up may take longer once. Answers whether the connection is the server's own:
 * behind a pooler the next statement may run on another one, where nothing is prepared.
 */
async function probe(dsn: Dsn, { settings }: ConnectOptions): Promise<boolean> {
  const connection = await connect(dsn, { timeout: CONNECT_TIMEOUT_MS, settings });
  try {
    return await isDirect(connection);
  } finally {
    await connection.end();
  }
}

/** A pooler greets before it has a server, so it cannot know the server's process. */
export async function isDirect(connection: PostgresConnection): Promise<boolean> {
  const { rows } = await connection.query("select pg_backend_pid() as pid");
  return rows[0].pid === connection.processId;
}

async function session<T>(run: (session: SqlSession) => Promise<T>, dsn: Dsn): Promise<T> {
  const connection = await connect(dsn, connectOptions(dsn));
  try {
    return await run({
      async query(text, parameters = []) {
        const { rows } = await connection.query({ text, values: [...parameters] });
        return rows as Record<string, unknown>[];
      },
      script: async (text) => void (await connection.query(text)),
    });
  } finally {
    await connection.end();
  }
}

async function connect(dsn: Dsn, options: ConnectOptions): Promise<PostgresConnection> {
  try {
    return await connectPostgres(dsn, options);
  } catch (cause) {
    throw new StartError(`cannot connect to the database at ${dsn.label}: ${reason(cause)}`, {
      cause,
    });
  }
}

const SILENT = `no answer within ${CONNECT_TIMEOUT_MS / 1_000} s`;
const REASONS: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["ENOTFOUND", "host not found"],
  ["EAI_AGAIN", "host not found"],
  ["ENOENT", "no such socket"],
  ["ECONNRESET", "connection closed by the server"],
  ["CONNECTION_CLOSED", "connection closed by the server"],
  ["CONNECT_TIMEOUT", SILENT],
  ["ETIMEDOUT", SILENT],
]);

/** The words of pg (SCRAM) and of the server. */
const NO_PASSWORD = /client password must be|^empty password/;

function reason(cause: unknown): string {
  // Several addresses of one host failed: the first tells enough.
  const error = cause instanceof AggregateError ? cause.errors[0] : cause;
  const { code, message } = error as { code?: string; message?: string };
  const untrusted = tlsFailure(error);
  if (untrusted) return untrusted;
  const told = REASONS.get(code ?? "") ?? message ?? "unknown reason";
  if (NO_PASSWORD.test(told)) return "the server asks for a password";
  // The words of PgBouncer for a server setting that it does not pass on.
  if (!told.startsWith("unsupported startup parameter")) return told;
  return `${told}; for a pooler add pgbouncer=true to the connection string`;
}
