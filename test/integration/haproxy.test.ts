/** docs/deployment.md, "Behind a proxy": two instances behind HAProxy, which asks `/readyz`: no request is lost, writes neither. */
import { Agent } from "node:https";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDocumentedHaproxy } from "../support/documented-haproxy.ts";
import { startBehindProxy } from "../support/documented-nginx.ts";
import { haproxyMissing, type TestHaproxy } from "../support/haproxy.ts";
import { askOver } from "../support/insecure-agent.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { eventually } from "../support/redis.ts";
import { adminToken, type RunningServer, type ServerOptions } from "../support/server.ts";

/** The defaults of `database.migration.lock_key` and `.table`. */
const LOCK = "postern-auth-migrations";
const MIGRATIONS = "auth_migrations";

describe.skipIf(haproxyMissing !== undefined)(haproxyMissing ?? "behind HAProxy", () => {
  let postgres: TestPostgres;
  let options: ServerOptions;
  let one: RunningServer;
  let other: RunningServer;
  let haproxy: TestHaproxy;
  let origin: string;
  let bearer: string;
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
    bearer = await adminToken(one);
    other = await startBehindProxy(options);
    ({ haproxy, origin } = await startDocumentedHaproxy(one, other));
    await areUp("one", "two");
  });
  afterAll(async () => {
    agent.destroy();
    await haproxy?.stop();
    await one?.stop("SIGKILL");
    await other?.stop("SIGKILL");
    await postgres?.stop();
  });

  const isUp = async (name: string) => /^UP$/.test((await haproxy.servers())[name] ?? "");
  const areUp = (...names: readonly string[]) =>
    eventually(async () => (await Promise.all(names.map(isUp))).every((up) => up));

  const read = () => askOver(agent, `${origin}/auth/oauth2/certs`);
  const write = (alias: string) =>
    askOver(agent, `${origin}/auth/v1/service-accounts`, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: JSON.stringify({ alias: [alias] }),
    });

  /** Reads and writes until it is told to end; all that was not answered with 200. */
  function busy(name: string) {
    const failed: string[] = [];
    let answered = 0;
    let going = true;
    const lanes = [0, 1, 2, 3].map(async (lane) => {
      for (let index = 0; going; index++) {
        const writes = lane % 2 === 0;
        const asked = writes ? write(`${name}-${lane}-${index}`) : read();
        const status = await asked.catch((error: Error) => error.message);
        if (status === 200) answered += 1;
        else failed.push(`${writes ? "POST" : "GET"}: ${status}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
    return {
      answered: () => answered,
      more: async (count: number) => {
        const before = answered;
        await eventually(async () => answered >= before + count);
      },
      async end() {
        going = false;
        await Promise.all(lanes);
        return failed;
      },
    };
  }

  /** At the same address, as soon as the old one has ended. */
  const again = (server: RunningServer) =>
    startBehindProxy({ ...options, port: Number(new URL(server.url).port) });

  test("R-11: reading and writing go on while each is replaced, and nothing is refused", async () => {
    const load = busy("rolling");
    await load.more(100);
    expect(await one.stop("SIGTERM")).toBe(0);
    one = await again(one);
    await areUp("one", "two");
    expect(await other.stop("SIGTERM")).toBe(0);
    other = await again(other);
    await areUp("one", "two");
    await load.more(100);
    expect(await load.end()).toEqual([]);
    console.info(`${load.answered()} answered.`);
  });

  test("an instance that starts gets no request until it is ready", async () => {
    expect(await one.stop("SIGTERM")).toBe(0);
    // Another one applies the last migration: it waits, and says so.
    const holder = new pg.Client(postgres.dsn("rolling"));
    // The server of the test ends it when something fails on the way.
    holder.on("error", () => undefined);
    await holder.connect();
    await holder.query("select pg_advisory_lock(hashtextextended($1, 0))", [LOCK]);
    const { rows } = await holder.query(
      `delete from ${MIGRATIONS} where name = (select max(name) from ${MIGRATIONS}) returning name`,
    );
    const coming = again(one);
    await eventually(async () => {
      const answer = await fetch(`${one.url}/auth/oauth2/certs`).catch(() => undefined);
      return answer?.status === 503 && (await answer.text()).includes("starting");
    });
    const load = busy("starting");
    await load.more(200);
    expect(await isUp("one")).toBe(false);
    expect(await load.end()).toEqual([]);
    await holder.query(`insert into ${MIGRATIONS} (name) values ($1)`, [rows[0].name]);
    await holder.end();
    one = await coming;
    await areUp("one", "two");
    // It is the only one that is left: what is answered now is answered by it.
    const last = busy("started");
    expect(await other.stop("SIGTERM")).toBe(0);
    await last.more(100);
    expect(await last.end()).toEqual([]);
  });

  test("what a client says of itself does not reach the service", async () => {
    const asked = (headers: Record<string, string>) =>
      askOver(agent, `${origin}/auth/v1/users`, { headers });
    expect(await asked({ authorization: `Bearer ${bearer}` })).toBe(200);
    for (const name of ["X-User", "X_User", "x-user_id", "X-Client-Cert", "Forwarded"]) {
      expect(await asked({ [name]: "admin" }), name).toBe(401);
    }
  });
});
