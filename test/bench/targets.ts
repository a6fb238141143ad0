/** authentication requests at 100 a second, on two instances with one Postgres. */
import { startPostgres } from "../support/postgres.ts";
import { attempt, httpRequest, type LoadResult } from "./load.ts";
import {
  adminToken,
  basic,
  type Credentials,
  credentialsOf,
  formHeaders,
  newKey,
  type Postern,
  startPostern,
} from "./processes.ts";
import { type BenchResult, below, info, ms } from "./result.ts";

const INSTANCES = 2;
const RATE = 100;
const CONNECTIONS = 16;
const WARM_UP_MS = 3_000;
const DEFAULT_MS = 30_000;

/** 95 of 100 answers are quicker than this. */
export const LIMIT_MS = 250;
/** Of all answers. */
export const LIMIT_OF_ERRORS = 0.001;

/** Of fifty requests so many are of each kind: two people a second sign in with a password, which costs a core an eighth of a second. */
const SHARES = { password: 1, token: 17, introspection: 16, me: 16 } as const;

/** What each asks, in an order that is the same each time and has the kinds spread over it. */
async function requestsOf(
  { port }: Postern,
  { admin, login, demo }: Credentials,
): Promise<readonly string[]> {
  const form = (who: Credentials["demo"], path: string, body: Record<string, string>) => {
    const headers = { ...formHeaders, Authorization: basic(who) };
    return httpRequest("POST", path, headers, new URLSearchParams(body).toString());
  };
  const bearer = await adminToken(port, { admin, login, demo });
  const kinds: Readonly<Record<keyof typeof SHARES, string>> = {
    password: form(login, "/auth/oauth2/token", {
      grant_type: "password",
      username: admin.id,
      password: admin.secret,
    }),
    token: form(demo, "/auth/oauth2/token", { grant_type: "client_credentials" }),
    introspection: form(login, "/auth/oauth2/introspect", { token: bearer }),
    me: httpRequest("GET", "/auth/v1/me", { Authorization: `Bearer ${bearer}` }),
  };
  return Object.entries(SHARES)
    .flatMap(([kind, share]) =>
      Array.from({ length: share }, (_, index) => ({
        request: kinds[kind as keyof typeof SHARES],
        place: (index + 0.5) / share,
      })),
    )
    .toSorted((a, b) => a.place - b.place)
    .map(({ request }) => request);
}

/** Each instance gets its part of the rate. */
export async function meetTargets(measuredMs: number): Promise<readonly LoadResult[]> {
  const pg = await startPostgres();
  const servers: Postern[] = [];
  try {
    const key = newKey();
    const dsn = await pg.createDatabase("targets");
    const flags = ["--database-dsn", dsn, "--set", `encryption.key=${key}`];
    const first = await startPostern(flags);
    servers.push(first);
    const credentials = await credentialsOf(first);
    while (servers.length < INSTANCES) servers.push(await startPostern(flags));
    const requests = await requestsOf(first, credentials);
    return await Promise.all(
      servers.map(({ port }) =>
        attempt({
          ...{ port, requests, measuredMs, warmUpMs: WARM_UP_MS },
          ...{ connections: CONNECTIONS, ratePerSecond: RATE / INSTANCES },
        }),
      ),
    );
  } finally {
    for (const server of servers) await server.stop();
    await pg.stop();
  }
}

/** Failures are answers other than 2xx and connections that broke, so no error of the service is left out. */
export const errorsOf = (results: readonly LoadResult[]): number => {
  const sum = (of: (result: LoadResult) => number) => results.reduce((all, r) => all + of(r), 0);
  return sum(({ failures }) => failures) / sum(({ answers }) => answers);
};

const percent = (share: number) => `${(share * 100).toFixed(3)} %`;

export async function benchTargets(): Promise<BenchResult> {
  const results = await meetTargets(DEFAULT_MS);
  const worst = (of: (latency: LoadResult["latency"]) => number) =>
    Math.max(...results.map(({ latency }) => of(latency)));
  const answers = results.reduce((sum, result) => sum + result.answers, 0);
  return {
    title: `${RATE} authentication requests a second on ${INSTANCES} instances with one Postgres: passwords, tokens, introspection, who it is`,
    rows: [
      info("answers", `${answers}, ${results.map((r) => r.perSecond.toFixed(0)).join(" + ")}/s`),
      info(
        "p50, p99 of the slower instance",
        `${ms(worst((l) => l.p50))}, ${ms(worst((l) => l.p99))}`,
      ),
      below(
        "p95 of the slower instance",
        worst((l) => l.p95),
        LIMIT_MS,
        ms,
      ),
      below("failed", errorsOf(results), LIMIT_OF_ERRORS, percent),
    ],
  };
}
