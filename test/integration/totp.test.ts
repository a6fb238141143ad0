/** One use of a code over three processes on Node, Bun and Deno, with Postgres and with Redis (F-1, F-2); RFC 6238 by `oathtool`. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { caughtUp } from "../support/caught-up.ts";
import { oathtool, oathtoolMissing } from "../support/oathtool.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { redisMissing, startRedis, type TestRedis, withRedis } from "../support/redis.ts";
import { adminToken, RUNTIMES, type RunningServer, send, startServer } from "../support/server.ts";
import { codeAt, earlyInPeriod } from "../support/totp.ts";

const TOKEN = "/auth/oauth2/token";
const TOTP = "/auth/v1/totp";
const PERIOD = 30_000;
const PASSWORD = "correct horse battery";

let postgres: TestPostgres;
let redis: TestRedis | undefined;
let servers: readonly RunningServer[] = [];
let admin = "";

beforeAll(async () => {
  postgres = await startPostgres();
  const dsn = await postgres.createDatabase("totp");
  const env = {
    POSTERN_SERVER__TRUSTED_PROXIES: "127.0.0.1",
    POSTERN_DATABASE__DSN: dsn,
    POSTERN_ENCRYPTION__KEY: "a key of the operator",
  };
  // The first one seals the database; the others find it sealed.
  const first = await startServer({ env });
  const rest = RUNTIMES.filter((runtime) => runtime !== "node");
  servers = [first, ...(await Promise.all(rest.map((runtime) => startServer({ runtime, env }))))];
  admin = await adminToken(first);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop("SIGKILL")));
  await redis?.stop();
  await postgres.stop();
});

const at = (round: number) => servers[round % servers.length] as RunningServer;

/** Every instance serves what the first one has written. */
const settled = () => caughtUp(servers, admin);

async function signIn(round: number, username: string, totp?: string) {
  const { id = "", secret = "" } = at(0).login ?? {};
  const fields = { grant_type: "password", username, password: PASSWORD, ...(totp && { totp }) };
  const response = await fetch(`${at(round).url}${TOKEN}`, {
    method: "POST",
    // A network for each: what is counted of one has no part in this.
    headers: {
      "x-forwarded-for": `198.51.100.${round}`,
      authorization: `Basic ${btoa(`${id}:${secret}`)}`,
    },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, body: await response.json() };
}

interface Person {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** A user who sets up a factor with the code of the period before, so that the present one is unused. */
async function person(name: string, app: (secret: string, at: number) => string): Promise<Person> {
  const user = { alias: [name], local: true, details: { password: PASSWORD } };
  const created = await send(at(0), "POST", "/auth/v1/users", { bearer: admin, json: user });
  expect(created.status, created.text).toBe(200);
  const bearer = (await signIn(0, name)).body.access_token;
  const registered = await send(at(0), "POST", `${TOTP}/register`, { bearer, json: {} });
  const { secret } = registered.body.payload;
  await earlyInPeriod();
  const code = app(secret, Date.now() - PERIOD);
  const confirmed = await send(at(0), "POST", `${TOTP}/confirm`, { bearer, json: { code } });
  expect(confirmed.status, confirmed.text).toBe(200);
  await settled();
  return { secret, recoveryCodes: confirmed.body.payload.recovery_codes };
}

/** Twenty sign-ins at once with one code, in turns at all processes: how many were let in. */
async function accepted(username: string, totp: string): Promise<number> {
  const rounds = Array.from({ length: 20 }, (_, round) => round);
  const answers = await Promise.all(rounds.map((round) => signIn(round, username, totp)));
  return answers.filter(({ status }) => status === 200).length;
}

describe("F-1, F-2: of twenty sign-ins at three processes one is accepted", () => {
  async function onceEach(name: string): Promise<void> {
    const { secret, recoveryCodes } = await person(name, codeAt);
    for (const round of [0, 1, 2]) expect((await signIn(round, name)).status).toBe(401);
    expect(await accepted(name, codeAt(secret, Date.now()))).toBe(1);
    expect(await accepted(name, recoveryCodes[0] ?? "")).toBe(1);
    expect(await accepted(name, recoveryCodes[0] ?? ""), "used up").toBe(0);
  }

  test("with Postgres as the code store", () => onceEach("postgres"));

  test.skipIf(redisMissing)(withRedis("with Redis as the code store"), async () => {
    redis = await startRedis();
    const value = { code_store: { active: "redis", redis: { address: [redis.address] } } };
    const path = "/auth/v1/settings/cache";
    const saved = await send(at(0), "PUT", path, { bearer: admin, json: { value } });
    expect(saved.status, saved.text).toBe(200);
    await settled();
    await onceEach("redis");
  });
});

test.skipIf(oathtoolMissing)(
  oathtoolMissing ?? "RFC 6238: the code of `oathtool` signs in on Node, Bun and Deno",
  async () => {
    for (const [round, runtime] of RUNTIMES.entries()) {
      const { secret } = await person(runtime, oathtool);
      const { status, body } = await signIn(round, runtime, oathtool(secret, Date.now()));
      expect([status, body.error_description], runtime).toEqual([200, undefined]);
    }
  },
);
