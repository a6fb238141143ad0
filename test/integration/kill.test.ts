import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/folders.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import {
  adminToken,
  type RunningServer,
  type ServerOptions,
  send,
  startServer,
} from "../support/server.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** Creates accounts until the server dies, which it does after so many; returns what it acknowledged. */
async function writeUntilKilled(server: RunningServer, token: string, killAfter: number) {
  const acknowledged: string[] = [];
  const enough = Promise.withResolvers<void>();
  let stopped = false;
  const writer = async (lane: number) => {
    for (let index = 0; !stopped && index < 2_000; index++) {
      const alias = `account-${lane}-${index}`;
      const answer = await send(server, "POST", "/auth/v1/service-accounts", {
        bearer: token,
        json: { alias: [alias], details: { name: alias } },
      }).catch(() => undefined);
      if (answer?.status === 200) acknowledged.push(answer.body.payload.id);
      if (acknowledged.length === killAfter) enough.resolve();
    }
  };
  const writers = Promise.all([0, 1, 2, 3].map(writer));
  await Promise.race([enough.promise, writers]);
  await server.stop("SIGKILL");
  stopped = true;
  await writers;
  return acknowledged;
}

async function drill(options: ServerOptions): Promise<void> {
  let server = await startServer(options);
  const token = await adminToken(server);
  const all: string[] = [];
  for (const killAfter of [20, 60, 40]) {
    all.push(...(await writeUntilKilled(server, token, killAfter)));
    server = await startServer(options);
  }
  expect(all.length, "the drill wrote something").toBeGreaterThanOrEqual(120);
  for (const id of all) {
    const { status, body } = await send(server, "GET", `/auth/v1/service-accounts/${id}`, {
      bearer: token,
    });
    expect(status, `acknowledged write ${id}`).toBe(200);
    expect(body.payload.alias[0], "row and sealed details belong together").toBe(
      body.payload.details.name,
    );
  }
  const { body: health } = await send(server, "GET", "/readyz", { bearer: token });
  expect(health).toMatchObject({ status: "ready", unreadable: [] });
  expect(health.version, "version, rows and events moved together").toBe(health.database_version);
  await server.stop();
}

describe("R-1: kill -9 in the middle of writes loses no acknowledged write, leaves no half one", () => {
  test("on the embedded database", () => drill({ dataDir: temporaryFolder() }));

  test("on Postgres", async () => {
    const dsn = await postgres.createDatabase("killed");
    await drill({
      env: { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" },
    });
    const [row] = await postgres.query(
      `select (select version from auth_versions) as version, max(version) as newest,
              count(*)::int as events from auth_events`,
      "killed",
    );
    expect(row?.version).toBe(row?.newest);
    expect(Number(row?.version), "no gap").toBe(Number(row?.events) + 1);
  });
});
