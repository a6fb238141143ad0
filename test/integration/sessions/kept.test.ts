/**
 * Sessions that instances keep in memory, on two processes and one Postgres: what ends on one is refused by the
 * other by notification, and at once while the other hears nothing. Polling cannot be what ends it: it is an hour away.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patient } from "../../support/patience.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { RUNTIMES, type RunningServer, startServer } from "../../support/server.ts";
import { Jar } from "../../support/session.ts";

const KEY = "a key of the operator";
let databases = 0;
let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

interface Pair extends AsyncDisposable {
  readonly first: RunningServer;
  readonly second: RunningServer;
  readonly database: string;
}

async function pair(runtime: (typeof RUNTIMES)[number], more = {}): Promise<Pair> {
  const database = `kept_${++databases}`;
  const env = {
    POSTERN_DATABASE__DSN: await postgres.createDatabase(database),
    POSTERN_ENCRYPTION__KEY: KEY,
    POSTERN_CACHE__POLL_INTERVAL: "1h",
  };
  const first = await startServer({ runtime: "node", env });
  const second = await startServer({ runtime, env: { ...env, ...more } });
  return {
    first,
    second,
    database,
    async [Symbol.asyncDispose]() {
      await first.stop("SIGKILL");
      await second.stop("SIGKILL");
    },
  };
}

const browser = ({ url }: RunningServer) =>
  new Jar((request) => fetch(request, { redirect: "manual" }), url);

/** A browser that is signed in at the first instance. */
async function signedIn({ first }: Pair): Promise<Jar> {
  const jar = browser(first);
  const answer = await jar.send("POST", "/login/auth/token/postern", {
    headers: { "content-type": "application/json", origin: first.url },
    body: JSON.stringify({ username: "admin", password: first.admin?.secret }),
  });
  expect(answer.status, answer.text).toBe(204);
  return jar;
}

/** What the other instance says to the same cookies. */
async function seen({ second }: Pair, jar: Jar): Promise<number> {
  const headers = { cookie: jar.header(), accept: "application/json" };
  const answer = await fetch(`${second.url}/auth/v1/me`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

async function signOut({ first }: Pair, jar: Jar): Promise<void> {
  const answer = await jar.send("POST", "/logout", { headers: { origin: first.url } });
  expect(answer.status, answer.text).toBeLessThan(400);
}

/** Asks without a pause, as a busy browser does, until the other instance refuses. */
async function refused(pair: Pair, cookies: Jar): Promise<void> {
  const deadline = Date.now() + patient(10_000);
  while ((await seen(pair, cookies)) !== 401) {
    if (Date.now() > deadline) throw new Error("it is still served");
  }
}

const copyOf = (jar: Jar, server: RunningServer): Jar => {
  const copy = browser(server);
  for (const [name, value] of jar.cookies) copy.cookies.set(name, value);
  return copy;
};

describe.each(RUNTIMES)("a session that ends on Node, kept on %s", (runtime) => {
  test("is refused when the other hears of it, under load; others stay", async () => {
    await using servers = await pair(runtime);
    const [jar, other] = [await signedIn(servers), await signedIn(servers)];
    const cookies = copyOf(jar, servers.second);
    // Twice: the second answer comes from memory.
    for (const _ of [1, 2]) expect(await seen(servers, cookies)).toBe(200);
    expect(await seen(servers, other)).toBe(200);
    await signOut(servers, jar);
    await refused(servers, cookies);
    expect(await seen(servers, other)).toBe(200);
  });
});

test("an instance that hears nothing keeps nothing: refused at once", async () => {
  await using servers = await pair("node", {
    POSTERN_CACHE__DISABLE_NOTIFICATION_LISTENER: "true",
  });
  const jar = await signedIn(servers);
  const cookies = copyOf(jar, servers.second);
  for (const _ of [1, 2]) expect(await seen(servers, cookies)).toBe(200);
  await signOut(servers, jar);
  expect(await seen(servers, cookies)).toBe(401);
});

test("R-3: a listener that lost its connection keeps nothing meanwhile, and forgets what it kept", async () => {
  await using servers = await pair("node");
  const jar = await signedIn(servers);
  const cookies = copyOf(jar, servers.second);
  for (const _ of [1, 2]) expect(await seen(servers, cookies)).toBe(200);
  await postgres.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    servers.database,
  );
  // A busy instance may send a statement over a connection before it reads that it has ended.
  await expect
    .poll(() => signOut(servers, jar).then(() => true), { timeout: patient(10_000) })
    .toBe(true);
  await refused(servers, cookies);
});
