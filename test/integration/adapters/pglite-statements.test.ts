/** Statements of the embedded database are prepared the second time they come, and answer as they did the first. */
import * as pglite from "@electric-sql/pglite";
import { expect, onTestFinished, test } from "vitest";
import { prepareStatements } from "../../../src/adapters/drivers/pglite-statements.ts";
import { databaseImage } from "../../support/database-image.ts";

async function opened(limit?: number) {
  const image = databaseImage();
  const pg = await pglite.PGlite.create(image ? { loadDataDir: image } : {});
  onTestFinished(() => pg.close());
  prepareStatements(pg, pglite, limit);
  await pg.exec("create table entry (id text primary key, amount int not null, details jsonb)");
  const names = async () => {
    const found = await pg.query<{ statement: string }>(
      "select statement from pg_prepared_statements",
    );
    return found.rows.map(({ statement }) => statement);
  };
  return { pg, names };
}

const INSERT = "insert into entry (id, amount, details) values ($1, $2, $3) returning *";

test("a statement answers the same every time, for every type of value", async () => {
  const { pg, names } = await opened();
  const text =
    "select $1::text as text, $2::int as whole, $3::bigint as big, $4::bool as yes, $5::jsonb as json, $6::text[] as list, $7::timestamptz as at, null as nothing";
  const at = new Date("2026-02-03T04:05:06.789Z");
  const values = [
    "é ' $1 \\",
    -7,
    9_007_199_254_740_993n,
    false,
    { a: [1, null] },
    ["x", "y,z"],
    at,
  ];
  const first = await pg.query(text, values);
  expect(await names()).not.toContain(text);

  const second = await pg.query(text, values);
  const third = await pg.query(text, values);

  expect(await names()).toContain(text);
  expect(second).toEqual(first);
  expect(third).toEqual(first);
  const nulls = values.map(() => null);
  expect((await pg.query(text, nulls)).rows).toEqual([
    {
      text: null,
      whole: null,
      big: null,
      yes: null,
      json: null,
      list: null,
      at: null,
      nothing: null,
    },
  ]);
  const rows = (await pg.query(text, values, { rowMode: "array" })).rows;
  expect(rows).toEqual([Object.values(first.rows[0] as object)]);
});

test("rows changed are counted, and several rows come in order", async () => {
  const { pg } = await opened();
  for (const id of ["c", "a", "b"]) {
    expect((await pg.query(INSERT, [id, 1, null])).affectedRows).toBe(1);
  }
  for (let turn = 0; turn < 3; turn++) {
    const changed = await pg.query("update entry set amount = amount + $1", [1]);
    expect(changed.affectedRows).toBe(3);
    const { rows } = await pg.query("select id, amount from entry order by id");
    expect(rows).toEqual(["a", "b", "c"].map((id) => ({ id, amount: turn + 2 })));
  }
});

test("a refused statement tells its code, and the next one works", async () => {
  const { pg } = await opened();
  await pg.query(INSERT, ["a", 1, null]);
  for (let turn = 0; turn < 3; turn++) {
    await expect(pg.query(INSERT, ["a", 1, null])).rejects.toMatchObject({ code: "23505" });
    await expect(pg.query(INSERT, ["b", "no number", null])).rejects.toMatchObject({
      code: "22P02",
    });
  }
  expect((await pg.query(INSERT, ["b", 2, null])).rows).toEqual([
    { id: "b", amount: 2, details: null },
  ]);
});

test("a statement that cannot be parsed fails every time alike", async () => {
  const { pg } = await opened();
  for (let turn = 0; turn < 3; turn++) {
    await expect(pg.query("select from where", [])).rejects.toMatchObject({ code: "42601" });
  }
  expect((await pg.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a transaction is undone as a whole, whatever was prepared in it", async () => {
  const { pg } = await opened();
  const count = async () => (await pg.query("select id from entry")).rows.length;
  for (let turn = 0; turn < 3; turn++) {
    const failing = pg.transaction(async (tx) => {
      await tx.query(INSERT, [`a${turn}`, 1, null]);
      await tx.query(INSERT, [`b${turn}`, 1, null]);
      await tx.query(INSERT, [`b${turn}`, 1, null]);
    });
    await expect(failing).rejects.toMatchObject({ code: "23505" });
    expect(await count()).toBe(0);
  }
  await pg.transaction(async (tx) => void (await tx.query(INSERT, ["kept", 1, null])));
  expect(await count()).toBe(1);
});

test("nothing is sent through a transaction that is over", async () => {
  const { pg } = await opened();
  let leaked: pglite.Transaction | undefined;
  for (let turn = 0; turn < 2; turn++) {
    await pg.transaction(async (tx) => {
      leaked = tx;
      await tx.query("select 1 as one");
    });
  }
  expect(leaked?.closed).toBe(true);
  await expect(leaked?.query("select 1 as one")).rejects.toThrow("Transaction is closed");
});

test("statements of others wait while a transaction is open", async () => {
  const { pg } = await opened();
  await pg.query(INSERT, ["a", 1, null]);
  await pg.query("select amount from entry");
  let outside: Promise<unknown> | undefined;
  await pg.transaction(async (tx) => {
    await tx.query("update entry set amount = $1", [2]);
    outside = pg.query("select amount from entry");
    await tx.query("update entry set amount = $1", [3]);
  });
  expect(await outside).toMatchObject({ rows: [{ amount: 3 }] });
});

test("a table that changed is read as it is now", async () => {
  const { pg } = await opened();
  const read = () => pg.query("select * from entry");
  await pg.query(INSERT, ["a", 1, { x: 1 }]);
  await read();
  await read();
  await pg.exec("alter table entry add column note text default 'new'");

  await expect(read()).rejects.toMatchObject({ code: "0A000" });
  expect((await read()).rows).toEqual([{ id: "a", amount: 1, details: { x: 1 }, note: "new" }]);
});

test("listeners hear what a prepared statement announces", async () => {
  const { pg } = await opened();
  const heard: string[] = [];
  await pg.listen("changes", (payload) => void heard.push(payload));
  for (const payload of ["1", "2", "3"])
    await pg.query("select pg_notify('changes', $1)", [payload]);
  expect(heard).toEqual(["1", "2", "3"]);
});

test("texts beyond the limit work without being prepared", async () => {
  const { pg, names } = await opened(2);
  for (let turn = 0; turn < 3; turn++) {
    for (let n = 0; n < 5; n++) {
      expect((await pg.query(`select ${n} as n`)).rows).toEqual([{ n }]);
    }
  }
  expect(await names()).toEqual(["select 0 as n", "select 1 as n"]);
});
