/** Postgres and PGlite give the same values for the same statements: the layers above cannot tell them apart. */
import { eq, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  varchar,
} from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPglite } from "../../../src/adapters/drivers/pglite.ts";
import { openPostgres } from "../../../src/adapters/drivers/postgres.ts";
import type { SqlSession } from "../../../src/runtime.ts";
import type { DrizzleDriver } from "../../../src/store/database.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { databaseOptions, recordingLog } from "./support.ts";

const samples = pgTable("adapter_samples", {
  id: varchar("id", { length: 40 }).primaryKey(),
  big: bigint("big", { mode: "number" }),
  huge: bigint("huge", { mode: "bigint" }),
  small: integer("small"),
  flag: boolean("flag"),
  body: jsonb("body").$type<unknown>(),
  tags: text("tags").array(),
  at: timestamp("at", { withTimezone: true, mode: "date" }),
  text_at: timestamp("text_at", { withTimezone: true, mode: "string" }),
});

const TABLE = `create table adapter_samples (id varchar(40) primary key, big bigint, huge bigint,
  small integer, flag boolean, body jsonb, tags text[], at timestamptz, text_at timestamptz);`;

let postgres: TestPostgres;
const drivers = new Map<string, DrizzleDriver>();

beforeAll(async () => {
  postgres = await startPostgres();
  drivers.set("postgres", await openPostgres(databaseOptions(postgres.dsn()), recordingLog()));
  drivers.set("pglite", await openPglite(undefined, recordingLog()));
  for (const driver of drivers.values()) await driver.session((session) => session.script(TABLE));
});

afterAll(async () => {
  for (const driver of drivers.values()) await driver.close();
  await postgres?.stop();
});

const bodies: [string, unknown][] = [
  ["object", { a: [1, { b: null }], text: 'q"uote' }],
  ["list", [1, "2", null]],
  ["number", 5],
  ["false", false],
  ["text", "plain"],
  ["text that looks like a number", "123"],
  ["text that looks like an object", '{"a":1}'],
  ["text in quotes", '"x"'],
  ["empty text", ""],
];

