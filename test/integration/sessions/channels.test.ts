/**
 * What the channels of Postgres carry: `auth_changed` the versions alone, as the contract has it for every listener, and
 * `auth_feed` what instances say to each other. During an upgrade from a version that looks for session keys on
 * `auth_changed`, they are on both.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseDsn } from "../../../src/adapters/drivers/dsn.ts";
import { openPglite } from "../../../src/adapters/drivers/pglite.ts";
import { connectPostgres } from "../../../src/adapters/drivers/postgres-connect.ts";
import { parseOptions } from "../../../src/options.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { patient } from "../../support/patience.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import {
  adminToken,
  RUNTIMES,
  type RunningServer,
  send,
  startServer,
} from "../../support/server.ts";
import { Jar } from "../../support/session.ts";
import { recordingLog } from "../adapters/support.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const CHANNELS = ["auth_changed", "auth_feed"] as const;
type Heard = Readonly<Record<(typeof CHANNELS)[number], string[]>>;

/** A program of its own that listens on the database. */
async function outsider(dsn: string): Promise<Heard & AsyncDisposable> {
  const heard: Heard = { auth_changed: [], auth_feed: [] };
  const connection = await connectPostgres(parseDsn(dsn), {
    timeout: patient(10_000),
    settings: {},
    onNotification: (channel, payload) => void heard[channel as keyof Heard].push(payload),
  });
  await connection.query(CHANNELS.map((channel) => `LISTEN ${channel}`).join("; "));
  return { ...heard, [Symbol.asyncDispose]: () => connection.end() };
}

/** Two instances, a short poll interval because heartbeats come at its half, and who listens besides. */
async function fleet(database: string, runtime: (typeof RUNTIMES)[number] = "node") {
  const dsn = await postgres.createDatabase(database);
  const env = {
    POSTERN_DATABASE__DSN: dsn,
    POSTERN_ENCRYPTION__KEY: "a key of the operator",
    POSTERN_CACHE__POLL_INTERVAL: "1s",
  };
  const first = await startServer({ env });
  const second = await startServer({ runtime, env });
  const heard = await outsider(dsn);
  return {
    ...{ first, second, heard },
    query: (text: string) => postgres.query(text, database),
    async [Symbol.asyncDispose]() {
      await heard[Symbol.asyncDispose]();
      await Promise.all([first, second].map((server) => server.stop("SIGKILL")));
    },
  };
}
type Fleet = Awaited<ReturnType<typeof fleet>>;

const patience = { timeout: patient(20_000), interval: 20 };

/** A browser that is signed in at the first instance, and known to the second, from memory at last. */
async function signedIn({ first, second }: Fleet): Promise<Jar> {
  const jar = new Jar((request) => fetch(request, { redirect: "manual" }), first.url);
  const answer = await jar.send("POST", "/login/auth/token/postern", {
    headers: { "content-type": "application/json", origin: first.url },
    body: JSON.stringify({ username: "admin", password: first.admin?.secret }),
  });
  expect(answer.status, answer.text).toBe(204);
  for (const _ of [1, 2]) expect(await seen(second, jar)).toBe(200);
  return jar;
}

