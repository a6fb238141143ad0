/** Connection strings and pool keys of the specification. */
import { expect, test } from "vitest";
import { parseDsn } from "../../../src/adapters/drivers/dsn.ts";
import { connectionOptions, poolOptions } from "../../../src/adapters/drivers/postgres-options.ts";
import type { DatabaseOptions } from "../../../src/options.ts";

const pool = (keys: Partial<DatabaseOptions>) =>
  poolOptions(parseDsn("postgres://a@db/x"), {
    max_open_conns: 5,
    max_idle_conns: 3,
    conn_max_lifetime: 900_000,
    ...keys,
  } as DatabaseOptions);

test("a full URL is read, with escapes in user and password", () => {
  const dsn = parseDsn("postgresql://ad%40a:p%2Fw%23d@db.test:6432/auth?search_path=own");

  expect(dsn).toMatchObject({
    hosts: ["db.test"],
    ports: [6432],
    user: "ad@a",
    password: "p/w#d",
    database: "auth",
    settings: { application_name: "postern", search_path: "own" },
    label: "db.test:6432/auth",
    ssl: false,
    prepare: true,
  });
});

test("several hosts, an IPv6 host, a Unix socket", () => {
  const several = parseDsn("postgres://u@a:1,b:2,c/x");
  expect([several.hosts, several.ports]).toEqual([
    ["a", "b", "c"],
    [1, 2, 5432],
  ]);
  expect(parseDsn("postgres://u@[::1]:6000/x").hosts).toEqual(["::1"]);
  expect(parseDsn("postgres://u@/x?host=/run/pg").path).toBe("/run/pg/.s.PGSQL.5432");
});

test("R-3: poolers are asked for no prepared statement and no setting they refuse", () => {
  const dsn = parseDsn("postgres://u@pooler/x?pgbouncer=true&connection_limit=1&schema=public");
  const options = connectionOptions(dsn, 30_000);

  expect(options.prepare).toBe(false);
  expect(options.connection).toEqual({
    TimeZone: "UTC",
    DateStyle: "ISO, MDY",
    application_name: "postern",
  });
  expect(parseDsn("postgres://u@h/x?prepare=false").prepare).toBe(false);
});

test("a bounded statement timeout, which the connection string may replace", () => {
  const timeout = (query: string) =>
    connectionOptions(parseDsn(`postgres://u@h/x${query}`), 30_000).connection?.statement_timeout;

  expect(timeout("")).toBe(30_000);
  expect(timeout("?statement_timeout=5000")).toBe("5000");
});

test.each([
  ["", false],
  ["?sslmode=disable", false],
  ["?sslmode=prefer", "prefer"],
  ["?sslmode=require", "require"],
  ["?sslmode=verify-full", { rejectUnauthorized: true }],
  ["?sslrootcert=system", { rejectUnauthorized: true }],
])("TLS of %j", (query, ssl) => {
  expect(parseDsn(`postgres://u@h/x${query}`).ssl).toEqual(ssl);
});

test.each([
  "nonsense",
  "postgres://u:hunter2@h:70000/x",
  "postgres://u:hunter2@h/x?sslmode=maybe",
  "postgres://u:hunter2@h/x?sslmode=verify-ca&sslrootcert=/nowhere/ca.pem",
  "postgres://u:%zzhunter2@h/x",
])("%s is refused without telling the password", (dsn) => {
  try {
    parseDsn(dsn);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ name: "StartError" });
    expect(`${error}${JSON.stringify((error as Error).cause ?? "")}`).not.toContain("hunter2");
    expect((error as Error).message).toContain("database.dsn");
  }
});

test("spec, Static configuration: pool keys, negative is unlimited or none", () => {
  expect(pool({})).toMatchObject({ max: 5, max_lifetime: 900 });
  expect(pool({})).not.toHaveProperty("idle_timeout");
  expect(pool({ max_open_conns: -1 }).max).toBe(1_000);
  expect(pool({ max_idle_conns: -1 }).idle_timeout).toBe(1);
  expect(pool({ conn_max_lifetime: -1 as never }).max_lifetime).toBeNull();
  expect(pool({ conn_max_idle_time: 90_000 as never }).idle_timeout).toBe(90);
  expect(pool({ conn_max_lifetime: 1e15 as never }).max_lifetime).toBe(2_147_483);
});