describe.each(["postgres", "pglite"])("%s", (name) => {
  const driver = () => drivers.get(name) as DrizzleDriver;

  test.each(bodies)("jsonb round trip: %s", async (id, body) => {
    const { db } = driver();

    await db.insert(samples).values({ id, body });
    const [row] = await db.select().from(samples).where(eq(samples.id, id));

    expect(row?.body).toEqual(body);
  });

  test("numbers, booleans, arrays and times", async () => {
    const { db } = driver();
    const at = new Date("2026-02-03T04:05:06.789Z");
    const value = {
      id: "all",
      big: Number.MAX_SAFE_INTEGER,
      huge: 9_223_372_036_854_775_807n,
      small: -1,
      flag: true,
      body: {},
      tags: ["a", "b,c", 'd"e', "{f}", "NULL", ""],
      at,
      text_at: "2026-02-03 04:05:06.789+00",
    };

    await db.insert(samples).values(value);
    const [row] = await db.select().from(samples).where(eq(samples.id, "all"));

    expect(row).toEqual(value);
  });

  test("nulls and an empty array", async () => {
    const { db } = driver();

    await db.insert(samples).values({ id: "none", tags: [] });
    const [row] = await db.select().from(samples).where(eq(samples.id, "none"));

    expect(row).toMatchObject({ big: null, body: null, at: null, tags: [] });
  });

  test("raw SQL takes dates, arrays and objects", async () => {
    const { db } = driver();
    const at = new Date("2026-02-03T04:05:06Z");

    await db.insert(samples).values({ id: "raw", at, body: { a: 1 }, tags: ["x"] });
    const rows = await db
      .select({ id: samples.id })
      .from(samples)
      .where(
        sql`${samples.at} <= ${at} and ${samples.tags} && ${sql.param(["x"])}
          and ${samples.body} @> ${sql.param({ a: 1 })} and ${samples.id} = any(${sql.param(["raw"])})`,
      );

    expect(rows).toEqual([{ id: "raw" }]);
  });

  test("a session gives rows of the same shape", async () => {
    const rows = await driver().session(async (session) => {
      await session.query(
        "insert into adapter_samples (id, body, big, at) values ($1, $2, $3, $4)",
        ["session", JSON.stringify({ a: "1" }), 7, new Date("2026-02-03T04:05:06Z")],
      );
      return await session.query(
        `select id, body, big, huge, at, count(*) over () as total, 9223372036854775807 as most,
          '\\x0102'::bytea as bytes, array['a', 'b,"c', null, '', 'NULL', E'l\\n\\\\'] as tags,
          array[[1, 2], [3, 4]] as grid, array[true, false] as flags, '{}'::text[] as none
          from adapter_samples where id = $1`,
        ["session"],
      );
    });

    expect(rows).toEqual([
      {
        id: "session",
        body: { a: "1" },
        big: 7,
        huge: null,
        at: "2026-02-03 04:05:06+00",
        total: 1,
        most: 9_223_372_036_854_775_807n,
        bytes: new Uint8Array([1, 2]),
        tags: ["a", 'b,"c', null, "", "NULL", "l\n\\"],
        grid: [
          [1, 2],
          [3, 4],
        ],
        flags: [true, false],
        none: [],
      },
    ]);
  });

  test("a session keeps its advisory lock and loses it at the end", async () => {
    const held = (session: SqlSession) =>
      session.query("select count(*) as held from pg_locks where locktype = 'advisory'");

    const during = await driver().session(async (session) => {
      await session.query("select pg_advisory_lock($1)", [42]);
      await session.script("begin; select 1; commit;");
      return await held(session);
    });
    const after = await driver().session(held);

    expect([during, after]).toEqual([[{ held: 1 }], [{ held: 0 }]]);
  });

  test("a session that throws leaves no transaction behind", async () => {
    const failed = driver().session(async (session) => {
      await session.script("begin; create table half_done (id int);");
      throw new Error("stopped");
    });
    await expect(failed).rejects.toThrow("stopped");

    const rows = await driver().session((session) =>
      session.query("select to_regclass('half_done') is null as gone"),
    );
    expect(rows).toEqual([{ gone: true }]);
  });

  test("statements through db run while a session is open", async () => {
    const ids = await driver().session(async () => {
      const rows = await driver().db.select({ id: samples.id }).from(samples).limit(1);
      return rows.length;
    });
    expect(ids).toBe(1);
  });

  test("a transaction rolls back as one, and a nested one by itself", async () => {
    const { db } = driver();
    const failed = db.transaction(async (tx) => {
      await tx.insert(samples).values({ id: "outer" });
      await tx
        .transaction(async (inner) => {
          await inner.insert(samples).values({ id: "inner" });
          throw new Error("inner");
        })
        .catch(() => {});
      expect(await tx.$count(samples, sql`${samples.id} in ('outer', 'inner')`)).toBe(1);
      throw new Error("outer");
    });

    await expect(failed).rejects.toThrow("outer");
    expect(await db.$count(samples, sql`${samples.id} = 'outer'`)).toBe(0);
  });

  test("a broken rule carries its SQLSTATE", async () => {
    const { db } = driver();
    await db.insert(samples).values({ id: "twice" });

    await expect(db.insert(samples).values({ id: "twice" })).rejects.toMatchObject({
      cause: { code: "23505" },
    });
  });

  test("a notification sent in a transaction arrives after its commit", async () => {
    const heard: string[] = [];
    const ready = Promise.withResolvers<void>();
    const message = Promise.withResolvers<void>();
    const listener = driver().listen(["auth_changed"], {
      ready: () => ready.resolve(),
      message(payload) {
        heard.push(payload);
        message.resolve();
      },
      lost: () => {},
    });
    await ready.promise;

    await driver().db.transaction(async (tx) => {
      await tx.execute(sql`select pg_notify('auth_changed', '7')`);
      expect(heard).toEqual([]);
    });
    await message.promise;
    await listener[Symbol.asyncDispose]();
    await driver().db.execute(sql`select pg_notify('auth_changed', '8')`);

    expect(heard).toEqual(["7"]);
  });
});
