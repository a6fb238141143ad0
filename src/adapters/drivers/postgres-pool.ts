/**
 * The pool that drizzle sees. postgres.js 3.4.9 has two faults around lost connections, and both
 * are kept away from the service here:
 *
 * - A statement on a transaction whose connection is gone (also its own `rollback`) writes to a
 *   null socket in a timer, which ends the process. So nothing reaches such a transaction any more.
 * - A connection that closes between a write and its flush never connects again; every statement
 *   given to it times out. So a connect timeout replaces the whole pool.
 */
import postgres, { type Sql, type TransactionSql } from "postgres";
import type { Logger } from "../../runtime.ts";
import { settled } from "../serving.ts";
import type { PostgresOptions } from "./postgres-options.ts";

export interface Pool {
  /** As much of `Sql` as drizzle uses. */
  readonly client: Sql;
  close(): Promise<void>;
}

/** Milliseconds that statements may still take on a pool that is being closed or replaced. */
const GRACE = 5_000;

export function createPool(options: PostgresOptions, log: Logger): Pool {
  let current = open(options);
  let closing = false;

  function watch<T extends Promise<unknown>>(pool: Generation, work: T): T {
    pool.running.add(work);
    work
      .catch((error) => {
        if (closing || pool !== current || codeOf(error) !== "CONNECT_TIMEOUT") return;
        log.warn("the database does not answer; opening a new connection pool", { error });
        current = open(options);
        void end(pool);
      })
      .finally(() => pool.running.delete(work));
    return work;
  }

  const client = {
    // Drizzle sets its parsers here; ours, which do the same, are part of `options`.
    options: { parsers: {}, serializers: {} },
    unsafe: (...call: Parameters<Sql["unsafe"]>) => watch(current, current.sql.unsafe(...call)),
    begin: (run: Work) => watch(current, beginGuarded(current.sql, run)),
  };

  return {
    client: client as unknown as Sql,
    async close() {
      closing = true;
      await end(current);
    },
  };
}

interface Generation {
  readonly sql: Sql;
  readonly running: Set<Promise<unknown>>;
}

function open(options: PostgresOptions): Generation {
  return { sql: postgres(options), running: new Set() };
}

/** postgres.js alone would also wait for connections that are long gone. */
async function end({ sql, running }: Generation): Promise<void> {
  await settled(Promise.allSettled(running), GRACE);
  await sql.end({ timeout: 0 }).catch(() => {});
}

type Work = (tx: TransactionSql) => Promise<unknown>;

/** One transaction and what became of its connection. */
interface Line {
  readonly lost: Promise<never>;
  cause: unknown;
  lose(cause: unknown): void;
}

function beginGuarded(pool: Sql, run: Work): Promise<unknown> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const line: Line = {
    lost: promise,
    cause: undefined,
    lose(cause) {
      line.cause ??= cause;
      reject(cause);
    },
  };
  const done = pool.begin((tx) => settleWhileAlive(run(guard(tx, line)), line));
  // Rejects in the same turn in which postgres.js learns of the loss, and after the end otherwise.
  done.catch((error) => line.lose(error));
  return Promise.race([done, line.lost]);
}

/** Follows the work, but stays pending when the line is lost: postgres.js would send a rollback. */
function settleWhileAlive(work: Promise<unknown>, line: Line): Promise<unknown> {
  return new Promise((resolve, reject) => {
    work.then(
      (value) => line.cause === undefined && resolve(value),
      (error) => line.cause === undefined && reject(error),
    );
  });
}

function guard(tx: TransactionSql, line: Line): TransactionSql {
  const guarded = {
    unsafe(...call: Parameters<TransactionSql["unsafe"]>) {
      if (line.cause !== undefined) return refuse(line.cause);
      const query = tx.unsafe(...call);
      query.catch((error) => CONNECTION_CODES.has(codeOf(error)) && line.lose(error));
      return query;
    },
    savepoint(run: Work) {
      if (line.cause !== undefined) return refuse(line.cause);
      const done = tx.savepoint((inner) => settleWhileAlive(run(guard(inner, line)), line));
      done.catch(() => {});
      return Promise.race([done, line.lost]);
    },
  };
  return guarded as unknown as TransactionSql;
}

/** A rejection with the `values()` that drizzle asks of a query. */
function refuse(cause: unknown): Promise<never> {
  const refused = Promise.reject(cause);
  return Object.assign(refused, { values: () => refused });
}

/** What a socket, not the server, can say. */
const CONNECTION_CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "ETIMEDOUT",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
]);

function codeOf(error: unknown): string {
  return (error as { code?: string } | undefined)?.code ?? "";
}
