/**
 * A logout token that one instance is told ends the sessions of all, wherever they are kept (OpenID Connect Back-Channel
 * Logout 1.0 §2.5, §2.6; I-6, K-13, U-2; R-2).
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRedisConnector } from "../../../src/adapters/drivers/redis.ts";
import { KEY } from "../../support/auth.ts";
import {
  gatewayRuntime,
  postJson,
  startGateway,
  type TestGateway,
  whoIs,
} from "../../support/gateway.ts";
import { patient } from "../../support/patience.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { redisMissing, startRedis, type TestRedis, withRedis } from "../../support/redis.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";
import { POSTERN_PROVIDER } from "../../support/session.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
type Store = Readonly<Record<string, unknown>>;

let postgres: TestPostgres;
let upstream: ScriptedUpstream;
let redis: TestRedis | undefined;
beforeAll(async () => {
  postgres = await startPostgres();
  upstream = await scriptedUpstream();
  if (!redisMissing) redis = await startRedis();
});
afterAll(async () => {
  await redis?.stop();
  await upstream[Symbol.asyncDispose]();
  await postgres.stop();
});

/** Two instances on one database; their sessions are in `store`. */
async function pair(database: string, store: Store) {
  const dsn = await postgres.createDatabase(database);
  const start = (joins: boolean): Promise<TestGateway> => {
    const runtime = gatewayRuntime({ loops: true });
    return startGateway({
      joins,
      runtime: { ...runtime, redis: createRedisConnector(runtime.log) },
      auth: { database: { dsn }, encryption: { key: KEY } },
      session: {
        store,
        provider: {
          postern: POSTERN_PROVIDER,
          op: {
            password_flow: true,
            x_user: ["sub"],
            oauth2: {
              client_id: "c-1",
              client_secret: "s-1",
              issuer: upstream.url,
              token_url: `${upstream.url}/token`,
              cert_url: `${upstream.url}/jwks`,
              backchannel_logout: true,
            },
          },
        },
        action: { token: { login_path: "/login/" } },
      },
    });
  };
  const first = await start(false);
  const second = await start(true);
  return {
    ...{ first, second },
    async [Symbol.asyncDispose]() {
      await Promise.all([first, second].map((gateway) => gateway[Symbol.asyncDispose]()));
    },
  };
}

/** Signs in at one instance; the same cookies at the other. */
async function signedIn(at: TestGateway, other: TestGateway, sub: string, sid: string) {
  const access_token = await upstream.sign({ sub, azp: "c-1" });
  const id_token = await upstream.sign({ sub, aud: "c-1", sid });
  upstream.on("/token", { body: { access_token, id_token } });
  const jar = at.jar();
  const answer = await postJson(jar, "/login/auth/token/op", { username: "u", password: "p" });
  expect(answer.status, answer.text).toBe(204);
  const there = other.jar();
  for (const [name, value] of jar.cookies) there.cookies.set(name, value);
  // Twice: what an instance keeps in memory must end as well.
  for (const browser of [jar, there, jar, there]) expect(await whoIs(browser)).toBe(sub);
  return { jar, there };
}

let count = 0;
const logoutToken = (claims: Record<string, unknown>) => {
  count += 1;
  const iat = Math.floor(Date.now() / 1_000);
  return upstream.sign({ aud: "c-1", iat, jti: `j-${count}`, events: { [EVENT]: {} }, ...claims });
};
const tell = (at: TestGateway, logout_token: string) =>
  at.jar().send("POST", "/login/auth/backchannel-logout/op", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ logout_token }),
  });

const stores: Readonly<Record<string, () => Store>> = {
  database: () => ({ active: "database" }),
  redis: () => ({ active: "redis", redis: { address: [redis?.address ?? ""] } }),
};

describe.each(Object.keys(stores))("sessions in %s", (kind) => {
  test.skipIf(kind === "redis" && redisMissing)(
    withRedis("what one instance is told ends the session at both, and no other person's"),
    async () => {
      await using both = await pair(`told_${kind}`, stores[kind]?.() ?? {});
      const { first, second } = both;
      const ended = await signedIn(first, second, "u-1", "s-1");
      const goesOn = await signedIn(second, first, "u-2", "s-2");
      const token = await logoutToken({ sub: "u-1", sid: "s-1" });
      expect((await tell(second, token)).status).toBe(200);
      for (const browser of [ended.jar, ended.there])
        await expect
          .poll(() => whoIs(browser), { timeout: patient(10_000), interval: 20 })
          .toBeUndefined();
      for (const browser of [goesOn.jar, goesOn.there]) expect(await whoIs(browser)).toBe("u-2");

      // The same token at the other instance is a second time.
      expect((await tell(first, token)).status).toBe(400);
    },
  );
});
