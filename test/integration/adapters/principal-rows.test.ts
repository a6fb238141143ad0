/** What a start reads of many users is what their columns hold, with both drivers and over the edges of pages. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPglite } from "../../../src/adapters/drivers/pglite.ts";
import { openPostgres } from "../../../src/adapters/drivers/postgres.ts";
import { parseOptions } from "../../../src/options.ts";
import type { CopyRows } from "../../../src/runtime.ts";
import type { Reading } from "../../../src/snapshot/part.ts";
import {
  type CopiedPrincipal,
  copyPrincipals,
  type PrincipalRow,
  readPages,
  rowsOf,
} from "../../../src/snapshot/parts/principal-rows.ts";
import { usersPart } from "../../../src/snapshot/parts/users.ts";
import { SharedValues } from "../../../src/snapshot/shared-values.ts";
import type { DrizzleDriver } from "../../../src/store/database.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { type PrincipalDocument, users } from "../../../src/store/tables.ts";
import { databaseImage } from "../../support/database-image.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { databaseOptions, recordingLog } from "./support.ts";

const COUNT = 1_100;

let postgres: TestPostgres;
const drivers = new Map<string, DrizzleDriver>();

beforeAll(async () => {
  postgres = await startPostgres();
  drivers.set("postgres", await openPostgres(databaseOptions(postgres.dsn()), recordingLog()));
  drivers.set("pglite", await openPglite(undefined, recordingLog(), databaseImage()));
  for (const driver of drivers.values()) {
    await migrate(driver, parseOptions({}).database.migration);
    await driver.db.insert(users).values(Array.from({ length: COUNT }, (_, at) => written(at)));
  }
});

afterAll(async () => {
  for (const driver of drivers.values()) await driver.close();
  await postgres?.stop();
});

const TEXTS = [
  "plain",
  'in "quotes"',
  "back\\slash",
  "tab\tand\nline",
  "Zoë 日本 😀",
  "{a,b}",
  "null",
  "",
];
const textOf = (at: number) => TEXTS[at % TEXTS.length] as string;
const idOf = (at: number) => `id-${String((at * 7) % COUNT).padStart(5, "0")}`;
const created = new Date("2030-01-02T03:04:05.678Z");
const updated = new Date("2031-01-02T03:04:05Z");

/** Different in all that may be absent. */
function written(at: number): typeof users.$inferInsert {
  const text = textOf(at);
  const doc: PrincipalDocument = {
    role_ids: at % 2 ? ["r1", text] : [],
    sync_role_ids: [],
    permission_ids: [],
    tmp_role_ids: at % 3 ? [] : [{ id: "r2", expires_at: "2131-01-01T00:00:00Z" }],
    tmp_permission_ids: [],
    description: text,
  };
  const suspension = { reason: text, since: "2030-01-01T00:00:00Z", by: "admin" };
  return {
    id: idOf(at),
    alias: at % 5 ? [`user-${at}`, text] : [],
    alias_keys: [],
    details_encrypted: `sealed ${text}`,
    disabled: at % 7 === 0,
    service_account: at % 11 === 0,
    local: at % 2 === 0,
    source: at % 3 ? "" : "ldap:directory",
    doc,
    ...(at % 7 === 0 && { suspension }),
    ...(at % 13 === 0 && { left_reason: "gone" as const, standing_at: updated }),
    created_at: created,
    updated_at: updated,
    updated_by: text,
  };
}

/** As it was written, with times that are read. */
const expected = (at: number) => {
  const { alias_keys: _, ...row } = written(at);
  return { left_reason: null, standing_at: null, suspension: null, ...row };
};

const read = (row: PrincipalRow) => ({
  ...row,
  standing_at: row.standing_at === null ? null : new Date(row.standing_at),
  created_at: new Date(row.created_at),
  updated_at: new Date(row.updated_at),
});

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

describe.each(["postgres", "pglite"])("%s", (name) => {
  const db = () => (drivers.get(name) as DrizzleDriver).db;

  test("all rows come once, each as it was written", async () => {
    const rows: PrincipalRow[] = [];
    for await (const page of readPages(db())) rows.push(...page);

    const all = Array.from({ length: COUNT }, (_, at) => expected(at));
    expect(rows.map(read).sort(byId)).toEqual(all.sort(byId));
  });

  test("rows that are asked for by their ids come alone, and those that are not there are missing", async () => {
    const rows = await rowsOf(db(), [idOf(3), "none", idOf(40)]);

    expect(rows.map(read).sort(byId)).toEqual([expected(3), expected(40)].sort(byId));
    expect(await rowsOf(db(), ["none"])).toEqual([]);
  });
});

describe("rows that are copied", () => {
  const driver = () => drivers.get("postgres") as DrizzleDriver;
  const copyOf =
    (tx: object): CopyRows =>
    async (...words) =>
      driver().copyRows?.(tx, ...words);

  test.each([1_100, 100, 7])(
    "all come once, each as it was written, %i at a time",
    async (size) => {
      const rows: CopiedPrincipal[] = [];
      await driver().db.transaction((tx) =>
        copyPrincipals(copyOf(tx), new SharedValues(), (row) => rows.push(row), size),
      );

      const plain = ({ description, doc, ...row }: CopiedPrincipal) =>
        read({ ...row, doc: { ...doc, description } });
      const all = Array.from({ length: COUNT }, (_, at) => expected(at));
      expect(rows.map(plain).sort(byId)).toEqual(all.sort(byId));
    },
  );

  test("a load is the same as of rows in pages, with ids, names and times of every kind", async () => {
    const ids = ["it's", "back\\slash", "\\'", "Zoë 日本 😀", "aa", "AB", "ab", "$1", "id-00000'"];
    const times = [
      "1969-12-31 23:59:59.999999+00",
      "1999-12-31 23:59:59.000001+00",
      "2000-01-01 00:00:00+00",
      "2030-06-07 08:09:10.999999+00",
      "2199-01-01 00:00:00.123999+00",
    ];
    const box = { keyId: "key" };
    const isDone = new Error("nothing of it stays");
    const both = driver().db.transaction(async (tx) => {
      await tx.insert(users).values(ids.map((id, at) => ({ ...written(at), id })));
      for (const [at, time] of times.entries()) {
        await tx
          .update(users)
          .set({
            created_at: sql`${time}::timestamptz`,
            standing_at: sql`${time}::timestamptz`,
            left_reason: "expired",
            alias: [`one-${at}`, "two", "three", "four"],
          })
          .where(eq(users.id, ids[at] as string));
      }
      const reading = { tx, details: box, version: 1 } as unknown as Reading;
      const members = [
        await usersPart.load(reading, usersPart.empty),
        await usersPart.load({ ...reading, copyRows: copyOf(tx) }, usersPart.empty),
      ];
      const plain = members.map(({ principal_changes, role_members, ...maps }) => ({
        ...Object.fromEntries(Object.entries(maps).map(([name, map]) => [name, [...map]])),
        role_members: [...role_members].map(([role, { permanent, temporary }]) => [
          role,
          [...permanent],
          [...temporary],
        ]),
        envelopes: [...maps.principals.values()].map(({ details }) => details.envelope),
        names: [...maps.principals.values()].map((record) => Object.keys(record)),
      }));
      expect(plain[0]?.envelopes).toHaveLength(COUNT + ids.length);
      expect(plain[1]).toEqual(plain[0]);
      throw isDone;
    });
    await expect(both).rejects.toBe(isDone);
  });
});
