/**
 * A logout token that one instance is told ends the sessions of all, wherever they are kept (OpenID Connect Back-Channel
 * Logout 1.0 §2.5, §2.6; I-6, K-13, U-2; R-2).
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRedisConnector } from "../../../src/adapters/drivers/redis.ts";
import { KEY } from "../../support/auth.ts";
import { gatewayRuntime, startGateway, type TestGateway, whoIs } from "../../support/gateway.ts";
import { patient } from "../../support/patience.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { redisMissing, startRedis, type TestRedis, withRedis } from "../../support/redis.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";
import { POSTERN_PROVIDER } from "../../support/session.ts";
import { heardProvider, logoutToken, signedInThere, tell } from "../../support/told-by-provider.ts";

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
          op: heardProvider(upstream),
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
  const jar = await signedInThere(at, upstream, { sub, sid });
  const there = other.jar();
  for (const [name, value] of jar.cookies) there.cookies.set(name, value);
  // Twice: what an instance keeps in memory must end as well.
  for (const browser of [jar, there, jar, there]) expect(await whoIs(browser)).toBe(sub);
  return { jar, there };
}

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
      const token = await logoutToken(upstream, second, { sub: "u-1", sid: "s-1" });
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
