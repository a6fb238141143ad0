/** The default installation in process: what each answer costs beside a bare Hono app that answers the same. */
import { Hono } from "hono";
import { startPostgres } from "../support/postgres.ts";
import { type Cost, costRatio, cpuRace, promisesOf, type Runner } from "./cpu-race.ts";
import { FORWARDED, QUESTION } from "./notes.ts";
import { basic } from "./processes.ts";
import { atMost, type BenchResult, info, type Row, ratio } from "./result.ts";
import { ORIGIN, openSetup, type Setup } from "./standalone.ts";

const MANY = 10_000;
const PROXIES = ["--set", "server.trusted_proxies=127.0.0.1/32"];
const GATE = ["--set", "server.forward_auth.path=/forward-auth", ...PROXIES];

type Ask = (request: Request) => Response | Promise<Response>;
type Requests = (turn: number) => Request;

const runner = (name: string, ask: Ask, request: Requests, status = 200): Runner => ({
  name,
  /** Bodies are not read: a server takes them as they are. */
  run(turn) {
    const look = async (response: Response) => {
      throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
    };
    const answer = ask(request(turn));
    if (!(answer instanceof Promise)) return answer.status === status ? undefined : look(answer);
    return answer.then((response) => (response.status === status ? undefined : look(response)));
  },
});

const asking =
  (path: string, headers: Readonly<Record<string, string>> = {}): Requests =>
  () =>
    new Request(`${ORIGIN}${path}`, { headers });

/** Each cookie in turn. */
const withCookies =
  (
    path: string,
    cookies: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ): Requests =>
  (turn) => {
    const cookie = cookies[turn % cookies.length] ?? "";
    return new Request(`${ORIGIN}${path}`, { headers: { ...more, cookie } });
  };

const posting =
  (path: string, type: string, body: string, headers: Readonly<Record<string, string>>): Requests =>
  () =>
    new Request(`${ORIGIN}${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": type, "content-length": String(body.length) },
      body,
    });

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

/** A bare application that answers what ours answered, with our headers. */
async function bareOf(setup: Setup, request: Requests): Promise<Ask> {
  const sample = await setup.ask(request(0));
  const { status } = sample;
  const text = await sample.text();
  const headers = Object.fromEntries(sample.headers);
  const app = new Hono();
  app.get("*", () => new Response(text || null, { status, headers }));
  app.post("*", async (c) => {
    // What every such route has to do: read the body and take it apart.
    const sent = await c.req.text();
    if (c.req.header("content-type") === FORM) new URLSearchParams(sent);
    else JSON.parse(sent);
    return new Response(text || null, { status, headers });
  });
  return (asked) => app.fetch(asked);
}

interface Compared {
  readonly name: string;
  readonly request: Requests;
  /** Times the bare app. */
  readonly most?: number;
}

const micros = (costs: ReadonlyMap<string, Cost>, name: string) =>
  `${(costs.get(name)?.micros ?? 0).toFixed(1)} µs`;

async function toBare(setup: Setup, compared: readonly Compared[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, request, most } of compared) {
    const bare = `${name}, bare Hono`;
    const ours = runner(name, setup.ask, request);
    const costs = await cpuRace([ours, runner(bare, await bareOf(setup, request), request)]);
    const value = costRatio(costs, name, bare);
    const promises = Math.round(await promisesOf(ours));
    rows.push(
      info(name, `${micros(costs, name)}, bare Hono ${micros(costs, bare)}, ${promises} promises`),
    );
    rows.push(
      most === undefined
        ? info(`${name}, to bare Hono`, ratio(value))
        : atMost(`${name}, to bare Hono`, value, most, ratio),
    );
  }
  return rows;
}

function comparedOf({ first, token }: Setup, cookies: readonly string[]): readonly Compared[] {
  const demo = { authorization: basic(first.demo_account ?? { id: "", secret: "" }) };
  const bearer = { authorization: `Bearer ${token}` };
  const check = JSON.stringify({ alias: "admin", ...QUESTION });
  return [
    { name: "JWKS", request: asking("/auth/oauth2/certs"), most: 1.2 },
    {
      name: "discovery",
      request: asking("/auth/oauth2/.well-known/openid-configuration"),
      most: 1.2,
    },
    { name: "userinfo", request: asking("/auth/oauth2/userinfo", bearer), most: 2 },
    {
      name: "introspection",
      request: posting("/auth/oauth2/introspect", FORM, `token=${token}`, demo),
      most: 2,
    },
    { name: "/v1/me by bearer token", request: asking("/auth/v1/me", bearer), most: 3 },
    { name: "/v1/me by cookie", request: withCookies("/auth/v1/me", cookies), most: 3 },
    {
      name: "POST /v1/check",
      request: posting("/auth/v1/check", JSON_TYPE, check, bearer),
      most: 1 / 0.6,
    },
    {
      name: "forward-auth by cookie",
      request: withCookies("/forward-auth", cookies, FORWARDED),
      most: 3,
    },
    {
      name: "forward-auth by bearer token",
      request: asking("/forward-auth", { ...bearer, ...FORWARDED }),
      most: 3,
    },
  ];
}

/** A request of a signed-in browser with each store, against sessions in memory. */
async function stores(): Promise<Row[]> {
  const postgres = await startPostgres();
  const dsn = await postgres.createDatabase("bench_in_process");
  const memory = await openSetup(...GATE, "--set", "session.store.active=memory");
  const embedded = await openSetup(...GATE);
  const shared = await openSetup(...GATE, "--database-dsn", dsn);
  try {
    const rows: Row[] = [];
    for (const sessions of process.env.BENCH_QUICK ? [] : [1, MANY]) {
      const name = (store: string) =>
        `session by cookie, ${store}, ${sessions.toLocaleString("en")} of them`;
      const runners: Runner[] = [];
      for (const [store, setup] of [
        ["memory", memory],
        ["PGlite", embedded],
        ["Postgres", shared],
      ] as const) {
        const cookies = await setup.signIn(sessions);
        const request = withCookies("/forward-auth", cookies, FORWARDED);
        // Each of them once: what is kept from then on is what a visited site has.
        for (let turn = 0; turn < sessions; turn++)
          await (await setup.ask(request(turn))).arrayBuffer();
        runners.push(runner(name(store), setup.ask, request));
      }
      const costs = await cpuRace(runners);
      rows.push(info(name("memory"), micros(costs, name("memory"))));
      for (const store of ["PGlite", "Postgres"]) {
        rows.push(info(name(store), micros(costs, name(store))));
        rows.push(
          atMost(
            `${name(store)}, to memory`,
            costRatio(costs, name(store), name("memory")),
            1.3,
            ratio,
          ),
        );
      }
    }
    rows.push(...(await toBare(embedded, comparedOf(embedded, await embedded.signIn(1)))));
    return rows;
  } finally {
    for (const setup of [memory, embedded, shared]) await setup[Symbol.asyncDispose]();
    await postgres.stop();
  }
}

export const benchInProcess = async (): Promise<BenchResult> => ({
  title: "In process: processor time per answer of the default installation",
  rows: await stores(),
});
