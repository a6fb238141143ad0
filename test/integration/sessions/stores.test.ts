/** Every session store against one behaviour, and what it keeps where (L-O2, L-W21, L-W23, L-W29). */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFolder } from "../../../src/adapters/drivers/folder.ts";
import { createRedisConnector } from "../../../src/adapters/drivers/redis.ts";
import type { AuthInternals } from "../../../src/auth.ts";
import { purgeSessions } from "../../../src/codes/purge.ts";
import { openSecretBox } from "../../../src/crypto/secretbox.ts";
import type { Meter } from "../../../src/runtime/meter.ts";
import type { RedisClient } from "../../../src/runtime.ts";
import { parseSession } from "../../../src/session/options.ts";
import { lazyBackend } from "../../../src/session/session-backend.ts";
import { databaseSessions } from "../../../src/sessions/database.ts";
import { fileSessions } from "../../../src/sessions/file.ts";
import { memorySessions } from "../../../src/sessions/memory.ts";
import { redisSessions } from "../../../src/sessions/redis.ts";
import { sealedSessions } from "../../../src/sessions/sealed.ts";
import { sessionChanges } from "../../../src/sessions/session-changes.ts";
import type { SessionStore } from "../../../src/sessions/session-store.ts";
import { durationOf } from "../../../src/std/duration.ts";
import type { Store } from "../../../src/store/store.ts";
import { KEY, openAuth, talkTo } from "../../support/auth.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import {
  eventually,
  redisMissing,
  redisOptions,
  startCluster,
  startRedis,
  type TestCluster,
  type TestRedis,
  withRedis,
} from "../../support/redis.ts";
import { capturingLogger, testRuntime } from "../../support/runtime.ts";
import {
  ALL_UNAVAILABLE,
  MINUTE,
  outcomes,
  sessionKey,
  sessionStoreBehaviour,
  sleep,
} from "../../support/session-store-behaviour.ts";

const HOUR = durationOf(3_600_000);
const box = await openSecretBox("a key of the session");
const seal = (store: SessionStore) => sealedSessions(store, [box]);

const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new Error("not started");
  return found;
};

/** The code of a refusal to read, or `answered`. */
const reading = (store: SessionStore, key: string): Promise<string> =>
  Promise.resolve(store.read(key)).then(
    () => "answered",
    (error: { code: string }) => error.code,
  );

/** The index is written beside the record, a moment later. */
const countIs = async (store: SessionStore, wanted: number) => {
  await eventually(async () => (await store.count?.()) === wanted);
};

/** L-W21: what others see of a store holds a token only when it was not sealed. */
async function expectSealed(store: SessionStore, everything: () => Promise<string>) {
  const [plain, sealed] = ["token-in-the-clear-000001", "token-that-is-sealed-000002"];
  await store.create(sessionKey(), plain, HOUR);
  const key = sessionKey();
  await seal(store).create(key, sealed, HOUR);
  const raw = await everything();
  expect(raw).toContain(plain);
  expect(raw).toContain(`enc:v2:${box.keyId}:`);
  expect(raw).not.toContain(sealed);
  expect((await seal(store).read(key))?.value).toBe(sealed);
}

describe("memory", () => {
  const runtime = testRuntime();
  const shared = memorySessions(runtime);
  const pair = { one: seal(shared), other: seal(shared) };
  sessionStoreBehaviour("sealed", () => ({
    ...pair,
    pass: async (milliseconds) => runtime.advance(milliseconds),
  }));
});

describe("file", () => {
  const runtime = testRuntime();
  const path = temporaryFolder();
  const open = () => seal(fileSessions(createFolder(path), runtime.clock));
  const pair = { one: open(), other: open() };
  sessionStoreBehaviour("two sealed stores on one folder", () => ({
    ...pair,
    pass: async (milliseconds) => runtime.advance(milliseconds),
  }));

  test("L-W29: a lost disk is unavailable, never undefined", async () => {
    const folder = join(temporaryFolder(), "sessions");
    const store = seal(fileSessions(createFolder(folder), runtime.clock));
    const key = sessionKey();
    await store.create(key, "value", MINUTE);
    await rm(folder, { recursive: true });
    await writeFile(folder, "");
    expect(await outcomes(store, key)).toEqual(ALL_UNAVAILABLE);
  });
});

