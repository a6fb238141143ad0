/** What statements and transactions cost and tell, on a real Postgres. */
import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openPostgres } from "../../../src/adapters/drivers/postgres.ts";
import type { DrizzleDriver } from "../../../src/store/database.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { countTraffic, type PostgresTraffic } from "../../support/postgres-traffic.ts";
import { databaseOptions, recordingLog, until } from "./support.ts";

const words = pgTable("words", { word: text("word").primaryKey() });

let postgres: TestPostgres;
let traffic: PostgresTraffic;

beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.query("create table words (word text primary key)");
  traffic = await countTraffic(postgres.port);
});
beforeEach(() => postgres.query("delete from words"));
afterAll(async () => {
  await traffic?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

/** One connection, unless the test says otherwise. */
async function open(
  query = "",
  options: { port?: number; max_open_conns?: number; max_idle_conns?: number } = {},
): Promise<DrizzleDriver & AsyncDisposable> {
  const { port = postgres.port, ...keys } = options;
  const dsn = postgres.dsn().replace(`:${postgres.port}/`, `:${port}/`) + query;
  const pool = { ...databaseOptions(dsn), max_open_conns: 1, ...keys };
  const driver = await openPostgres(pool, recordingLog());
  return { ...driver, [Symbol.asyncDispose]: () => driver.close() };
}

const stored = async () => (await postgres.query("select word from words")).map((row) => row.word);

async function processId({ db }: DrizzleDriver): Promise<unknown> {
  const { rows } = (await db.execute(sql`select pg_backend_pid() as pid`)) as unknown as {
    rows: { pid: number }[];
  };
  return rows[0]?.pid;
}

const connections = () =>
  postgres
    .query("select count(*)::int as n from pg_stat_activity where application_name = 'postern'")
    .then(([row]) => row?.n);

test("a statement is one round trip, and a transaction one more than its statements", async () => {
  await using driver = await open("", { port: traffic.port });
  await driver.db.select().from(words).where(sql`${words.word} = ${"a"}`);
  traffic.reset();

  await driver.db.select().from(words).where(sql`${words.word} = ${"b"}`);
  expect([traffic.statements, traffic.roundTrips]).toEqual([1, 1]);
  traffic.reset();

  await driver.db.transaction(async (tx) => {
    await tx.insert(words).values({ word: "one" });
    await tx.insert(words).values({ word: "two" });
    await tx.insert(words).values({ word: "three" });
  });
  expect([traffic.statements, traffic.roundTrips]).toEqual([5, 4]);
});

test("statements of a transaction that do not wait for each other travel together", async () => {
  await using driver = await open("", { port: traffic.port });
  await processId(driver);
  traffic.reset();

  await driver.db.transaction(async (tx) => {
    await Promise.all(["one", "two", "three"].map((word) => tx.insert(words).values({ word })));
  });

  expect([traffic.statements, traffic.roundTrips]).toEqual([5, 2]);
  expect(await stored()).toEqual(["one", "two", "three"]);
});

test("a refused statement keeps its connection", async () => {
  await using driver = await open();
  const before = await processId(driver);
  await driver.db.insert(words).values({ word: "twice" });

  for (let round = 0; round < 3; round++) {
    await expect(driver.db.insert(words).values({ word: "twice" })).rejects.toMatchObject({
      cause: { code: "23505" },
    });
  }

  expect(await processId(driver)).toBe(before);
});

test("a transaction in which a failed statement was swallowed is not told as committed", async () => {
  await using driver = await open();
  await driver.db.insert(words).values({ word: "twice" });

  const swallowed = driver.db.transaction(async (tx) => {
    await tx.insert(words).values({ word: "lost" });
    await tx
      .insert(words)
      .values({ word: "twice" })
      .catch(() => {});
    return "committed";
  });

  await expect(swallowed).rejects.toMatchObject({
    message: expect.stringContaining("rolled back"),
    cause: { code: "23505" },
  });
  expect(await stored()).toEqual(["twice"]);
});

test("a commit that the server refuses is a failure, and the connection stays usable", async () => {
  await postgres.query(
    "create table strict_words (word text references words deferrable initially deferred)",
  );
  await using driver = await open();
  const before = await processId(driver);

  const refused = driver.db.transaction((tx) =>
    tx.execute(sql`insert into strict_words values ('nowhere')`),
  );

  await expect(refused).rejects.toMatchObject({ code: "23503" });
  expect(await processId(driver)).toBe(before);
});

test("nothing runs on a transaction that is over", async () => {
  await using driver = await open();
  const escaped = await driver.db.transaction(async (tx) => ({
    later: () => tx.insert(words).values({ word: "late" }),
  }));

  await expect(escaped.later()).rejects.toThrow();

  expect(await stored()).toEqual([]);
});

test("a transaction that throws before the server answered leaves none open", async () => {
  await using driver = await open();
  const before = await processId(driver);

  await expect(
    driver.db.transaction(async () => {
      throw new Error("at once");
    }),
  ).rejects.toThrow("at once");

  await driver.db.insert(words).values({ word: "kept" });
  expect(await stored()).toEqual(["kept"]);
  expect(await processId(driver)).toBe(before);
});

test("the isolation of a transaction is that which was asked for", async () => {
  await using driver = await open();
  const level = await driver.db.transaction(
    async (tx) => {
      const { rows } =
        (await tx.execute(sql`select current_setting('transaction_isolation') as level,
        current_setting('transaction_read_only') as read_only`)) as unknown as { rows: object[] };
      return rows[0];
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

  expect(level).toEqual({ level: "repeatable read", read_only: "on" });
});

test("statements with values are prepared once, on a direct connection alone", async () => {
  const prepared = async (query: string) => {
    await using driver = await open(query);
    for (const word of ["a", "b", "c"])
      await driver.db.select().from(words).where(sql`${words.word} = ${word}`);
    const { rows } = (await driver.db.execute(
      sql`select statement from pg_prepared_statements`,
    )) as unknown as { rows: object[] };
    return rows;
  };

  expect(await prepared("")).toEqual([
    { statement: expect.stringContaining('select "word" from "words"') },
  ]);
  expect(await prepared("?prepare=false")).toEqual([]);
});

test("a table that changes under prepared statements costs at most one failure", async () => {
  await postgres.query("create table changing (word text, n int)");
  const changing = pgTable("changing", { word: text("word") });
  await using driver = await open();
  const read = () => driver.db.select().from(changing).where(sql`word = ${"a"}`);
  await read();

  await postgres.query("alter table changing add column more text");
  await read(); // a new column is none of its business
  await postgres.query("alter table changing alter column word type varchar(20)");
  await read().catch(() => {});

  expect(await read()).toEqual([]);
});

test("max_idle_conns: connections above it are closed soon, the others stay", async () => {
  await using driver = await open("", { max_open_conns: 5, max_idle_conns: 2 });
  // A statement of drizzle begins when it is waited for.
  const work = Promise.all(
    Array.from({ length: 5 }, () => driver.db.execute(sql`select pg_sleep(2)`)),
  );
  await until(async () => (await connections()) === 5);
  await work;

  await until(async () => (await connections()) === 2);
  await new Promise((resolve) => setTimeout(resolve, 2_500));

  expect(await connections()).toBe(2);
});

test("max_open_conns bounds the connections; what is more waits its turn", async () => {
  await using driver = await open("", { max_open_conns: 2 });
  let most = 0;
  const work = Array.from({ length: 12 }, () => driver.db.execute(sql`select pg_sleep(0.1)`));
  let working = true;
  const watching = (async () => {
    while (working) most = Math.max(most, Number(await connections()));
  })();

  await Promise.all(work);
  working = false;
  await watching;

  expect(most).toBe(2);
});

test("R-4: a connection that goes silent is given up soon after the statement's own limit", async () => {
  await using frozen = await countTraffic(postgres.port);
  await using driver = await open("?statement_timeout=200", { port: frozen.port });
  await processId(driver);

  frozen.freeze();
  const [silent, waiting] = await Promise.allSettled([
    driver.db.execute(sql`select 1`),
    driver.db.execute(sql`select 2`),
  ]);

  expect(silent).toMatchObject({ status: "rejected", reason: { cause: { code: "ETIMEDOUT" } } });
  expect(waiting.status).toBe("fulfilled"); // on a new connection
});
