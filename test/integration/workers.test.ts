/** `postern serve --workers 2`: several processes on one port, on every runtime. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/folders.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { eventually } from "../support/redis.ts";
import {
  adminToken,
  RUNTIMES,
  type RunningServer,
  runPostern,
  send,
  startServer,
} from "../support/server.ts";
import {
  ask,
  clientOf,
  logged,
  pidsOf,
  type SessionRequest,
  type WorkerClient,
} from "../support/workers.ts";

const KEY = "a key of the operator";
const CALLBACK = "https://rp.example.com/callback";
const RP = { id: "rp", secret: "a secret of the relying party" };
const TWO = ["--workers", "2"];
const ALL_STARTED = /"message":"all workers are started"/;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const environment = (dsn: string, more: Record<string, string> = {}) => ({
  POSTERN_DATABASE__DSN: dsn,
  POSTERN_ENCRYPTION__KEY: KEY,
  ...more,
});
const basic = ({ id, secret }: { id: string; secret: string }) => ({
  authorization: `Basic ${btoa(`${id}:${secret}`)}`,
});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks without a break until it is ended; tells what did not go as it should. */
function lane(one: () => Promise<SessionRequest>) {
  const faults: string[] = [];
  let answers = 0;
  let going = true;
  const done = (async () => {
    while (going) {
      try {
        const { status, text } = await one();
        answers += 1;
        if (status !== 200) faults.push(`${status} ${text}`);
      } catch (error) {
        faults.push(String(error));
        await pause(5);
      }
      await pause(2);
    }
  })();
  return {
    async end() {
      going = false;
      await done;
      return { answers, faults };
    },
  };
}

