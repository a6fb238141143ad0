/** docs/deployment.md, "Behind a pooler", with a real PgBouncer in transaction mode (R-3, C-6). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseDsn } from "../../src/adapters/drivers/dsn.ts";
import { isDirect, openPostgres } from "../../src/adapters/drivers/postgres.ts";
import { connectPostgres } from "../../src/adapters/drivers/postgres-connect.ts";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { put } from "../support/application.ts";
import { temporaryFolder } from "../support/folders.ts";
import { pgbouncerMissing, startPgBouncer, type TestPgBouncer } from "../support/pgbouncer.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { eventually } from "../support/redis.ts";
import { adminToken, runPostern, send, startServer } from "../support/server.ts";
import { databaseOptions, recordingLog } from "./adapters/support.ts";

const KEY = { POSTERN_ENCRYPTION__KEY: "a key of the operator" };
const SECONDS = 30_000;

describe.skipIf(pgbouncerMissing !== undefined)(pgbouncerMissing ?? "behind PgBouncer", () => {
  let postgres: TestPostgres;
  let pooler: TestPgBouncer;
  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query("create role postern login password 'app-word'");
    await postgres.query("create role postern_owner login password 'owner-word'");
    await postgres.query("create database postern owner postern_owner");
    pooler = await startPgBouncer(postgres.port, { postern: "app-word" });
  });
  afterAll(async () => {
    await pooler?.stop();
    await postgres?.stop();
  });

  /** The block of the page, at the addresses of the test. */
  function configuration(change: Readonly<Record<string, string>> = {}): string {
    const file = join(temporaryFolder(), "postern.yaml");
    const text = put(blockNamed("docs/deployment.md", "pooler").text, {
      "postern@pooler.example.com:6432": `postern:app-word@127.0.0.1:${pooler.port}`,
      "postern_owner@db.example.com:5432": `postern_owner:owner-word@127.0.0.1:${postgres.port}`,
      ...change,
    });
    writeFileSync(file, text);
    return file;
  }
  const env = { ...KEY, POSTERN_DATABASE__MIGRATION__VALUES: '{"app_role":"postern"}' };

  test("R-3: the configuration of the page starts, writes, and finds the writes of others", async () => {
    const args = ["--config", configuration()];
    await using one = await startServer({ env, args });
    await using other = await startServer({ env, args });
    const bearer = await adminToken(one);
    const value = { token_lifetime: "7m" };
    const saved = await send(one, "PUT", "/auth/v1/settings/token", { bearer, json: { value } });
    expect(saved.status, saved.text).toBe(200);
    await eventually(async () => {
      const { body } = await send(other, "GET", "/auth/v1/settings/token", { bearer });
      return body.payload?.value?.token_lifetime === "7m";
    }, SECONDS);
  });

  test("R-3: statements are prepared under a name on a direct connection alone", async () => {
    const direct = async (port: number) => {
      const dsn = parseDsn(`postgres://postern:app-word@127.0.0.1:${port}/postern`);
      const connection = await connectPostgres(dsn, { timeout: SECONDS, settings: {} });
      try {
        return await isDirect(connection);
      } finally {
        await connection.end();
      }
    };

    expect(await direct(postgres.port)).toBe(true);
    expect(await direct(pooler.port)).toBe(false);
  });

  test("R-3: transactions of many connections stay whole over few of the pooler", async () => {
    await postgres.query(
      "create table pairs (a int, b int); grant all on pairs to postern",
      "postern",
    );
    const dsn = `postgres://postern:app-word@127.0.0.1:${pooler.port}/postern?pgbouncer=true`;
    const database = { ...databaseOptions(dsn), max_open_conns: 40 };
    const driver = await openPostgres(database, recordingLog());
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) =>
        driver.db.transaction(async (tx) => {
          await tx.execute(sql`insert into pairs values (${n}, 0)`);
          await tx.execute(sql`update pairs set b = ${n} where a = ${n}`);
          if (n % 5 === 0) throw new Error("changed its mind");
        }),
      ),
    );
    await driver.close();

    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(160);
    expect(
      await postgres.query(
        "select count(*)::int as n from pairs where a = b and a % 5 > 0",
        "postern",
      ),
    ).toEqual([{ n: 160 }]);
    expect(await postgres.query("select count(*)::int as n from pairs", "postern")).toEqual([
      { n: 160 },
    ]);
  });

  test("R-3: a refused start packet is told in one line, with what to do, and shows no ciphertext", async () => {
    const file = configuration({ "pgbouncer=true": "prepare=false" });
    const result = await runPostern({ env, args: ["--config", file, "--port", "0"] }, "serve");
    expect(result.code).toBe(1);
    expect(result.stderr.trim()).toMatch(
      /^postern: cannot connect to the database at 127\.0\.0\.1:\d+\/postern: unsupported startup parameter: statement_timeout; .*pgbouncer=true.*$/,
    );
    expect(result.stderr + result.stdout).not.toContain("enc:v2");
  });
});
