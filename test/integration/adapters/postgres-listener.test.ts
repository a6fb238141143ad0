/** The listener: dropped, half-open, deaf; on a real Postgres and on every runtime. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseDsn } from "../../../src/adapters/drivers/dsn.ts";
import { openPostgres } from "../../../src/adapters/drivers/postgres.ts";
import { listenPostgres } from "../../../src/adapters/drivers/postgres-listener.ts";
import type { DrizzleDriver } from "../../../src/store/database.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { countTraffic } from "../../support/postgres-traffic.ts";
import { databaseOptions, RUNTIMES, recordingLog, runScript, until } from "./support.ts";

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

/** A subscription that counts. */
function subscribe(driver: DrizzleDriver) {
  const seen = { ready: 0, lost: 0, messages: [] as string[] };
  const listener = driver.listen(["auth_changed"], {
    ready: () => {
      seen.ready += 1;
    },
    lost: () => {
      seen.lost += 1;
    },
    message: (payload) => void seen.messages.push(payload),
  });
  return { seen, [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose]() };
}

test("R-2: a dropped listener comes back within 5 s and says so", async () => {
  await using driver = await open();
  await using subscription = subscribe(driver);
  await until(() => subscription.seen.ready === 1);

  await postgres.dropConnections();
  await until(() => subscription.seen.ready === 2, 5_000);
  await until(() => works(driver));
  await driver.db.execute(sql`select pg_notify('auth_changed', '9')`);
  await until(() => subscription.seen.messages.includes("9"));

  expect(subscription.seen.lost).toBe(1);
});

test("R-2: a listener survives a server that is away for a while", async () => {
  await using driver = await open();
  await using subscription = subscribe(driver);
  await until(() => subscription.seen.ready === 1);

  await postgres.restart({ downFor: 1_500 });

  await until(() => subscription.seen.ready === 2, 7_000);
});

test("R-2: a half-open connection is found and replaced", async () => {
  await using proxy = await countTraffic(postgres.port);
  const seen = { ready: 0, lost: [] as unknown[] };
  const listener = listenPostgres({
    dsn: parseDsn(postgres.dsn().replace(`:${postgres.port}/`, `:${proxy.port}/`)),
    channels: ["auth_changed"],
    handlers: {
      ready: () => {
        seen.ready += 1;
      },
      lost: (cause) => void seen.lost.push(cause),
      message: () => {},
    },
    hear: async () => {},
    log: recordingLog(),
    beat: 100,
    deadline: 300,
  });
  await until(() => seen.ready === 1);

  proxy.freeze(); // the connection stays, the answers do not
  await until(() => seen.lost.length === 1, 2_000);
  await until(() => seen.ready === 2, 5_000);

  await listener[Symbol.asyncDispose]();
});

test("R-3: a listener that hears nothing reports it once", async () => {
  const log = recordingLog();
  let ready = false;
  const listener = listenPostgres({
    dsn: parseDsn(postgres.dsn()),
    channels: ["auth_changed"],
    handlers: {
      ready: () => {
        ready = true;
      },
      lost: () => {},
      message: () => {},
    },
    hear: async () => {}, // as behind a transaction-mode pooler: sent, never delivered
    log,
    deadline: 200,
  });

  await until(() => ready && log.lines.length > 0);
  await listener[Symbol.asyncDispose]();

  expect(log.lines).toEqual([expect.stringMatching(/warn the listener hears nothing/)]);
});

test("R-3: a healthy listener is not reported", async () => {
  const log = recordingLog();
  const driver = await openPostgres(databaseOptions(postgres.dsn()), log);
  const subscription = subscribe(driver);
  await until(() => subscription.seen.ready === 1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await driver.close(); // ends the listener too

  expect(log.lines).toEqual([]);
  const rows = await postgres.query(
    "select count(*)::int as left from pg_stat_activity where application_name = 'postern'",
  );
  expect(rows).toEqual([{ left: 0 }]);
});

test.each(RUNTIMES)(
  "R-2, R-14: %s: session, listener, a lost connection, a clean end",
  async (runtime) => {
    await using script = runScript(runtime, "postgres.ts", postgres.dsn());
    expect(await script.line(/^session/)).toBe(
      'session {"ok":true,"list":["a",null],"body":{"a":1}}',
    );
    await script.line(/^ready/);
    await postgres.query("select pg_notify('auth_changed', '7')");
    await script.line(/^message 7/);

    script.child.kill("SIGTERM");

    await script.line(/^message again/);
    expect(script.lines).toContain("transaction failed");
    await script.line(/^closed/);
    expect(script.lines.filter((line) => line === "ready").length).toBeGreaterThanOrEqual(2);
  },
);

async function works(driver: DrizzleDriver): Promise<boolean> {
  return await driver.db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
}