describe("database", () => {
  let postgres: TestPostgres;
  let dsn: string;
  const runtimes = [testRuntime(), testRuntime(), testRuntime()];
  const services: AuthInternals[] = [];
  const opened: Store[] = [];
  const stores: SessionStore[] = [];
  const rows = (text: string) => postgres.query(text, "sessions");
  const pass = sleep;

  beforeAll(async () => {
    postgres = await startPostgres();
    dsn = await postgres.createDatabase("sessions");
    for (const [index, runtime] of runtimes.entries()) {
      const options = { encryption: { key: KEY }, ...(index > 0 && { database: { dsn } }) };
      const auth = openAuth(options, runtime);
      services.push(auth);
      opened.push((await auth.service).store);
      stores.push(await auth.api.sessionStore());
    }
  });
  afterAll(async () => {
    await Promise.all(services.map((auth) => auth.close()));
    await postgres.stop();
  });

  sessionStoreBehaviour("embedded", () => ({ one: at(stores, 0), other: at(stores, 0), pass }));
  sessionStoreBehaviour("Postgres, two instances", () => ({
    one: at(stores, 1),
    other: at(stores, 2),
    pass,
  }));

  test("L-W21: sealed values are unreadable in the rows", async () => {
    await expectSealed(at(stores, 1), async () =>
      JSON.stringify(await rows("select s::text from auth_sessions s")),
    );
  });

  test("R-13: the database decides what is expired, not the clock of an instance", async () => {
    const key = sessionKey();
    at(runtimes, 1).advance(86_400_000);
    await at(stores, 1).create(key, "value", MINUTE);
    expect((await at(stores, 1).read(key))?.value).toBe("value");
    expect(await at(stores, 1).claim(key, "owner", MINUTE)).toBe(true);
    expect(await at(stores, 2).claim(key, "other", MINUTE)).toBe(false);
    at(runtimes, 1).advance(-86_400_000);
  });

  test("sessions are no configuration: no version, no event", async () => {
    const state = () =>
      rows("select version, (select count(*) from auth_events) as events from auth_versions");
    const before = await state();
    const [store, key] = [at(stores, 1), sessionKey()];
    await store.create(key, "value", MINUTE);
    await store.replace(key, (await store.read(key))?.revision ?? "", "next", MINUTE);
    await store.claim(key, "owner", MINUTE);
    await store.remove(key);
    expect(await state()).toEqual(before);
  });

  test("disposing leaves the connection to the auth service", async () => {
    const store = databaseSessions(at(opened, 1), sessionChanges(undefined));
    await store[Symbol.asyncDispose]();
    expect(await reading(store, sessionKey())).toBe("answered");
  });

  const expire = (count: number) =>
    rows(
      `insert into auth_sessions (key, value, revision, expires_at)
       select md5(random()::text || n), 'v', 1, now() - interval '1 second'
       from generate_series(1, ${count}) n`,
    );
  const expired = async () =>
    (await rows("select 1 from auth_sessions where expires_at < now()")).length;

  test("the purge removes what is expired in batches, and nothing that lives", async () => {
    const key = sessionKey();
    await at(stores, 1).create(key, "value", HOUR);
    await purgeSessions(at(opened, 1));
    await expire(2_500);
    const shares = await Promise.all([1, 2, 1].map((index) => purgeSessions(at(opened, index))));
    expect(shares.reduce((sum, share) => sum + share)).toBe(2_500);
    expect(await expired()).toBe(0);
    expect((await at(stores, 1).read(key))?.value).toBe("value");
  });

  test("the purge runs at start; the maintenance route answers as documented", async () => {
    await expire(30);
    const runtime = testRuntime({ loops: true });
    const auth = openAuth({ encryption: { key: KEY }, database: { dsn } }, runtime);
    await auth.ready;
    await eventually(async () => (await expired()) === 0);
    await expire(3);
    const { request } = talkTo(auth, runtime);
    const { body } = await request("POST", "/auth/v1/maintenance/flow-codes/purge");
    expect(body, "sessions are not counted").toEqual({ payload: { deleted: 0 } });
    await auth.close();
  });

  test("L-W29: a closed embedded database is unavailable, never undefined", async () => {
    const auth = openAuth({ encryption: { key: KEY } }, testRuntime());
    const store = await auth.api.sessionStore();
    const key = sessionKey();
    await store.create(key, "value", MINUTE);
    await (await auth.service).store.driver.close();
    expect(await outcomes(seal(store), key)).toEqual(ALL_UNAVAILABLE);
  });

  test("L-W29: a lost Postgres is unavailable, never undefined; the record is there after", async () => {
    const [store, key] = [seal(at(stores, 1)), sessionKey()];
    await store.create(key, "value", HOUR);
    const stop = Promise.withResolvers<void>();
    const down = postgres.restart({ downFor: 3_000, stopped: stop.resolve });
    let back = false;
    down.then(
      () => (back = true),
      () => (back = true),
    );
    await stop.promise; // while it stops, one connection of the pool may still answer
    expect(await outcomes(store, key)).toEqual(ALL_UNAVAILABLE);
    expect(back, "it was down all the time").toBe(false);
    const seen = new Set<unknown>();
    await eventually(async () => {
      const reading = Promise.resolve(store.read(key));
      const answer = await reading.catch((error: { code: string }) => error.code);
      seen.add(typeof answer === "object" ? answer.value : answer);
      return seen.has("value");
    });
    await down;
    expect([...seen].toSorted()).toEqual(["unavailable", "value"]);
  });
});

