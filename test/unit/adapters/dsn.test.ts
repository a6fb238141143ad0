/** Connection strings and pool keys of the specification. */
import { expect, test } from "vitest";
import { parseDsn } from "../../../src/adapters/drivers/dsn.ts";
import {
  connectOptions,
  poolConnectOptions,
  poolLimits,
} from "../../../src/adapters/drivers/postgres-options.ts";
import type { ParsedDatabase } from "../../../src/runtime.ts";

const limits = (keys: Partial<ParsedDatabase>) =>
  poolLimits({
    max_open_conns: 5,
    max_idle_conns: 3,
    conn_max_lifetime: 900_000,
    ...keys,
  } as ParsedDatabase);

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

  expect(dsn.prepare).toBe(false);
  expect(poolConnectOptions(dsn).settings).toEqual({
    TimeZone: "UTC",
    DateStyle: "ISO, MDY",
    application_name: "postern",
  });
  expect(parseDsn("postgres://u@h/x?prepare=false").prepare).toBe(false);
});

test.each([
  ["", "30000", 35_000],
  ["?statement_timeout=5000", "5000", 10_000],
  ["?statement_timeout=0", "0", undefined],
  ["?statement_timeout=2min", "2min", undefined],
])("statements of the pool are bounded: %j", (query, timeout, answer) => {
  const dsn = parseDsn(`postgres://u@h/x${query}`);

  expect(poolConnectOptions(dsn)).toMatchObject({ settings: { statement_timeout: timeout } });
  expect(poolConnectOptions(dsn).answer).toBe(answer);
});

test("a session for migrations has no limit of its own", () => {
  const options = connectOptions(parseDsn("postgres://u@h/x"));

  expect(options.settings).not.toHaveProperty("statement_timeout");
  expect(options.answer).toBeUndefined();
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
  "postgres://u:hunter2@h/x?target_session_attrs=leader",
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
  expect(limits({})).toEqual({ max: 5, maxIdle: 3, livesFor: 900_000, idleFor: undefined });
  expect(limits({ max_open_conns: -1 }).max).toBe(Infinity);
  expect(limits({ max_idle_conns: -1 }).maxIdle).toBe(0);
  expect(limits({ conn_max_lifetime: -1 as never }).livesFor).toBeUndefined();
  expect(limits({ conn_max_idle_time: 90_000 as never }).idleFor).toBe(90_000);
});
