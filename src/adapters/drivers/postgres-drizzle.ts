/**
 * Drizzle on the pool. Its own session for pg asks for work-arounds in a transaction: a failed
 * `begin` keeps the connection, and a transaction in which a statement failed unnoticed is told as
 * committed although the server rolled it back. So transactions are run here.
 */
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDatabase, PgDialect, type PgTransactionConfig } from "drizzle-orm/pg-core";
import type { Client, QueryConfig, QueryResult } from "pg";
import type { CopiedRow } from "../../runtime.ts";
import type { Database } from "../../store/database.ts";
import type { StatementTrace } from "../traced/sql.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import { CopyOut } from "./postgres-copy.ts";
import type { Pool } from "./postgres-pool.ts";
import type { NameStatement } from "./postgres-statements.ts";
import { VALUE_TYPES } from "./postgres-values.ts";

type NoSchema = Record<string, never>;
type Run = (statement: QueryConfig | CopyOut) => Promise<QueryResult>;

const untraced: StatementTrace = (_text, run) => run();

/**
 * @param name prepares statements under a name; without it each is parsed anew
 * @param trace around each statement
 */
export function drizzlePool(
  pool: Pool,
  name: NameStatement = () => undefined,
  trace = untraced,
): Database {
  const session = new PoolSession(pool, name, trace);
  return new PgDatabase(DIALECT, session, undefined) as unknown as Database;
}

/** One statement on whichever connection is free. */
export async function queryOnce(
  pool: Pool,
  statement: QueryConfig | CopyOut | string,
): Promise<QueryResult> {
  const connection = await pool.take();
  try {
    return await connection.query(statement);
  } finally {
    pool.give(connection);
  }
}

const DIALECT = new PgDialect();

/** As much of a client as drizzle uses; the types of the connection replace drizzle's. */
function clientOf(run: Run, name: NameStatement, trace: StatementTrace): Client {
  const query = async (statement: QueryConfig, values: unknown[]) => {
    const named = {
      ...statement,
      values,
      types: VALUE_TYPES,
      name: values.length > 0 ? name(statement.text) : undefined,
    };
    const result = await trace(statement.text, () => run(named));
    if ("rowMode" in statement && result.rows.length > LARGE_ANSWER_ROWS) letGo(result.rows);
    return result;
  };
  return { query } as unknown as Client;
}

/** Of fewer rows it does not matter. */
const LARGE_ANSWER_ROWS = 50;

/**
 * Has the rows emptied once drizzle has made its own of them. The list grew old while the answer came in, and what an
 * old list holds survives, used or not, until all of the heap is collected: of a large table a gigabyte.
 */
function letGo(rows: unknown[][]): void {
  const map = rows.map.bind(rows);
  rows.map = ((make: Parameters<typeof map>[0]) => {
    const made = map(make);
    for (const row of rows) row.length = 0;
    rows.length = 0;
    return made;
  }) as typeof rows.map;
}

class PoolSession extends NodePgSession<NoSchema, NoSchema> {
  readonly #pool: Pool;
  readonly #name: NameStatement;
  readonly #trace: StatementTrace;

  constructor(pool: Pool, name: NameStatement, trace: StatementTrace) {
    super(
      clientOf((statement) => queryOnce(pool, statement), name, trace),
      DIALECT,
      undefined,
    );
    this.#pool = pool;
    this.#name = name;
    this.#trace = trace;
  }

  override async transaction<T>(
    work: (tx: NodePgTransaction<NoSchema, NoSchema>) => Promise<T>,
    config: PgTransactionConfig = {},
  ): Promise<T> {
    const connection = await this.#pool.take();
    try {
      return await transact(connection, beginText(config), (run) => {
        const client = clientOf(run, this.#name, this.#trace);
        const session = new NodePgSession<NoSchema, NoSchema>(client, DIALECT, undefined);
        return work(new Transaction(DIALECT, session, run, this.#trace));
      });
    } finally {
      this.#pool.give(connection); // one that is still inside of a transaction is not used again
    }
  }
}

/** Knows how rows of a large answer are read on its connection. */
class Transaction extends NodePgTransaction<NoSchema, NoSchema> {
  readonly #run: Run;
  readonly #trace: StatementTrace;

  constructor(
    dialect: PgDialect,
    session: NodePgSession<NoSchema, NoSchema>,
    run: Run,
    trace: StatementTrace,
  ) {
    super(dialect, session, undefined);
    this.#run = run;
    this.#trace = trace;
  }

  async copyRows(query: string, take: (row: CopiedRow) => void): Promise<void> {
    await this.#trace(`copy (${query})`, () => this.#run(new CopyOut(query, take)));
  }
}

/** As `SqlDriver.copyRows`, of the transactions that are made here. */
export async function copyRows(
  tx: object,
  query: string,
  take: (row: CopiedRow) => void,
): Promise<void> {
  if (!(tx instanceof Transaction)) throw new TypeError("rows are copied in a transaction");
  await tx.copyRows(query, take);
}

/** `begin` travels with the first statement: nothing waits for its answer alone. */
async function transact<T>(
  connection: PostgresConnection,
  begin: string,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  let failure: unknown;
  let over = false;
  const begun = connection.query(begin);
  begun.catch(() => {
    over = true; // nothing runs outside of the transaction
  });
  async function run(statement: QueryConfig | CopyOut): Promise<QueryResult> {
    if (over) throw new Error("the transaction is over");
    try {
      return await connection.query(statement);
    } catch (error) {
      failure ??= error;
      throw error;
    }
  }
  try {
    const result = await work(run);
    over = true;
    const [{ command }] = await Promise.all([connection.query("commit"), begun]);
    if (command === "COMMIT") return result;
    const told = "the transaction was rolled back: a statement in it failed";
    throw new Error(told, { cause: failure });
  } catch (error) {
    over = true;
    // Also after a failed commit: the connection is given back outside of any transaction.
    await connection.query("rollback").catch(() => {});
    throw error;
  }
}

function beginText({ isolationLevel, accessMode, deferrable }: PgTransactionConfig): string {
  return [
    "begin",
    isolationLevel && `isolation level ${isolationLevel}`,
    accessMode,
    deferrable === true && "deferrable",
  ]
    .filter(Boolean)
    .join(" ");
}
