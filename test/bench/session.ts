/** A session check in front of a trivial handler: each store and a bearer token, against the bare app. */
import { startPostgres } from "../support/postgres.ts";
import { redisMissing, startRedis } from "../support/redis.ts";
import { httpRequest } from "./load.ts";
import { type Running, startServer } from "./processes.ts";
import { atLeast, type BenchResult, info, limit, ms, OF_A_BARE_APP, perSecond } from "./result.ts";
import { type Contender, costOf, race, type Standing } from "./rounds.ts";
import type { Given, Visitor } from "./servers/session-app.ts";
import { signingKey } from "./signing-key.ts";

const PATH = "/app";
const VISITORS = 100;

const MEMORY = "cookie, memory";
const POSTGRES = "cookie, Postgres";
const REDIS = "cookie, Redis";
const BEARER = "bearer token";
const BARE_COOKIE = "bare Hono app, same cookies";
const BARE_BEARER = "bare Hono app, same tokens";
const BARE_FOUND = "bare Hono app that finds the cookie's text in a map";
const BARE_SIGNED = "bare Hono app that checks the token's signature";

/** What a fraction is of: the same bytes without a session. */
const BARE_OF: Readonly<Record<string, string>> = {
  [MEMORY]: BARE_COOKIE,
  [POSTGRES]: BARE_COOKIE,
  [REDIS]: BARE_COOKIE,
  [BEARER]: BARE_BEARER,
};

/** What the check of a credential leaves of the bare app. */
const LIMIT_OF: Readonly<Record<string, string>> = {
  [BARE_FOUND]: BARE_COOKIE,
  [BARE_SIGNED]: BARE_BEARER,
};

type Header = (visitor: Visitor) => Readonly<Record<string, string>>;
const withCookie: Header = ({ cookie }) => ({ Cookie: cookie });
const withToken: Header = ({ token }) => ({ Authorization: `Bearer ${token}` });

async function visitorsOf({ port }: Running): Promise<Visitor[]> {
  const response = await fetch(`http://127.0.0.1:${port}/visitors`);
  return (await response.json()) as Visitor[];
}

function requestsOf({ port }: Running, visitors: readonly Visitor[], header: Header): string[] {
  const host = { Host: `127.0.0.1:${port}` };
  return visitors.map((visitor) => httpRequest("GET", PATH, { ...host, ...header(visitor) }));
}

/** A session that lets no one in, or everyone, would be measured in vain. */
async function checkGuard({ port }: Running, [visitor]: readonly Visitor[]): Promise<void> {
  const ask = async (headers: Readonly<Record<string, string>>) => {
    const response = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers });
    await response.arrayBuffer();
    return response.status;
  };
  const statuses = await Promise.all([
    ask({}),
    ask({ Authorization: "Bearer of-nothing" }),
    ...(visitor ? [ask(withCookie(visitor)), ask(withToken(visitor))] : []),
  ]);
  if (statuses.join() !== "401,401,200,200") throw new Error(`the guard answers ${statuses}`);
}

const shown = ({ perSecond: rate, p99, cpu }: Standing) =>
  `${perSecond(rate)}, p99 ${ms(p99)}${cpu ? `, ${Math.round(cpu)} µs processor time each` : ""}`;

async function rowsOf(contenders: readonly Contender[]): Promise<BenchResult["rows"]> {
  const standings = await race(contenders, { awake: true });
  const rates = [...standings].map(([name, standing]) => info(name, shown(standing)));
  const fractions = Object.entries(BARE_OF).flatMap(([name, bare]) => {
    if (!standings.has(name)) return [];
    const what = `${name}, to the bare app`;
    const value = costOf(standings.get(bare), standings.get(name));
    return [atLeast(what, value, OF_A_BARE_APP)];
  });
  const limits = Object.entries(LIMIT_OF).map(([name, bare]) =>
    limit(
      `${name}, to the bare app`,
      costOf(standings.get(bare), standings.get(name)),
      OF_A_BARE_APP,
    ),
  );
  return [...rates, ...fractions, ...limits];
}

export async function benchSession(): Promise<BenchResult> {
  const stops: (() => Promise<void>)[] = [];
  const start = async (given: Omit<Given, "path" | "visitors">) => {
    const asked: Given = { path: PATH, visitors: VISITORS, ...given };
    const server = await startServer("session-app", JSON.stringify(asked));
    stops.push(() => server.stop());
    return server;
  };
  const guarded = async (name: string, given: Omit<Given, "path" | "visitors">) => {
    const server = await start(given);
    const visitors = await visitorsOf(server);
    await checkGuard(server, visitors);
    const requests = requestsOf(server, visitors, withCookie);
    return { visitors, contender: { name, server, requests } };
  };
  try {
    const bare = await start({});
    const memory = await guarded(MEMORY, { store: { active: "memory" } });
    const postgres = await startPostgres();
    stops.push(() => postgres.stop());
    const dsn = await postgres.createDatabase("bench_session");
    const database = await guarded(POSTGRES, { store: { active: "database" }, dsn });
    const { server } = memory.contender;
    const requests = requestsOf(server, memory.visitors, withToken);
    const found = await start({ checked: { header: "cookie", way: "remembered" } });
    const { port } = memory.contender.server;
    const [{ token = "" } = {}] = memory.visitors;
    const key = await signingKey(`http://127.0.0.1:${port}/certs`, token);
    const signed = await start({ checked: { header: "authorization", way: "verified", key } });
    const contenders: Contender[] = [
      { ...memory.contender, name: BARE_COOKIE, server: bare },
      { ...memory.contender, name: BARE_FOUND, server: found },
      memory.contender,
      database.contender,
      { name: BARE_BEARER, server: bare, requests },
      { name: BEARER, server, requests },
      { name: BARE_SIGNED, server: signed, requests },
    ];
    if (!redisMissing) {
      const redis = await startRedis();
      stops.push(() => redis.stop());
      const store = { active: "redis" as const, redis: { address: [redis.address] } };
      contenders.push((await guarded(REDIS, { store })).contender);
    }
    const rows = await rowsOf(contenders);
    return {
      title: `Session check in front of a trivial handler, ${VISITORS} sessions, 32 connections`,
      rows: redisMissing ? [...rows, info(REDIS, redisMissing)] : rows,
    };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
