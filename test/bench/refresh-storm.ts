/** One expired session, 200 requests at once on two instances: exactly one refresh (wire 2.14; L-W23). */
import { performance } from "node:perf_hooks";
import { startPostgres } from "../support/postgres.ts";
import { redisMissing, startRedis } from "../support/redis.ts";
import { Player, type Step } from "./flow-script.ts";
import { manager } from "./notes.ts";
import {
  adminToken,
  type Credentials,
  credentialsOf,
  newKey,
  type Postern,
  startPostern,
  startServer,
} from "./processes.ts";
import { type BenchResult, exactly, info, median, ms, type Row } from "./result.ts";
import type { Refreshes } from "./servers/counting-proxy.ts";

const REQUESTS = 200;
const STORMS = 3;
/** Short, so that the session is over soon; longer than a sign-in takes on a slow machine. */
const SHORT_LIFE = "3s";
const EXPIRED_AFTER_MS = 4_500;
const KNOWN_AFTER_MS = 1_000;
const PROVIDER = "counted";

type Cookie = string;

interface Pair {
  readonly instances: readonly [Postern, Postern];
  readonly credentials: Credentials;
  readonly refreshes: () => Promise<Refreshes>;
  readonly set: (namespace: string, value: object) => Promise<void>;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function refreshesAt(port: number): Promise<Refreshes> {
  const response = await fetch(`http://127.0.0.1:${port}/refreshes`);
  return (await response.json()) as Refreshes;
}

/** A setting that both instances know when this is over. */
async function putSetting(port: number, token: string, namespace: string, value: object) {
  const manage = manager(fetch, `http://127.0.0.1:${port}`, token);
  // The administrator of the bench has a token, and needs no way through the login page.
  await manage("PUT", `/settings/${namespace}?force=true`, { value });
  await pause(KNOWN_AFTER_MS);
}

/** Both instances sign in and refresh over HTTP, at a token endpoint that counts. */
async function withPair<T>(flags: readonly string[], use: (pair: Pair) => Promise<T>): Promise<T> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const first = await startPostern(flags);
    stops.push(() => first.stop());
    const second = await startPostern(flags);
    stops.push(() => second.stop());
    const service = `http://127.0.0.1:${first.port}/auth/oauth2`;
    const proxy = await startServer("counting-proxy", `${service}/token`);
    stops.push(() => proxy.stop());
    const credentials = await credentialsOf(first);
    const { login } = credentials;
    const token = await adminToken(first.port, credentials);
    const set: Pair["set"] = (namespace, value) => putSetting(first.port, token, namespace, value);
    await set("session_providers", {
      providers: {
        [PROVIDER]: {
          password_flow: true,
          x_user: ["preferred_username"],
          oauth2: {
            client_id: login.id,
            client_secret: login.secret,
            token_url: `http://127.0.0.1:${proxy.port}/token`,
            cert_url: `${service}/certs`,
            scopes: ["openid", "profile", "email"],
          },
        },
      },
    });
    const instances = [first, second] as const;
    return await use({ instances, credentials, refreshes: () => refreshesAt(proxy.port), set });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function signIn({ instances: [{ port }], credentials }: Pair): Promise<Cookie> {
  const { id: username, secret: password } = credentials.admin;
  const response = await fetch(`http://127.0.0.1:${port}/login/auth/token/${PROVIDER}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  if (response.status !== 204) throw new Error(`sign-in answered ${await response.text()}`);
  return response.headers.getSetCookie().map((line) => line.split(";")[0])[0] ?? "";
}

interface Storm {
  readonly refreshes: Refreshes;
  readonly answered: number;
  readonly slowestMs: number;
}

/** Who holds the cookie; any other answer than 200 fails. */
const whoAmI = (port: number, cookie: Cookie): Step => ({
  method: "GET",
  path: "/auth/v1/me",
  headers: { Host: `127.0.0.1:${port}`, Cookie: cookie },
  status: 200,
});

/** All connections are open before the first request is sent. */
async function storm(pair: Pair, cookie: Cookie): Promise<Storm> {
  const [first, second] = pair.instances;
  const players = await Promise.all(
    Array.from({ length: REQUESTS }, (_, index) => {
      const { port } = index % 2 === 0 ? first : second;
      return Player.open(port, [whoAmI(port, cookie)], {});
    }),
  );
  const before = await pair.refreshes();
  const started = performance.now();
  const outcomes = await Promise.allSettled(
    players.map(async (player) => {
      await player.play();
      return performance.now() - started;
    }),
  );
  for (const player of players) player.close();
  const after = await pair.refreshes();
  const took = outcomes.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const failed = outcomes.find((one) => one.status === "rejected");
  if (failed) console.error(failed.reason);
  return {
    refreshes: { asked: after.asked - before.asked, granted: after.granted - before.granted },
    answered: took.length,
    slowestMs: Math.max(...took),
  };
}

async function storms(pair: Pair): Promise<Storm[]> {
  const seen: Storm[] = [];
  while (seen.length < STORMS) {
    await pair.set("token", { token_lifetime: SHORT_LIFE, refresh_rotation: "always" });
    const cookie = await signIn(pair);
    // What the refresh brings lives on, or it would be due again at once.
    await pair.set("token", { refresh_rotation: "always" });
    await pause(EXPIRED_AFTER_MS);
    seen.push(await storm(pair, cookie));
  }
  return seen;
}

function rowsOf(store: string, seen: readonly Storm[]): Row[] {
  const slowest = seen.map(({ slowestMs }) => slowestMs);
  const worst = (count: (storm: Storm) => number, wanted: number) =>
    seen.map(count).find((value) => value !== wanted) ?? wanted;
  return [
    info(
      `${store}: slowest answer`,
      `median ${ms(median(slowest))}, longest ${ms(Math.max(...slowest))}`,
    ),
    exactly(
      `${store}: refreshes asked for`,
      worst(({ refreshes }) => refreshes.asked, 1),
      1,
    ),
    exactly(
      `${store}: refreshes granted`,
      worst(({ refreshes }) => refreshes.granted, 1),
      1,
    ),
    exactly(
      `${store}: answers with 200`,
      worst(({ answered }) => answered, REQUESTS),
      REQUESTS,
    ),
  ];
}

export async function benchRefreshStorm(): Promise<BenchResult> {
  const pg = await startPostgres();
  const redis = redisMissing ? undefined : await startRedis();
  const flagsFor = async (database: string) => {
    const key = newKey();
    const dsn = await pg.createDatabase(database);
    return ["--database-dsn", dsn, "--set", `encryption.key=${key}`];
  };
  try {
    const rows = rowsOf("Postgres", await withPair(await flagsFor("bench_storm"), storms));
    if (redis) {
      const store = ["session.store.active=redis", `session.store.redis.address=${redis.address}`];
      const flags = [
        ...(await flagsFor("bench_storm_redis")),
        ...store.flatMap((value) => ["--set", value]),
      ];
      rows.push(...rowsOf("Redis", await withPair(flags, storms)));
    } else {
      rows.push(info("Redis", redisMissing ?? ""));
    }
    const title = `${REQUESTS} requests at once with one expired session, two instances, ${STORMS} times`;
    return { title, rows };
  } finally {
    await redis?.stop();
    await pg.stop();
  }
}
