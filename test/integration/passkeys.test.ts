/** One challenge on instances of three runtimes that share a Postgres, and a Redis (F-4, F-5, P-4, P-9). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePasskey, type Passkey, usePasskey } from "../support/authenticator.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { redisMissing, startRedis, type TestRedis, withRedis } from "../support/redis.ts";
import { adminToken, RUNTIMES, type RunningServer, send, startServer } from "../support/server.ts";

const REGISTER = "/auth/v1/passkey/register";
const LOGIN = "/auth/oauth2/passkey";

let postgres: TestPostgres;
let servers: RunningServer[];
let token: string;
let client: { client_id: string; client_secret: string };
let passkey: Passkey;

beforeAll(async () => {
  postgres = await startPostgres();
  const dsn = await postgres.createDatabase("passkeys");
  const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" };
  const first = await startServer({ runtime: "node", env });
  const others = RUNTIMES.filter((runtime) => runtime !== "node");
  servers = [first, ...(await Promise.all(others.map((runtime) => startServer({ runtime, env }))))];
  token = await adminToken(first);
  client = { client_id: first.login?.id ?? "", client_secret: first.login?.secret ?? "" };
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop("SIGKILL")));
  await postgres.stop();
});

const register = (server: RunningServer, json: object) =>
  send(server, "POST", REGISTER, { bearer: token, json });
const begin = async (server: RunningServer) => {
  const { status, text, body } = await send(server, "POST", LOGIN, { json: client });
  expect(status, text).toBe(200);
  return body;
};

/** Finishes with an assertion as a browser at this server would make it. */
async function finish(
  server: RunningServer,
  begun: { session_id: string; options: unknown },
  counter?: number,
) {
  const { session_id, options } = begun;
  const claims = counter === undefined ? {} : { counter };
  const assertion = await usePasskey(passkey, options, server.url, claims);
  const answer = await send(server, "POST", LOGIN, { json: { ...client, session_id, assertion } });
  return answer.status;
}

/** Statuses of the same attempt at every instance at once, in order. */
const everywhere = async (attempt: (server: RunningServer) => Promise<number>) =>
  (await Promise.all(servers.map(attempt))).sort();

function challenges() {
  test("a registration that began on one instance is finished on another, once", async () => {
    const [first] = servers;
    const begun = await register(first as RunningServer, {});
    const { session_id, options } = begun.body.payload;
    const made = await Promise.all(servers.map(({ url }) => makePasskey(options, url)));
    const answers = await Promise.all(
      servers.map((server, at) =>
        register(server, { session_id, credential: made[at]?.credential }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const won = answers.findIndex(({ status }) => status === 200);
    passkey = made[won]?.passkey as Passkey;
  });

  test("each runtime verifies it; of finishes on all instances at once one counts", async () => {
    for (const server of servers) {
      expect(await finish(server, await begin(server)), server.url).toBe(200);
      const begun = await begin(server);
      expect(await everywhere((one) => finish(one, begun))).toEqual([200, 401, 401]);
    }
  });

  test("of parallel uses with one counter one counts", async () => {
    const begun = new Map(
      await Promise.all(servers.map(async (one) => [one, await begin(one)] as const)),
    );
    const uses = await everywhere((one) => finish(one, begun.get(one), 7));
    expect(uses).toEqual([200, 401, 401]);
    passkey.counter = 0;
  });
}

describe("challenges in the database", challenges);

describe.skipIf(redisMissing)(withRedis("challenges in Redis"), () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
    const code_store = { active: "redis", redis: { address: [redis.address] } };
    for (const server of servers) {
      const stored = await send(server, "PUT", "/auth/v1/settings/cache", {
        ...{ bearer: token, json: { value: { code_store } } },
      });
      expect(stored.status, stored.text).toBe(200);
    }
  });
  afterAll(() => redis.stop());

  challenges();
});
