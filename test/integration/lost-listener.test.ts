/** A database that is gone for a while: the lost listener is told of once, and so is its return (P10; R-3). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { eventually } from "../support/redis.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";

let postgres: TestPostgres;
let server: RunningServer;
let token: string;

beforeAll(async () => {
  postgres = await startPostgres();
  const env = {
    POSTERN_DATABASE__DSN: await postgres.createDatabase("lost"),
    POSTERN_ENCRYPTION__KEY: "a key of the operator",
  };
  server = await startServer({ env });
  token = await adminToken(server);
});
afterAll(async () => {
  await server?.stop("SIGKILL");
  await postgres?.stop();
});

const told = (words: string) => server.output().split(words).length - 1;
const detail = async () => (await send(server, "GET", "/readyz", { bearer: token })).body;

test("once for the loss, once for the return; meanwhile /readyz is degraded and says that nothing is heard", async () => {
  await eventually(async () => (await detail()).listener === "listening");
  const seen: { status: number; state: string }[] = [];
  let down = false;
  const probes = (async () => {
    while (!down) await new Promise((resolve) => setTimeout(resolve, 20));
    while (down) {
      const answer = await fetch(`${server.url}/readyz`);
      seen.push({
        status: answer.status,
        state: ((await answer.json()) as { status: string }).status,
      });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();
  // Long enough for several tries to come back.
  await postgres.restart({
    downFor: 5_000,
    stopped: () => {
      down = true;
    },
  });
  down = false;
  await probes;
  expect(seen.every(({ status }) => status === 200)).toBe(true);
  // The last probe may meet a listener that is back already.
  expect(seen.filter(({ state }) => state === "degraded").length).toBeGreaterThan(1);
  await eventually(async () => (await detail()).listener === "listening");
  await eventually(async () => told("the notification listener has a connection again") === 1);
  expect(told("the notification listener lost its connection")).toBe(1);
  expect((await detail()).status).toBe("ready");
});
