/** Lost connections, lost servers, and starts that cannot work, on a real Postgres. */

import { createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "../../../src/adapters/drivers/postgres.ts";
import type { DrizzleDriver } from "../../../src/store/database.ts";
import { patient } from "../../support/patience.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { databaseOptions, recordingLog, until } from "./support.ts";

let postgres: TestPostgres;
const uncaught: unknown[] = [];
const remember = (error: unknown) => void uncaught.push(error);

beforeAll(async () => {
  process.on("uncaughtException", remember);
  process.on("unhandledRejection", remember);
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  process.off("uncaughtException", remember);
  process.off("unhandledRejection", remember);
  expect(uncaught).toEqual([]);
});

async function open(dsn = postgres.dsn()): Promise<DrizzleDriver & AsyncDisposable> {
  const driver = await openPostgres(databaseOptions(dsn), recordingLog());
  return { ...driver, [Symbol.asyncDispose]: () => driver.close() };
}

test.each([
  ["an unreachable port", () => "postgres://u:hunter2@127.0.0.1:25999/auth", "refused"],
  ["an unknown host", () => "postgres://u:hunter2@no-such-host.invalid/auth", "host not found"],
  ["an unknown database", () => postgres.dsn("nope"), 'database "nope" does not exist'],
  ["no password", () => postgres.dsn().replace(":super-secret-word", ""), "asks for a password"],
  ["a wrong password", () => postgres.dsn().replace("super-", ""), "authentication failed"],
])("R-4: %s stops the start with one line without the password", async (_, dsn, reason) => {
  const failed = openPostgres(databaseOptions(dsn()), recordingLog());

  await expect(failed).rejects.toMatchObject({
    name: "StartError",
    message: expect.stringContaining(reason),
  });
  const { message } = await failed.catch((error) => error);
  expect(message).toMatch(/^cannot connect to the database at [\w.-]+:\d+\/\w+: [^\n]+$/);
  expect(message).not.toMatch(/hunter2|secret-word/);
});

test("R-4: a host that accepts and stays silent is given up within the deadline", async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(25_990, "127.0.0.1");
  const begin = Date.now();

  await expect(
    openPostgres(databaseOptions("postgres://u@127.0.0.1:25990/x"), recordingLog()),
  ).rejects.toThrow("no answer within 10 s");

  expect(Date.now() - begin).toBeLessThan(patient(15_000));
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test("R-14: a connection that ends inside a transaction fails the transaction and nothing else", async () => {
  await using driver = await open();
  for (let round = 0; round < 8; round++) {
    const failed = driver.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await postgres.dropConnections();
      await new Promise((resolve) => setTimeout(resolve, 20 * (round % 3)));
      await tx.transaction((inner) => inner.execute(sql`select 1`));
    });
    await expect(failed).rejects.toThrow();
  }
  await until(async () => works(driver), 2_000);
  await Promise.all(Array.from({ length: 20 }, () => driver.db.execute(sql`select 1`)));
});

test("R-14: a transaction may swallow the loss; it still fails, and the pool stays whole", async () => {
  await using driver = await open();

  const failed = driver.db.transaction(async (tx) => {
    await postgres.dropConnections();
    await tx.execute(sql`select 1`).catch(() => {});
    return "committed";
  });

  await expect(failed).rejects.toThrow();
  await until(() => works(driver), 2_000);
});

test("R-4: under load the server goes and comes back: no crash, every call ends, recovery ≤10 s", async () => {
  await using driver = await open();
  let running = true;
  const counts = { done: 0, failed: 0 };
  const caller = async () => {
    while (running) {
      const call = driver.db.transaction(async (tx) => {
        await tx.execute(sql`select pg_sleep(0.002)`);
        await tx.execute(sql`select 1`);
      });
      await call.then(
        () => {
          counts.done += 1;
        },
        () => {
          counts.failed += 1;
        },
      );
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const callers = Array.from({ length: 12 }, caller);
  await until(() => counts.done > 50);

  for (const downFor of [0, 1_500]) {
    await postgres.restart({ downFor });
    const { done } = counts;
    await until(() => counts.done > done + 50, 10_000);
  }
  running = false;
  await Promise.all(callers); // none hangs
  await Promise.all(Array.from({ length: 20 }, () => driver.db.execute(sql`select 1`)));

  expect(counts.failed).toBeGreaterThan(0);
});

test("a session whose connection is lost refuses to go on without its lock", async () => {
  await using driver = await open();

  const failed = driver.session(async (session) => {
    await session.query("select pg_advisory_lock(7)");
    await postgres.dropConnections();
    await new Promise((resolve) => setTimeout(resolve, 50));
    return await session.query("select 1");
  });

  await expect(failed).rejects.toThrow("lost");
});

test("R-7: a statement that the server refuses does not end a session, so that its reason is told", async () => {
  await using driver = await open();

  const rows = await driver.session(async (session) => {
    await session.script("create table seen (a int); create view seer as select a from seen");
    const refused = session.script("alter table seen alter column a type bigint");
    await expect(refused).rejects.toMatchObject({ code: "0A000" });
    return await session.query("select 1 as one");
  });

  expect(rows).toEqual([{ one: 1 }]);
});

test("a session may use another connection string", async () => {
  await using driver = await open();
  const other = await postgres.createDatabase("elsewhere");

  const rows = await driver.session((session) => session.query("select current_database()"), other);

  expect(rows).toEqual([{ current_database: "elsewhere" }]);
  await expect(
    driver.session(async () => {}, "postgres://u:hunter2@127.0.0.1:25999/m"),
  ).rejects.toMatchObject({ name: "StartError" });
});

test("a statement that runs too long is ended by the server, except in sessions", async () => {
  await using driver = await open(`${postgres.dsn()}?statement_timeout=200`);

  await expect(driver.db.execute(sql`select pg_sleep(5)`)).rejects.toMatchObject({
    cause: { code: "57014" },
  });
  await using plain = await open();
  const [row] = await plain.session((session) => session.query("show statement_timeout"));
  expect(row).toEqual({ statement_timeout: "0" });
});

async function works(driver: DrizzleDriver): Promise<boolean> {
  return await driver.db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
}