describe.skipIf(redisMissing)(withRedis("Redis"), () => {
  const log = capturingLogger([]);
  let server: TestRedis;
  const clients: RedisClient[] = [];
  const stores: SessionStore[] = [];
  const connected = () => {
    const client = createRedisConnector(log)(redisOptions([server.address]));
    clients.push(client);
    return client;
  };
  const open = (prefix = "session_") => redisSessions(connected(), prefix);
  const counting = (prefix: string) => redisSessions(connected(), prefix, { counted: true });

  beforeAll(async () => {
    server = await startRedis();
    stores.push(open(), open());
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await server.stop();
  });

  sessionStoreBehaviour("two clients", () => ({
    one: at(stores, 0),
    other: at(stores, 1),
    pass: sleep,
  }));

  const values = async (): Promise<string> => {
    const keys = (await server.cli("keys", "*")).split("\n");
    const all = await Promise.all(keys.map((key) => server.cli("get", key)));
    return all.join("\n");
  };

  test("L-W21: sealed values are unreadable in the keys", async () => {
    await expectSealed(at(stores, 0), values);
  });

  test("one key per record and one per lease, with the prefix and a time to live", async () => {
    const [store, key] = [open("mine:"), sessionKey()];
    await store.create(key, "value", MINUTE);
    await store.claim(key, "owner", durationOf(20_000));
    const keys = (await server.cli("keys", "mine:*")).split("\n").toSorted();
    expect(keys).toEqual([`mine:${key}`, `mine:${key}:lease`]);
    const left = async (name: string) => Number(await server.cli("pttl", name));
    expect(await left(`mine:${key}`)).toBeGreaterThan(55_000);
    expect(await left(`mine:${key}`)).toBeLessThanOrEqual(60_000);
    expect(await left(`mine:${key}:lease`)).toBeLessThanOrEqual(20_000);
    const revision = (await store.read(key))?.revision ?? "";
    expect(await store.replace(key, revision, "next", HOUR)).toBe(true);
    expect(await left(`mine:${key}`)).toBeGreaterThan(3_500_000);
  });

  test("a claim of a record that does not exist leaves nothing behind", async () => {
    const [store, key] = [open("none:"), sessionKey()];
    expect(await store.claim(key, "owner", MINUTE)).toBe(false);
    expect(await server.cli("keys", "none:*")).toBe("");
  });

  test("a value that is none of ours is no record", async () => {
    const key = sessionKey();
    for (const foreign of ["plain", ":x", ""]) {
      await server.cli("set", `session_${key}`, foreign);
      expect(await at(stores, 0).read(key), foreign).toBeUndefined();
    }
  });

  test("disposing closes the client; a closed store is unavailable", async () => {
    const store = open();
    expect(await reading(store, sessionKey())).toBe("answered");
    await store[Symbol.asyncDispose]();
    expect(await reading(store, sessionKey())).toBe("unavailable");
  });

  test("sessions are counted as they are written, by all instances, and as they expire", async () => {
    const [one, other] = [counting("counted:"), counting("counted:")];
    expect(await one.count?.()).toBe(0);
    const keys = Array.from({ length: 5 }, sessionKey);
    for (const key of keys) await one.create(key, "value", MINUTE);
    await countIs(other, 5);
    await other.remove(at(keys, 0));
    await countIs(one, 4);
    const { revision = "" } = (await other.read(at(keys, 1))) ?? {};
    expect(await one.remove(at(keys, 1), "another")).toBe(false);
    expect(await other.replace(at(keys, 1), revision, "next", durationOf(3_000))).toBe(true);
    await one.create(sessionKey(), "value", durationOf(3_000));
    await countIs(one, 5);
    // At their expiry, without a write and without a look at them.
    await sleep(3_100);
    expect(await one.count?.()).toBe(3);
  });

  /** Longer than twenty writes take on a busy machine. */
  const BRIEF = durationOf(2_000);

  test("the index of sessions is bounded: what expired gives way to what comes, and it ends with the last", async () => {
    const store = counting("bounded:");
    const size = async () => Number(await server.cli("zcard", "bounded:by_expiry"));
    for (let index = 0; index < 20; index++) await store.create(sessionKey(), "v", BRIEF);
    await countIs(store, 20);
    await sleep(BRIEF + 100);
    expect(await server.cli("exists", "bounded:by_expiry")).toBe("0");
    await store.create(sessionKey(), "v", MINUTE);
    for (let index = 0; index < 20; index++) await store.create(sessionKey(), "v", BRIEF);
    await eventually(async () => (await size()) === 21);
    await sleep(BRIEF + 100);
    for (let index = 0; index < 20; index++) await store.create(sessionKey(), "v", MINUTE);
    await eventually(async () => (await size()) === 21);
    expect(await store.count?.()).toBe(21);
  });

  test("a session counts its records when there is a meter, and only then", async () => {
    const gauge = { addCallback: () => undefined, removeCallback: () => undefined };
    const meter = { createObservableGauge: () => gauge } as unknown as Meter;
    const options = parseSession({
      session_key: ["a key of the session, long enough"],
      store: { active: "redis", redis: { address: [server.address], key_prefix: "metered:" } },
    });
    const counted = async (more: { readonly meter?: Meter }) => {
      const runtime = {
        ...testRuntime({ loops: true }),
        redis: createRedisConnector(log),
        ...more,
      };
      await using backend = lazyBackend(options, { runtime });
      const { store } = await backend.open();
      await store.create(sessionKey(), "value", MINUTE);
      if (store.count) await countIs(store, 1);
      return store.count !== undefined;
    };
    expect(await counted({})).toBe(false);
    expect(await counted({ meter })).toBe(true);
  });

  test("a store that is not counted keeps no index", async () => {
    const store = open("alone:");
    await store.create(sessionKey(), "value", MINUTE);
    expect(store.count).toBeUndefined();
    expect(await server.cli("exists", "alone:by_expiry")).toBe("0");
  });

  test("L-W29: an index that cannot be written keeps no one from a session", async () => {
    await server.cli("set", "foreign:by_expiry", "of another program");
    const [store, key] = [counting("foreign:"), sessionKey()];
    await store.create(key, "value", MINUTE);
    const { revision = "" } = (await store.read(key)) ?? {};
    expect(await store.replace(key, revision, "next", MINUTE)).toBe(true);
    expect(await store.remove(key)).toBe(true);
    await expect(store.count?.()).rejects.toThrow(/WRONGTYPE/);
    expect(await server.cli("get", "foreign:by_expiry")).toBe("of another program");
  });

  test("L-W29: Redis away is unavailable, never undefined", async () => {
    const [store, key] = [seal(open("down:")), sessionKey()];
    await store.create(key, "value", MINUTE);
    await server.kill();
    await eventually(async () => (await reading(store, key)) === "unavailable");
    expect(await outcomes(store, key)).toEqual(ALL_UNAVAILABLE);
    await server.restart();
    await eventually(async () => (await reading(store, key)) === "answered");
    await store.create(sessionKey(), "value", MINUTE);
  });
});

