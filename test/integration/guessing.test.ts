/** Guessing and fairness in earnest: two instances with a shared code store, and crowds at one (I-7, R-9). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import {
  eventually,
  redisMissing,
  startRedis,
  type TestRedis,
  withRedis,
} from "../support/redis.ts";
import {
  adminToken,
  type Credentials,
  RUNTIMES,
  type RunningServer,
  send,
  startServer,
} from "../support/server.ts";

const TOKEN = "/auth/oauth2/token";
const KEY = "a key of the operator";
/** Who asks is told by `X-Forwarded-For`, as behind a proxy. */
const PROXY = { POSTERN_SERVER__TRUSTED_PROXIES: "127.0.0.1" };

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

interface SessionRequest {
  readonly from: string;
  readonly client: Credentials | undefined;
  readonly form: Record<string, string>;
  readonly signal?: AbortSignal;
}

async function ask(
  server: RunningServer,
  { from, client, form, signal }: SessionRequest,
): Promise<number> {
  const { id, secret } = client ?? { id: "", secret: "" };
  const response = await fetch(`${server.url}${TOKEN}`, {
    method: "POST",
    headers: { "x-forwarded-for": from, authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams(form),
    ...(signal && { signal }),
  });
  await response.arrayBuffer();
  return response.status;
}

const many = <T>(times: number, one: (round: number) => T): T[] =>
  Array.from({ length: times }, (_, round) => one(round));

async function counted(asked: readonly Promise<number>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const status of await Promise.all(asked)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe("I-7: of n parallel guesses at two instances at most the limit is checked", () => {
  let redis: TestRedis | undefined;
  let pair: readonly [RunningServer, RunningServer];
  let admin = "";
  let version = 0;

  beforeAll(async () => {
    const dsn = await postgres.createDatabase("guessing");
    const env = { ...PROXY, POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: KEY };
    pair = [await startServer({ env }), await startServer({ runtime: "bun", env })];
    admin = await adminToken(pair[0]);
    await put("password", { attempts: { per_account: 5, per_network: 12 } });
  });
  afterAll(async () => {
    await Promise.all((pair ?? []).map((server) => server.stop("SIGKILL")));
    await redis?.stop();
  });

  async function put(namespace: string, value: unknown): Promise<void> {
    const path = `/auth/v1/settings/${namespace}`;
    const saved = await send(pair[0], "PUT", path, { bearer: admin, json: { value } });
    expect(saved.status, saved.text).toBe(200);
    version = (await send(pair[0], "GET", "/readyz", { bearer: admin })).body.version;
    const arrived = async () =>
      (await send(pair[1], "GET", "/readyz", { bearer: admin })).body.version >= version;
    await eventually(arrived, 10_000);
  }

  const at = (round: number) => pair[round % 2] as RunningServer;
  const guess = (username: string) => ({ grant_type: "password", username, password: "wrong" });

  async function limitHolds(network: (last: number) => string): Promise<void> {
    const client = pair[0].login;
    const one = many(30, (round) =>
      ask(at(round), { from: network(1), client, form: guess("admin") }),
    );
    expect(await counted(one)).toEqual({ 400: 5, 429: 25 });
    const spread = many(60, (round) =>
      ask(at(round), { from: network(2), client, form: guess(`user-${round}`) }),
    );
    expect(await counted(spread)).toEqual({ 400: 12, 429: 48 });
    const wrong = { id: pair[0].demo?.id ?? "", secret: "wrong" };
    const form = { grant_type: "client_credentials" };
    const secrets = many(30, (round) => ask(at(round), { from: network(3), client: wrong, form }));
    expect(await counted(secrets)).toEqual({ 401: 5, 429: 25 });
    for (const server of pair) {
      expect(await ask(server, { from: network(3), client: pair[0].demo, form })).toBe(429);
      expect(await ask(server, { from: network(4), client: pair[0].demo, form })).toBe(200);
    }
  }

  test("a browser that signed in at one instance is known at the other", async () => {
    const { id: username = "", secret: password = "" } = pair[0].admin ?? {};
    const from = "192.0.2.44";
    const signIn = async (round: number, typed: string, cookie = "") => {
      const response = await fetch(`${at(round).url}/login/auth/token/postern`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": from, cookie },
        body: JSON.stringify({ username, password: typed }),
      });
      await response.arrayBuffer();
      return response;
    };
    const first = await signIn(0, password);
    const lines = first.headers.getSetCookie();
    const device = lines.find((line) => line.startsWith("login_device="))?.split(";")[0] ?? "";
    expect([first.status, device]).toEqual([204, expect.stringMatching(/^login_device=.{80,}/)]);
    for (let round = 0; round < 5; round++) expect((await signIn(round, "wrong")).status).toBe(401);
    for (const round of [0, 1]) {
      expect((await signIn(round, password)).status).toBe(429);
      expect((await signIn(round, password, device)).status).toBe(204);
    }
    // Its own count is one for both: five more guesses, and no stranger's are left.
    const stolen = await Promise.all(many(12, (round) => signIn(round, "wrong", device)));
    expect(stolen.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(stolen.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test("with Postgres as the code store", () => limitHolds((last) => `198.51.100.${last}`));

  test.skipIf(redisMissing)(withRedis("with Redis as the code store"), async () => {
    redis = await startRedis();
    const code_store = { active: "redis", redis: { address: [redis.address] } };
    await put("cache", { code_store });
    await limitHolds((last) => `203.0.113.${last}`);
  });
});

/**
 * What a sign-in costs on this machine now is measured first, so that a busy machine changes the scale
 * and not the result: first come, first served would be hundreds of times that.
 */
describe.each(RUNTIMES)("R-9, I-7: crowds at one instance on %s", (runtime) => {
  const CROWD = 500;
  const HERE = "198.51.100.1";
  const ELSEWHERE = "203.0.113.1";
  let server: RunningServer;
  let alone = 0;

  const signIn = (from: string, signal?: AbortSignal) =>
    ask(server, {
      from,
      client: server.login,
      form: {
        grant_type: "password",
        username: server.admin?.id ?? "",
        password: server.admin?.secret ?? "",
      },
      ...(signal && { signal }),
    });
  /** So many at once that some are told at once that there is no space: then the line is full. */
  async function fullLine(signal: AbortSignal): Promise<Promise<number>[]> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const crowd = many(CROWD, async () => {
      const status = await signIn(HERE, signal).catch(() => 0);
      if (status === 503) resolve();
      return status;
    });
    await promise;
    return crowd;
  }
  async function timed(job: () => Promise<number>): Promise<{ status: number; ms: number }> {
    const start = performance.now();
    const status = await job();
    return { status, ms: performance.now() - start };
  }
  /** As a client does: told that there is no space it comes again. A server hears of a closed connection a moment later. */
  async function served(from: string): Promise<number> {
    for (;;) {
      const status = await signIn(from);
      if (status !== 503) return status;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  /** Two seconds as the requirement has it; on a machine that is slower, a small part of the crowd. */
  const soon = () => Math.max(2_000, 15 * alone);

  beforeAll(async () => {
    server = await startServer({ runtime, env: PROXY });
    const measured: number[] = [];
    for (let round = 0; round < 5; round++) {
      const { status, ms } = await timed(() => signIn(HERE));
      expect(status).toBe(200);
      measured.push(ms);
    }
    alone = measured.sort((a, b) => a - b)[2] ?? 0;
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("500 sign-ins at once from one network, and one from another is served soon", async () => {
    const leave = new AbortController();
    const crowd = await fullLine(leave.signal);
    const { status, ms } = await timed(() => signIn(ELSEWHERE));
    leave.abort();
    await Promise.all(crowd);
    expect(status).toBe(200);
    expect(ms).toBeLessThan(soon());
  });

  test("500 connections that were closed at once keep no worker: also from there the next is served soon", async () => {
    const leave = new AbortController();
    const crowd = await fullLine(leave.signal);
    leave.abort();
    await Promise.all(crowd);
    const [here, elsewhere] = await Promise.all([
      timed(() => served(HERE)),
      timed(() => served(ELSEWHERE)),
    ]);
    expect([here.status, elsewhere.status]).toEqual([200, 200]);
    expect(Math.max(here.ms, elsewhere.ms)).toBeLessThan(soon());
  });
});