async function seen(server: RunningServer, jar: Jar): Promise<number> {
  const headers = { cookie: jar.header(), accept: "application/json" };
  const answer = await fetch(`${server.url}/auth/v1/me`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

async function signOut({ first }: Fleet, jar: Jar): Promise<void> {
  const answer = await jar.send("POST", "/logout", { headers: { origin: first.url } });
  expect(answer.status, answer.text).toBeLessThan(400);
}

/** Of the one session that there is. */
async function keyOf({ query }: Fleet): Promise<string> {
  const rows = await query("select key from auth_sessions");
  expect(rows).toHaveLength(1);
  return String(rows[0]?.key);
}

async function versions({ query }: Fleet): Promise<string[]> {
  const rows = await query("select version from auth_events order by version");
  return rows.map(({ version }) => String(version));
}

test.each(RUNTIMES)(
  "R-2, %s: a listener outside hears the version of each write and nothing else, whatever instances say",
  async (runtime) => {
    await using all = await fleet(`channels_${runtime}`, runtime);
    const { first, second, heard } = all;
    const before = await versions(all);
    const write = async (token_lifetime: string) => {
      const json = { value: { token_lifetime } };
      const bearer = await adminToken(first);
      const saved = await send(second, "PUT", "/auth/v1/settings/token", { bearer, json });
      expect(saved.status, saved.text).toBe(200);
    };
    const senders = (from = 0) => {
      const beats = heard.auth_feed.slice(from).filter((payload) => payload.startsWith("beat "));
      return new Set(beats.map((payload) => payload.split(" ")[1]));
    };

    await write("7m");
    let jar = await signedIn(all);
    const key = await keyOf(all);
    await signOut(all, jar);
    await expect.poll(() => seen(second, jar), patience).toBe(401);
    const revoked = await send(first, "POST", "/auth/oauth2/revoke", {
      ...(first.login && { basic: first.login }),
      form: { token: await adminToken(first) },
    });
    expect(revoked.status, revoked.text).toBe(200);
    await expect.poll(() => senders().size, patience).toBe(2);
    expect(heard.auth_feed).toContain(`session ${key}`);

    // The connections on which instances listen are lost, and come back: this one is not of theirs.
    await all.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'postern'",
    );
    const until = heard.auth_feed.length;
    await expect.poll(() => senders(until + 2).size, patience).toBe(2);
    for (const server of [first, second]) {
      const listener = async () => {
        const bearer = await adminToken(first).catch(() => "");
        return (await send(server, "GET", "/readyz", { bearer })).body.listener;
      };
      await expect.poll(listener, patience).toBe("listening");
    }
    jar = await signedIn(all);
    await write("8m");
    await signOut(all, jar);
    await expect.poll(() => seen(second, jar), patience).toBe(401);

    const written = (await versions(all)).slice(before.length);
    expect(written.length).toBeGreaterThanOrEqual(3);
    await expect.poll(() => heard.auth_changed, patience).toEqual(written);
    expect(
      heard.auth_feed.filter((payload) => !/^(?:beat |session |audit$)/.test(payload)),
    ).toEqual([]);
  },
);

test("R-15: an instance of before hears of sessions where it listens, for as long as it runs", async () => {
  await using all = await fleet("channels_older");
  const { heard, query } = all;
  const told = async (): Promise<boolean> => {
    const jar = await signedIn(all);
    const payload = `session ${await keyOf(all)}`;
    await signOut(all, jar);
    await expect.poll(() => heard.auth_feed, patience).toContain(payload);
    return heard.auth_changed.includes(payload);
  };
  expect(await told()).toBe(false);
  // As the release before wrote it: of this column it knows nothing.
  await query(
    "insert into auth_instances (id, seen_at, stopped, facts, load) select 'older', now(), false, facts, load from auth_instances limit 1",
  );
  expect(await told()).toBe(true);
  await query("update auth_instances set stopped = true where id = 'older'");
  expect(await told()).toBe(false);
  await query("update auth_instances set stopped = false where id = 'older'");
  expect(await told()).toBe(true);
  await query(
    "update auth_instances set seen_at = now() - interval '61 minutes' where id = 'older'",
  );
  expect(await told()).toBe(false);
});

test("R-15: what an instance of before writes and says is heard by those of this version", async () => {
  await using all = await fleet("channels_written");
  const { first, second, query } = all;
  const jar = await signedIn(all);
  await query("select pg_notify('auth_changed', 'beat 6a8e2f6 99999999')");
  expect(await seen(second, jar)).toBe(200);
  // Its search path may be another one.
  await query("set search_path = pg_catalog; delete from public.auth_sessions");
  await expect.poll(() => seen(second, jar), patience).toBe(401);
  expect(await seen(first, jar)).toBe(401);
  const { body } = await send(second, "GET", "/readyz", { bearer: await adminToken(first) });
  expect(body).toMatchObject({ listener: "listening", missed_notifications: 0 });
});

test("the embedded database tells of sessions on the channel of instances alone", async () => {
  const driver = await openPglite(undefined, recordingLog());
  try {
    await migrate(driver, parseOptions({}).database.migration);
    const heard: Heard = { auth_changed: [], auth_feed: [] };
    const listeners = CHANNELS.map((channel) => {
      const ready = Promise.withResolvers<void>();
      const message = (payload: string) => void heard[channel].push(payload);
      const listener = driver.listen([channel], { ready: ready.resolve, lost() {}, message });
      return { listener, ready: ready.promise };
    });
    await Promise.all(listeners.map(({ ready }) => ready));
    await driver.db.execute(
      sql`insert into auth_sessions (key, value, revision, expires_at) values ('a', 'b', 1, now() + interval '1 hour')`,
    );
    await driver.db.execute(sql`update auth_sessions set lease_owner = 'one'`);
    await driver.db.execute(sql`update auth_sessions set value = 'c'`);
    await driver.db.execute(sql`delete from auth_sessions`);
    await expect.poll(() => heard.auth_feed).toEqual(["session a", "session a"]);
    expect(heard.auth_changed).toEqual([]);
    for (const { listener } of listeners) await listener[Symbol.asyncDispose]();
  } finally {
    await driver.close();
  }
});