describe.each(RUNTIMES)("two workers on %s", (runtime) => {
  const dataDir = temporaryFolder();
  let server: RunningServer;
  let token: string;
  let one: WorkerClient;
  let two: WorkerClient;

  beforeAll(async () => {
    const dsn = await postgres.createDatabase(`workers_${runtime}`);
    const env = environment(dsn, { POSTERN_SERVER__DRAIN_DELAY: "2s" });
    server = await startServer({ runtime, dataDir, env, args: TWO });
    await logged(server, ALL_STARTED);
    token = await adminToken(server);
    await meet();
  });
  afterAll(async () => {
    one?.close();
    two?.close();
    await server?.stop("SIGKILL");
  });

  async function meet() {
    one = await clientOf(server, 1, token);
    two = await clientOf(server, 2, token);
  }
  const bearer = () => ({ authorization: `Bearer ${token}` });
  const health = async (client: WorkerClient) =>
    (await client.ask("/readyz", { headers: bearer() })).body;
  const certs = () => ask(server.url, "/auth/oauth2/certs");

  test("both answer on one port, and tell their numbers in health and log", async () => {
    for (const client of [one, two]) {
      await eventually(async () => (await health(client)).workers_ready === 2);
      expect(await health(client)).toMatchObject({
        status: "ready",
        worker: client.worker,
        workers: 2,
        warnings: [],
      });
      const line = new RegExp(
        `"message":"listening","url":"${server.url}".*"worker":${client.worker}}`,
      );
      expect(server.output()).toMatch(line);
    }
    expect((await ask(server.url, "/readyz")).body, "nothing for strangers").toEqual({
      status: "ready",
    });
  });

  test("postern health asks one of them", async () => {
    const port = new URL(server.url).port;
    const { code, stdout } = await runPostern({ runtime, args: ["--port", port] }, "health");
    expect([code, stdout.trim()]).toEqual([0, "ready"]);
  });

  test("the database is sealed once, and its credentials are told once", () => {
    expect(server.output().match(/Postern is sealed/g)).toHaveLength(1);
    expect(readFileSync(join(dataDir, "first-run.txt"), "utf8")).toContain("Administrator");
    expect(server.output()).not.toContain(server.admin?.secret);
  });

  test("a code works once, whichever of them is asked", async () => {
    const config = { client_secret: RP.secret, redirect_uris: [CALLBACK], skip_consent: true };
    const path = `/auth/v1/oauth/clients/${RP.id}`;
    const put = await send(server, "PUT", path, { bearer: token, json: { config } });
    expect(put.status, put.text).toBe(200);
    const query = new URLSearchParams({
      response_type: "code",
      client_id: RP.id,
      redirect_uri: CALLBACK,
      scope: "openid",
      state: "s",
    });
    const authorize = `/auth/oauth2/authorize?${query}`;
    const follow = async (client: WorkerClient, path: string) =>
      String((await client.ask(path, { headers: bearer() })).headers.location);
    // The one that did not store the client hears of it (R-2).
    for (const client of [one, two]) {
      await eventually(async () => (await follow(client, authorize)).includes("/consent"));
    }
    for (let round = 0; round < 3; round++) {
      // The page of the flow leads on at once, as the client skips consent.
      const location = await follow(two, await follow(one, authorize));
      const code = new URL(location).searchParams.get("code") ?? "";
      const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
      const clients = await Promise.all([1, 2, 1, 2].map((n) => clientOf(server, n, token)));
      const answers = await Promise.all(
        clients.map((client) => client.ask("/auth/oauth2/token", { headers: basic(RP), form })),
      );
      for (const client of clients) client.close();
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  test("X-2: what is revoked at one is refused by the other within a second", async () => {
    const { admin, login } = server;
    if (!admin || !login) throw new Error("not sealed");
    const form = { grant_type: "password", username: admin.id, password: admin.secret };
    const headers = basic(login);
    const { body } = await one.ask("/auth/oauth2/token", { headers, form });
    const userinfo = () =>
      two.ask("/auth/oauth2/userinfo", {
        headers: { authorization: `Bearer ${body.access_token}` },
      });
    expect((await userinfo()).status).toBe(200);
    const out = { headers, form: { token: body.refresh_token } };
    expect((await one.ask("/auth/oauth2/revoke", out)).status).toBe(200);
    await pause(1_000);
    expect((await userinfo()).status).toBe(401);
  });

  test("L-D19: who signs out at one is refused by the other within a second", async () => {
    const { id: username, secret: password } = server.admin ?? {};
    const json = { username, password };
    const signedIn = await one.ask("/login/auth/token/postern", { json });
    expect(signedIn.status, signedIn.text).toBe(204);
    const lines = signedIn.headers["set-cookie"] ?? [];
    const cookie = lines.map((line) => line.split(";")[0]).join("; ");
    const me = async () => (await two.ask("/auth/v1/me", { headers: { cookie } })).status;
    expect(await me()).toBe(200);
    const leaving = { headers: { cookie, "sec-fetch-site": "same-origin" }, form: { out: "1" } };
    expect((await one.ask("/logout", leaving)).status).toBe(303);
    await pause(1_000);
    expect(await me()).toBe(401);
  });

  test("R-1: when one is killed the other goes on, and the killed one is followed by another", async () => {
    const from = server.output().length;
    const before = pidsOf(server);
    const load = lane(() => one.ask("/auth/oauth2/certs"));
    await pause(100);
    process.kill(before.get(2) ?? 0, "SIGKILL");
    await logged(server, /"message":"listening".*"worker":2}/, from);
    const { answers, faults } = await load.end();
    expect(faults).toEqual([]);
    expect(answers).toBeGreaterThan(50);
    expect(server.output().slice(from)).toMatch(
      /"message":"a worker ended; another one follows","worker":2,"code":null,"signal":"SIGKILL"/,
    );
    await eventually(async () => (await health(one)).workers_ready === 2);
    expect(pidsOf(server).get(1)).toBe(before.get(1));
    expect(pidsOf(server).get(2)).not.toBe(before.get(2));
  });

  test("R-11: SIGHUP replaces one after the other, and no request is lost", async () => {
    const before = pidsOf(server);
    const from = server.output().length;
    const held = await clientOf(server, 2, token);
    const loads = [
      lane(() => held.ask("/auth/oauth2/certs")),
      lane(certs),
      lane(certs),
      lane(() => ask(server.url, "/readyz")),
    ];
    process.kill(server.pid, "SIGHUP");
    await logged(server, /"message":"reloaded"/, from);
    const ends = await Promise.all(loads.map((load) => load.end()));
    for (const { answers } of ends) expect(answers).toBeGreaterThan(50);
    const faults = ends.flatMap((end) => end.faults);
    // Where each worker has a socket of its own, the kernel resets what waits at one that closes (ADR 0031).
    const isReset = (fault: string) => runtime !== "node" && /ECONNRESET|hang up/.test(fault);
    expect(faults.filter((fault) => !isReset(fault))).toEqual([]);
    expect(faults.length).toBeLessThan(5);
    expect(ends[0]?.faults, "a connection that is in use moves over").toEqual([]);
    held.close();
    const after = pidsOf(server);
    expect([...after.keys()].sort()).toEqual([1, 2]);
    for (const [number, pid] of after) expect(before.get(number)).not.toBe(pid);
    await meet();
    for (const client of [one, two]) expect((await health(client)).workers_ready).toBe(2);
  });

  test("R-11: SIGTERM stops all of them with 0, and every request is answered", async () => {
    const loads = [lane(certs), lane(certs)];
    const { admin, login } = server;
    if (!admin || !login) throw new Error("not sealed");
    const form = { grant_type: "password", username: admin.id, password: admin.secret };
    await pause(50);
    const stopped = server.stop("SIGTERM");
    const last = Promise.all(
      Array.from({ length: 8 }, () =>
        ask(server.url, "/auth/oauth2/token", { headers: basic(login), form }),
      ),
    );
    await pause(150);
    for (const load of loads) expect((await load.end()).faults).toEqual([]);
    expect((await last).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await stopped).toBe(0);
    await expect(certs()).rejects.toThrow("ECONNREFUSED");
    expect(server.output().match(/"message":"stopped","worker":\d/g)?.length).toBeGreaterThan(2);
  });
});

describe.each(RUNTIMES)("%s", (runtime) => {
  test("workers end when the primary is killed", async () => {
    const dsn = await postgres.createDatabase(`orphans_${runtime}`);
    const server = await startServer({ runtime, env: environment(dsn), args: TWO });
    await logged(server, ALL_STARTED);
    const pids = [...pidsOf(server).values()];
    expect(pids).toHaveLength(2);
    await server.stop("SIGKILL");
    await eventually(async () => pids.every((pid) => !existsSync(`/proc/${pid}`)));
  });
});

test("SIGHUP reads the configuration again; one that is wrong changes nothing", async () => {
  const dataDir = temporaryFolder();
  const file = join(dataDir, "postern.yaml");
  const configure = (lines: string) => writeFileSync(file, lines);
  configure("{ server: { workers: 2 }, auth: { oauth2: { base_url: https://old.example.com } } }");
  const env = environment(await postgres.createDatabase("reloaded"), { POSTERN_CONFIG: file });
  await using server = await startServer({ dataDir, env });
  await logged(server, ALL_STARTED);
  const issuers = async () => {
    const path = "/.well-known/openid-configuration";
    const asked = Array.from({ length: 6 }, () => ask(server.url, path));
    return [...new Set((await Promise.all(asked)).map(({ body }) => String(body.issuer)))];
  };
  const reload = async (result: RegExp) => {
    const from = server.output().length;
    process.kill(server.pid, "SIGHUP");
    await logged(server, result, from);
    return server.output().slice(from);
  };
  expect(await issuers()).toEqual(["https://old.example.com/auth/oauth2"]);
  configure("auth: { oauth2: { base_url: https://new.example.com } }");
  await reload(/"message":"reloaded"/);
  expect(await issuers()).toEqual(["https://new.example.com/auth/oauth2"]);
  const pids = pidsOf(server);
  configure("auth: { oauth2: { base_uri: https://newer.example.com } }");
  const told = await reload(/"message":"reload given up: the new worker did not start"/);
  expect(told).toContain("auth.oauth2.base_uri: is not a known key");
  // With one worker this would be right, and the others would not share it.
  configure("server: { workers: 1 }\nsession: { store: { active: memory } }");
  const unshared = await reload(/"message":"reload given up/);
  expect(unshared).toContain("postern: server.workers: needs a session store");
  expect(await issuers()).toEqual(["https://new.example.com/auth/oauth2"]);
  expect(pidsOf(server)).toEqual(pids);
  expect(await server.stop()).toBe(0);
});

describe("refused with one line", () => {
  const serve = (env: Record<string, string>) => {
    const dataDir = temporaryFolder();
    const args = ["--port", "0", "--data-dir", dataDir, ...TWO];
    return runPostern({ dataDir, env, args }, "serve");
  };
  const refusal = async (env: Record<string, string>) => {
    const { code, stdout, stderr } = await serve(env);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.trim().split("\n"), stderr).toHaveLength(1);
    return stderr.trim();
  };

  test("the embedded database", async () => {
    expect(await refusal({})).toMatch(/server\.workers: needs auth\.database\.dsn/);
  });

  test("codes in memory, by configuration", async () => {
    const env = environment(postgres.dsn(), { POSTERN_CACHE__CODE_STORE__ACTIVE: "memory" });
    expect(await refusal(env)).toMatch(/server\.workers: needs a code store that processes share/);
  });

  test("sessions in memory", async () => {
    const env = environment(postgres.dsn(), { POSTERN_SESSION__STORE__ACTIVE: "memory" });
    expect(await refusal(env)).toMatch(/server\.workers: needs a session store that processes/);
  });

  test("codes in memory, by the stored setting; later it is a warning", async () => {
    const env = environment(await postgres.createDatabase("memory_codes"));
    const server = await startServer({ env, args: TWO });
    await logged(server, ALL_STARTED);
    const bearer = await adminToken(server);
    const value = { code_store: { active: "memory" } };
    const put = await send(server, "PUT", "/auth/v1/settings/cache", { bearer, json: { value } });
    expect(put.status, put.text).toBe(200);
    await eventually(async () => {
      const { body } = await send(server, "GET", "/readyz", { bearer });
      return String(body.warnings).includes("cache.code_store.active is memory");
    });
    await server.stop();
    expect(await refusal(env)).toMatch(/^postern: server\.workers: the setting cache\.code_store/);
  });

  test("a first worker that cannot start ends the command, and no other is started", async () => {
    const dsn = await postgres.createDatabase("wrong_key_workers");
    await (await startServer({ env: environment(dsn) })).stop();
    const env = { ...environment(dsn), POSTERN_ENCRYPTION__KEY: "another key of an operator" };
    expect(await refusal(env)).toMatch(/^postern: encryption\.key does not open this database/);
  });

  test("a port in use", async () => {
    const env = environment(await postgres.createDatabase("busy_port"));
    await using first = await startServer({ env });
    const { port } = new URL(first.url);
    const args = ["--port", port, ...TWO];
    const { code, stderr } = await runPostern({ env, args }, "serve");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^postern: port \d+ on 127\.0\.0\.1 is already in use; choose .*--port/);
    expect(stderr).toContain(port);
  });
});

test("one worker is the process itself", async () => {
  const env = environment(await postgres.createDatabase("one_worker"));
  await using server = await startServer({ env, args: ["--workers", "1"] });
  expect(server.output()).not.toContain('"worker"');
  expect(pidsOf(server).size).toBe(0);
});
