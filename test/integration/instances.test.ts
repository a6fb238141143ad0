/** The instances that serve one database, as each of them lists all. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { adminToken, RUNTIMES, type RunningServer, send, startServer } from "../support/server.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly answers: boolean;
  readonly process?: number;
  readonly total: { readonly requests: number };
}

async function listOf(server: RunningServer, bearer: string) {
  const { status, text, body } = await send(server, "GET", "/auth/v1/load", { bearer });
  expect(status, text).toBe(200);
  return body.payload as {
    readonly instances: readonly Listed[];
    readonly total: { readonly requests: number };
    readonly complete: boolean;
  };
}

const start = (dsn: string, runtime: (typeof RUNTIMES)[number]) =>
  startServer({
    runtime,
    env: { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" },
  });

describe("instances on one database", () => {
  for (const runtime of RUNTIMES) {
    test(`each lists both; one that stops says so, one that is killed falls silent (${runtime} beside Node)`, async () => {
      const name = `instances_${runtime}`;
      const dsn = await postgres.createDatabase(name);
      const first = await start(dsn, "node");
      const second = await start(dsn, runtime);
      const third = await start(dsn, runtime);
      try {
        const token = await adminToken(first);
        const states = async (server: RunningServer) => {
          const { instances, complete } = await listOf(server, token);
          expect(complete).toBe(true);
          expect(instances.filter(({ answers }) => answers)).toHaveLength(1);
          expect(instances[0]?.answers).toBe(true);
          return instances.map(({ state }) => state);
        };
        // The first word is written beside the start.
        await vi.waitFor(async () => {
          for (const server of [first, second, third]) {
            expect(await states(server)).toEqual(["running", "running", "running"]);
          }
        }, patient(10_000));
        const before = (await listOf(first, token)).instances;
        expect(new Set(before.map(({ process }) => process)).size).toBe(3);
        const doctor = async () => {
          const { body } = await send(first, "GET", "/auth/v1/doctor", { bearer: token });
          return body.payload.find(({ id }: { id: string }) => id === "instances");
        };
        expect(await doctor()).toMatchObject({ severity: "ok" });

        await second.stop("SIGTERM");
        expect(await states(first)).toEqual(["running", "running", "stopped"]);
        expect(await doctor()).toMatchObject({ severity: "ok" });
        // What it answered belongs to the hour of all.
        const { instances, total } = await listOf(first, token);
        const stopped = instances.find(({ state }) => state === "stopped");
        expect(stopped?.total.requests).toBeGreaterThan(0);
        expect(total.requests).toBe(instances.reduce((sum, { total }) => sum + total.requests, 0));

        await third.stop("SIGKILL");
        expect(await states(first)).toEqual(["running", "running", "stopped"]);
        const age = (interval: string) =>
          postgres.query(
            `update auth_instances set seen_at = seen_at - interval '${interval}'`,
            name,
          );
        await age("60 seconds");
        expect(await states(first)).toEqual(["running", "running", "stopped"]);
        await age("40 seconds");
        expect(await states(first)).toEqual(["running", "silent", "stopped"]);
        expect(await doctor()).toMatchObject({
          severity: "warning",
          details: [expect.stringMatching(/ · \d+: \d{4}-.*Z$/)],
        });
        await age("1 hour");
        expect(await states(first)).toEqual(["running"]);
      } finally {
        await Promise.all([first, second, third].map((server) => server.stop("SIGKILL")));
      }
    });
  }
});

test("several versions at once, as in an upgrade; what cannot be read is left out", async () => {
  const name = "instances_versions";
  const first = await start(await postgres.createDatabase(name), "node");
  try {
    const token = await adminToken(first);
    await vi.waitFor(async () => {
      expect(await postgres.query("select id from auth_instances", name)).toHaveLength(1);
    }, patient(10_000));
    await postgres.query(
      `insert into auth_instances (id, seen_at, facts, load)
       select 'newer', now(), facts || '{"version": "9.0.0", "more": true}', '{"layout": 7}'::jsonb from auth_instances
       union all select 'strange', now(), '[]', '[]'`,
      name,
    );
    const { instances } = await listOf(first, token);
    expect(instances.map(({ id }) => id)).toEqual([expect.any(String), "newer"]);
    const { body } = await send(first, "GET", "/auth/v1/doctor", { bearer: token });
    expect(body.payload).toContainEqual(
      expect.objectContaining({
        id: "instances",
        severity: "hint",
        details: expect.arrayContaining([expect.stringContaining("9.0.0")]),
      }),
    );
  } finally {
    await first.stop("SIGKILL");
  }
});