describe.skipIf(redisMissing)(withRedis("Redis Cluster"), () => {
  const log = capturingLogger([]);
  let cluster: TestCluster;
  const clients: RedisClient[] = [];
  const stores: SessionStore[] = [];

  beforeAll(async () => {
    cluster = await startCluster();
    for (const node of [at(cluster.nodes, 0), at(cluster.nodes, 2)]) {
      const client = createRedisConnector(log)(redisOptions([node.address]));
      clients.push(client);
      stores.push(redisSessions(client, "session_"));
    }
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await cluster.stop();
  });

  sessionStoreBehaviour("found through one address", () => ({
    one: at(stores, 0),
    other: at(stores, 1),
    pass: sleep,
  }));

  test("records and leases are spread over all nodes", async () => {
    const keys = Array.from({ length: 60 }, sessionKey);
    await Promise.all(keys.map((key) => at(stores, 0).create(key, "value", MINUTE)));
    const claims = keys.map((key) => at(stores, 1).claim(key, "owner", MINUTE));
    expect(await Promise.all(claims)).toEqual(keys.map(() => true));
    for (const node of cluster.nodes) {
      const kept = await node.cli("keys", "session_*");
      expect(kept).toMatch(/:lease$/m);
      expect(kept).toMatch(/^session_[\w-]{43}$/m);
    }
  });

  const counting = (node: number, prefix: string) => {
    const client = createRedisConnector(log)(redisOptions([at(cluster.nodes, node).address]));
    clients.push(client);
    return redisSessions(client, prefix, { counted: true });
  };

  /** A prefix whose index is on the second node: its slots are 5461 to 10922. */
  async function prefixOfSecond(): Promise<string> {
    for (let tried = 0; tried < 100; tried++) {
      const slot = Number(
        await at(cluster.nodes, 0).cli("cluster", "keyslot", `c${tried}:by_expiry`),
      );
      if (slot > 5_460 && slot < 10_923) return `c${tried}:`;
    }
    throw new Error("no name of a hundred has such a slot");
  }

  test("sessions of all nodes are counted", async () => {
    const [one, other] = [counting(0, "counted:"), counting(2, "counted:")];
    const keys = Array.from({ length: 30 }, sessionKey);
    await Promise.all(keys.map((key) => one.create(key, "value", MINUTE)));
    await countIs(other, 30);
    await Promise.all(keys.slice(10).map((key) => other.remove(key)));
    await countIs(one, 10);
  });

  test("L-W29: a lost node makes its own records unavailable and no others", async () => {
    const store = at(stores, 0);
    const keys = Array.from({ length: 40 }, sessionKey);
    await Promise.all(keys.map((key) => store.create(key, "value", MINUTE)));
    await at(cluster.nodes, 1).kill();
    const told = () =>
      Promise.all(
        keys.map((key) =>
          Promise.resolve(store.read(key)).then(
            (entry) => entry?.value ?? "no session",
            (error: { code: string }) => error.code,
          ),
        ),
      );
    await eventually(async () => {
      const kinds = new Set(await told());
      expect(kinds).not.toContain("no session");
      return kinds.size === 2;
    });
    expect([...new Set(await told())].toSorted()).toEqual(["unavailable", "value"]);
  });

  test("L-W29: a lost node that has the index keeps no one from a session of the others", async () => {
    const store = counting(0, await prefixOfSecond());
    await at(cluster.nodes, 1).kill();
    await eventually(async () => {
      try {
        await store.create(sessionKey(), "connected", MINUTE);
        return true;
      } catch {
        return false;
      }
    });
    const attempts = Array.from({ length: 40 }, async () => {
      const key = sessionKey();
      await store.create(key, "value", MINUTE);
      const { revision = "" } = (await store.read(key)) ?? {};
      return (await store.replace(key, revision, "next", MINUTE)) && (await store.remove(key));
    });
    const ended = await Promise.allSettled(attempts);
    const told = ended.map((one) => (one.status === "fulfilled" ? one.value : one.reason.code));
    expect([...new Set(told)].toSorted()).toEqual([true, "unavailable"]);
    await expect(store.count?.()).rejects.toThrow();
  });
});
