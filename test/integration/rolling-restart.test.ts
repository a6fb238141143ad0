/** docs/operations.md, "Upgrade": two instances behind nginx are replaced one after the other: no read is lost, and no write without an answer. */
import { Agent } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBehindProxy, startDocumentedNginx } from "../support/documented-nginx.ts";
import { askOver } from "../support/insecure-agent.ts";
import { nginxMissing, type TestNginx } from "../support/nginx.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { eventually } from "../support/redis.ts";
import { adminToken, type RunningServer, type ServerOptions } from "../support/server.ts";

describe.skipIf(nginxMissing !== undefined)(nginxMissing ?? "behind nginx", () => {
  let postgres: TestPostgres;
  let options: ServerOptions;
  let one: RunningServer;
  let other: RunningServer;
  let nginx: TestNginx;
  let origin: string;
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

  beforeAll(async () => {
    postgres = await startPostgres();
    const env = {
      POSTERN_DATABASE__DSN: await postgres.createDatabase("rolling"),
      POSTERN_ENCRYPTION__KEY: "a key of the operator",
      // As it is when nothing is configured.
      POSTERN_SERVER__DRAIN_DELAY: "2s",
    };
    options = { env };
    one = await startBehindProxy(options);
    other = await startBehindProxy(options);
    ({ nginx, origin } = await startDocumentedNginx(one, other));
  });
  afterAll(async () => {
    agent.destroy();
    await nginx?.stop();
    await one?.stop("SIGKILL");
    await other?.stop("SIGKILL");
    await postgres?.stop();
  });

  /** At the same address, as soon as the old one has ended. */
  async function replace(server: RunningServer): Promise<RunningServer> {
    expect(await server.stop("SIGTERM")).toBe(0);
    const next = await startBehindProxy({ ...options, port: Number(new URL(server.url).port) });
    await eventually(async () => (await fetch(`${next.url}/readyz`)).status === 200);
    return next;
  }

  test("R-11: reading and writing go on while each is replaced", async () => {
    const bearer = await adminToken(one);
    const failed: string[] = [];
    let answered = 0;
    let comeAgain = 0;
    let going = true;
    const lanes = [0, 1, 2, 3].map(async (lane) => {
      for (let index = 0; going; index++) {
        const writes = lane % 2 === 0;
        const asked = writes
          ? askOver(agent, `${origin}/auth/v1/service-accounts`, {
              method: "POST",
              headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
              body: JSON.stringify({ alias: [`rolling-${lane}-${index}`] }),
            })
          : askOver(agent, `${origin}/auth/oauth2/certs`);
        const status = await asked.catch((error: Error) => error.message);
        if (status === 200) answered += 1;
        // nginx sends no write twice: while an instance starts, it is told to come again, and nothing was done.
        else if (writes && status === 503) comeAgain += 1;
        else failed.push(`${writes ? "POST" : "GET"}: ${status}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
    await eventually(async () => answered > 100);
    one = await replace(one);
    // nginx leaves an instance alone for that long after it was away (`fail_timeout`).
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    other = await replace(other);
    const replaced = answered;
    await eventually(async () => answered > replaced + 100);
    going = false;
    await Promise.all(lanes);
    console.info(`${answered} answered, ${comeAgain} writes refused while an instance started.`);
    expect(failed).toEqual([]);
    expect(nginx.log()).not.toMatch(/no live upstreams|prematurely closed/);
  });
});
