/** Rows of a large answer on a real Postgres: read as they arrive, inside a transaction, and what ends the reading. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "../../../src/adapters/drivers/postgres.ts";
import type { CopiedRow } from "../../../src/runtime.ts";
import type { DrizzleDriver } from "../../../src/store/database.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { databaseOptions, recordingLog } from "./support.ts";

let postgres: TestPostgres;
/** Of one connection: what a test leaves on it, the next one has. */
let driver: DrizzleDriver;

beforeAll(async () => {
  postgres = await startPostgres();
  const pool = { ...databaseOptions(postgres.dsn()), max_open_conns: 1 };
  driver = await openPostgres(pool, recordingLog());
});
afterAll(async () => {
  await driver?.close();
  await postgres?.stop();
});

function copied<T>(query: string, read: (row: CopiedRow) => T): Promise<T[]> {
  return driver.db.transaction(async (tx) => {
    const rows: T[] = [];
    await driver.copyRows?.(tx, query, (row) => void rows.push(read(row)));
    return rows;
  });
}

test("texts, lists, truth values and times of every kind are what the database holds", async () => {
  const rows = await copied(
    `select 'Zoë 😀', '', null::text, array[]::text[], array['a'], array['a', ''], array['ä', '{}', '"', 'NULL'],
       true, false, timestamptz '2000-01-01', timestamptz '1969-12-31 23:59:59.9995Z', null::timestamptz`,
    (row) => [
      ...[row.text(), row.text(), row.text(), row.texts(), row.texts(), row.texts(), row.texts()],
      ...[row.flag(), row.flag(), row.time(), row.time(), row.time()],
    ],
  );
  expect(rows).toEqual([
    [
      ...["Zoë 😀", "", null, [], ["a"], ["a", ""], ["ä", "{}", '"', "NULL"]],
      ...[true, false, "2000-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", null],
    ],
  ]);
});

test("no row and many rows, each longer than what the socket gives at once", async () => {
  expect(await copied("select 'a' where false", (row) => row.text())).toEqual([]);
  const texts = await copied(
    "select repeat('x', 100000 + n) from generate_series(1, 20) n",
    (row) => row.text()?.length,
  );
  expect(texts).toEqual(Array.from({ length: 20 }, (_, at) => 100_001 + at));
});

test("it sees what its transaction has written, and statements follow it on the same connection", async () => {
  const rows = await driver.db.transaction(async (tx) => {
    await tx.execute("create temp table words on commit drop as select 'new' as word");
    const words: (string | null)[] = [];
    await driver.copyRows?.(tx, "select word from words", (row) => words.push(row.text()));
    const { rows } = (await tx.execute("select word from words")) as unknown as { rows: object[] };
    return [words, rows];
  });
  expect(rows).toEqual([["new"], [{ word: "new" }]]);
});

test("what the reader throws ends it, and the connection is as good as before", async () => {
  const own = new Error("of the reader");
  let seen = 0;
  const failing = copied("select 'a' from generate_series(1, 1000)", () => {
    seen++;
    throw own;
  });
  await expect(failing).rejects.toBe(own);
  expect(seen).toBe(1);
  expect(await copied("select 'b'", (row) => row.text())).toEqual(["b"]);
});

test("a statement that the database refuses is told with its code", async () => {
  await expect(copied("select * from nothing", (row) => row.text())).rejects.toMatchObject({
    code: "42P01",
  });
  expect(await copied("select 'b'", (row) => row.text())).toEqual(["b"]);
});

test("other columns than those that are read are an error", async () => {
  const one = (row: CopiedRow) => row.text();
  await expect(copied("select 'a', 'b'", one)).rejects.toThrow("other columns");
  await expect(copied("select 1", (row) => row.texts())).rejects.toThrow("no list");
  await expect(copied("select 'text'", (row) => row.flag())).rejects.toThrow("truth value");
});

test("outside of a transaction nothing is copied", async () => {
  await expect(driver.copyRows?.(driver.db, "select 'a'", () => {})).rejects.toThrow("transaction");
});
