/**
 * Statements of the embedded database, prepared once. PGlite parses, plans and describes every statement anew, in
 * six passes through its WebAssembly; a statement that is prepared needs one, and a fourth of the time.
 */
import type { PGlite, QueryOptions, Results, Transaction } from "@electric-sql/pglite";
import type { StatementTrace } from "../traced/sql.ts";

/** Texts that are prepared; lists of any length make ever new ones, which stay as they are. */
const MAX_PREPARED = 300;
const NAME_PREFIX = "p_";
/** "Cached plan must not change result type", and an unknown statement: it is prepared anew. */
const STALE: ReadonlySet<string> = new Set(["0A000", "26000"]);

type Messages = Awaited<ReturnType<PGlite["execProtocolStream"]>>;
type Run = <T>(text: string, values?: unknown[], options?: QueryOptions) => Promise<Results<T>>;

interface Statement {
  readonly name: string;
  /** Types of its parameters, in order; unknown until it is prepared. */
  types?: readonly number[];
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

class PreparedStatements {
  readonly #pg: PGlite;
  readonly #module: typeof import("@electric-sql/pglite");
  readonly #limit: number;
  readonly #statements = new Map<string, Statement>();
  #names = 0;

  constructor(pg: PGlite, module: typeof import("@electric-sql/pglite"), limit: number) {
    this.#pg = pg;
    this.#module = module;
    this.#limit = limit;
  }

  /** Undefined the first time: most of what a start sends never comes again. */
  find(text: string): Statement | undefined {
    const statement = this.#statements.get(text);
    if (!statement && this.#statements.size < this.#limit) {
      this.#statements.set(text, { name: `${NAME_PREFIX}${this.#names++}` });
    }
    return statement;
  }

  run<T>(
    statement: Statement,
    text: string,
    values: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Results<T>> {
    return this.#pg._runExclusiveQuery(async () => {
      const { serialize } = this.#module.protocol;
      try {
        statement.types ??= await this.#prepare(statement.name, text);
        const { name, types } = statement;
        const messages = await this.#send([
          serialize.bind({ statement: name, values: this.#written(values, types) }),
          serialize.describe({ type: "P" }),
          serialize.execute({}),
        ]);
        // Those of the query in front of the common ones: PGlite would copy hundreds for each result.
        const parsers = Object.assign(Object.create(this.#pg.parsers), options?.parsers);
        const rowMode = options?.rowMode ?? "object";
        const [result] = this.#module.parse.parseResults(messages, parsers, { rowMode });
        return result as Results<T>;
      } catch (error) {
        if (STALE.has((error as { code?: string }).code ?? "")) this.#statements.delete(text);
        throw error;
      } finally {
        if (!this.#pg.isInTransaction()) await this.#pg.syncToFs();
      }
    });
  }

  async #prepare(name: string, text: string): Promise<readonly number[]> {
    const { serialize } = this.#module.protocol;
    const messages = await this.#send([
      serialize.parse({ name, text }),
      serialize.describe({ type: "S", name }),
    ]);
    return this.#module.parse.parseDescribeStatementResults(messages);
  }

  /** One pass. An error leaves out what comes behind it, up to the end of the pass. */
  #send(parts: readonly Uint8Array[]): Promise<Messages> {
    const pass = joined([...parts, this.#module.protocol.serialize.sync()]);
    return this.#pg.execProtocolStream(pass, { syncToFs: false });
  }

  #written(values: readonly unknown[], types: readonly number[]): (string | null)[] {
    return values.map((value, index) => {
      if (value === null || value === undefined) return null;
      const serializer = this.#pg.serializers[types[index] ?? 0];
      return serializer ? serializer(value) : String(value);
    });
  }
}

/** Puts what `queryOf` answers in the place of `query`, inside transactions. */
function replaceInTransactions(pg: PGlite, queryOf: (tx: Transaction) => Run): void {
  const transaction = pg.transaction.bind(pg);
  pg.transaction = (body) =>
    transaction((tx) =>
      body({
        ...tx,
        get closed() {
          return tx.closed;
        },
        query: queryOf(tx),
      }),
    );
}

/** From its second time on each statement of `query`, inside and outside transactions, is a prepared one. */
export function prepareStatements(
  pg: PGlite,
  module: typeof import("@electric-sql/pglite"),
  limit = MAX_PREPARED,
): void {
  const prepared = new PreparedStatements(pg, module, limit);
  const query: Run = pg.query.bind(pg);
  pg.query = async (text, values = [], options) => {
    const statement = pg.ready && !pg.closed ? prepared.find(text) : undefined;
    if (!statement) return query(text, values, options);
    return pg._runExclusiveTransaction(() => prepared.run(statement, text, values, options));
  };
  replaceInTransactions(pg, (tx) => async (text, values = [], options) => {
    const statement = tx.closed ? undefined : prepared.find(text);
    if (!statement) return tx.query(text, values, options);
    return prepared.run(statement, text, values, options);
  });
}

/** Each statement of `query` from now on, inside and outside transactions. */
export function traceStatements(pg: PGlite, trace: StatementTrace): void {
  const query: Run = pg.query.bind(pg);
  pg.query = (text, values, options) => trace(text, () => query(text, values, options));
  replaceInTransactions(
    pg,
    (tx) => (text, values, options) => trace(text, () => tx.query(text, values, options)),
  );
}
