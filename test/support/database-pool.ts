/**
 * Embedded databases in memory that tests borrow one after another: to make one from the image costs 400 ms of
 * processor time, to empty it a few. What is borrowed is as the image: migrated and empty.
 */
import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { openPglite } from "../../src/adapters/drivers/pglite.ts";
import type { Logger, SqlDriver } from "../../src/runtime.ts";
import type { Database, DrizzleDriver } from "../../src/store/database.ts";
import { databaseImage } from "./database-image.ts";

/** What a database holds: rows as JSON by table, and the last number of each sequence. */
export interface Content {
  readonly rows: ReadonlyMap<string, string>;
  readonly sequences: ReadonlyMap<string, string>;
}

interface Pooled {
  readonly driver: DrizzleDriver;
  readonly pg: PGlite;
  /** What a migrated database begins with. */
  readonly content: Content;
  readonly catalog: string;
}

/** Idle ones of this process, without a row; more are closed. */
const idle: Pooled[] = [];
const MOST_IDLE = 4;
/** What was deleted stays in the file of a table until it is truncated. */
const MOST_DELETED_BYTES = 256 * 1024;

/** Whatever a test does to the schema changes one of these; such a database is not used again. */
const CATALOG = `select concat_ws(' ',
  (select count(*) || ':' || coalesce(sum(oid::int8), 0) from pg_class where oid >= 16384 and relkind <> 't'),
  (select count(*) || ':' || coalesce(sum(attnum), 0) from pg_attribute where attrelid >= 16384),
  (select count(*) || ':' || coalesce(sum(oid::int8), 0) from pg_constraint),
  (select count(*) from pg_proc), (select count(*) from pg_trigger), (select count(*) from pg_namespace),
  (select count(*) from pg_roles), (select count(*) from pg_db_role_setting)) as catalog`;

/** Tables that a row was ever written to since they were truncated. */
const WRITTEN = `select format('%I.%I', nspname, relname) as name, pg_relation_size(c.oid) as bytes from pg_class c
  join pg_namespace n on n.oid = relnamespace
  where c.oid >= 16384 and relkind = 'r' and pg_relation_size(c.oid) > 0`;

const SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name, last_value::text as at
  from pg_sequences where last_value is not null`;

async function make(log: Logger): Promise<Pooled> {
  const driver = await openPglite(undefined, log, databaseImage());
  const { $client: pg } = driver.db as unknown as { $client: PGlite };
  const pooled = { driver, pg, content: await contentOf(driver), catalog: await catalogOf(pg) };
  await clear(pg);
  return pooled;
}

/** For `borrowDatabase`, so that another database begins with it. */
export const contentOf = (driver: SqlDriver): Promise<Content> =>
  driver.session(async (session) => {
    const rows = new Map<string, string>();
    for (const { name } of await session.query(WRITTEN)) {
      const [found] = await session.query(`select json_agg(t)::text as all from ${name} t`);
      rows.set(String(name), String(found?.all ?? "[]"));
    }
    const sequences = await session.query(SEQUENCES);
    return {
      rows,
      sequences: new Map(sequences.map(({ name, at }) => [String(name), String(at)])),
    };
  });

/** Into a database without a row. */
async function fill(pg: PGlite, { rows, sequences }: Content): Promise<void> {
  // Rows of the audit log are kept by a trigger.
  await pg.exec("SET session_replication_role = replica");
  for (const [name, all] of rows) {
    const insert = `insert into ${name} select * from json_populate_recordset(null::${name}, $1)`;
    await pg.query(insert, [all]);
  }
  for (const [name, at] of sequences) await pg.query("select setval($1::regclass, $2)", [name, at]);
  await pg.exec("RESET session_replication_role");
}

interface Written {
  readonly name: string;
  readonly bytes: number;
}

const written = async (pg: PGlite): Promise<Written[]> => (await pg.query<Written>(WRITTEN)).rows;

const catalogOf = async (pg: PGlite): Promise<string> =>
  (await pg.query<{ catalog: string }>(CATALOG)).rows[0]?.catalog ?? "";

/** False when it can not be as new. */
async function empty({ pg, catalog }: Pooled): Promise<boolean> {
  if (pg.isInTransaction()) await pg.exec("ROLLBACK");
  await pg.exec("SELECT pg_advisory_unlock_all(); RESET ALL; UNLISTEN *");
  if ((await catalogOf(pg)) !== catalog) return false;
  await clear(pg);
  return true;
}

async function clear(pg: PGlite): Promise<void> {
  // To truncate a table makes new files, which costs more than its rows while they are few.
  const statements = (await written(pg)).map(({ name, bytes }) =>
    bytes > MOST_DELETED_BYTES ? `truncate ${name}` : `delete from ${name}`,
  );
  if (statements.length > 0) {
    // Rows of the audit log are kept by a trigger.
    await pg.exec(
      `SET session_replication_role = replica; ${statements.join("; ")}; RESET session_replication_role`,
    );
  }
}

/**
 * A migrated database in memory, as `openPglite` opens one from the image, empty unless `content` is given; closing it
 * gives it back. After that it refuses, as a closed one does.
 */
export async function borrowDatabase(log: Logger, content?: Content): Promise<DrizzleDriver> {
  const pooled = idle.pop() ?? (await make(log));
  const { driver, pg } = pooled;
  await fill(pg, content ?? pooled.content);
  let returned = false;
  let running = 0;
  const check = () => {
    if (returned) throw new Error("PGlite is closed");
  };
  async function counted<T>(run: () => Promise<T>): Promise<T> {
    check();
    running++;
    try {
      return await run();
    } finally {
      running--;
    }
  }
  const client = new Proxy(pg, {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (name === "closed") return returned || target.closed;
      if (typeof member !== "function") return member;
      return (...given: unknown[]) =>
        name === "query" || name === "exec" || name === "transaction"
          ? counted(() => member.apply(target, given))
          : member.apply(target, given);
    },
  });
  const listeners: AsyncDisposable[] = [];
  const key = driver.localKey?.();
  return {
    storage: driver.storage,
    db: drizzle({ client }) as unknown as Database,
    session: (run) => counted(() => driver.session(run)),
    listen(channels, handlers) {
      const listener = driver.listen(channels, handlers);
      listeners.push(listener);
      return listener;
    },
    ...(key && { localKey: (sealedWith) => driver.localKey?.(sealedWith) ?? key }),
    ...(driver.keyChange && { keyChange: driver.keyChange }),
    async close() {
      if (returned) return;
      returned = true;
      await Promise.all(listeners.map((listener) => listener[Symbol.asyncDispose]()));
      // Something still speaks with it, and may go on.
      const asNew =
        running === 0 && idle.length < MOST_IDLE && (await empty(pooled).catch(() => false));
      if (asNew) idle.push(pooled);
      else await driver.close();
    },
  } satisfies SqlDriver & { db: Database };
}
