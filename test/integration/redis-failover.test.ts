/**
 * A master of Redis is lost under load, and its replica takes its place: by Sentinel, and in a Cluster (R-5, L-W29).
 * Nothing is started again. Replication is asynchronous, so the last writes may be lost; they are counted.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRedisConnector } from "../../src/adapters/drivers/redis.ts";
import { RedisCodes } from "../../src/codes/redis.ts";
import type { ParsedRedis, RedisClient } from "../../src/runtime.ts";
import { redisSessions } from "../../src/sessions/redis.ts";
import { patient } from "../support/patience.ts";
import {
  eventually,
  isFollowing,
  MASTER,
  redisMissing,
  redisOptions,
  startClusterWithReplica,
  startRedis,
  startReplica,
  startSentinels,
  type TestCluster,
  type TestRedis,
  withRedis,
} from "../support/redis.ts";
import { capturingLogger } from "../support/runtime.ts";
import { type RunningServer, type RuntimeName, startServer } from "../support/server.ts";
import { Jar } from "../support/session.ts";
import { runScript } from "./adapters/support.ts";
import { CODE, FLOW, id, MINUTE } from "./codes/store-contract.ts";

const log = capturingLogger([]);
/** None where the server ends the connection: Sentinel has it do that to all clients when the role changes. */
const roleOf = (server: TestRedis) => server.cli("role").catch(() => "");
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Stores extends AsyncDisposable {
  readonly codes: RedisCodes;
  readonly sessions: ReturnType<typeof redisSessions>;
}

function storesAt(options: ParsedRedis): Stores {
  const clients: RedisClient[] = [0, 1].map(() => createRedisConnector(log)(options));
  const [forCodes, forSessions] = clients as [RedisClient, RedisClient];
  return {
    codes: new RedisCodes(forCodes, "post:", log),
    sessions: redisSessions(forSessions, "session_"),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** Codes and sessions are written without a pause. */
function writeBoth({ codes, sessions }: Stores) {
  const acknowledged: { key: string; at: number; kind: "code" | "session" }[] = [];
  const refused: string[] = [];
  let going = true;
  const lane = async (kind: "code" | "session") => {
    while (going) {
      const key = id();
      const put =
        kind === "code"
          ? codes.put("oauth_code", key, CODE, MINUTE)
          : sessions.create(key, "value", MINUTE);
      await put.then(
        () => acknowledged.push({ key, at: Date.now(), kind }),
        (error: { code: string }) => {
          refused.push(error.code);
          return pause(20);
        },
      );
      await pause(1);
    }
  };
  const lanes = Promise.all([lane("code"), lane("session"), lane("code"), lane("session")]);
  return {
    acknowledged,
    refused,
    since: (at: number) => acknowledged.filter((one) => one.at > at).length,
    async end() {
      going = false;
      await lanes;
    },
  };
}

/** How many of them are there; each code is taken by two at once. */
async function kept({ codes, sessions }: Stores, keys: readonly { key: string; kind: string }[]) {
  const found = await Promise.all(
    keys.map(async ({ key, kind }) => {
      if (kind === "session") return (await sessions.read(key)) === undefined ? 0 : 1;
      const takes = await Promise.all([0, 1].map(() => codes.take("oauth_code", key)));
      return takes.filter((taken) => taken !== undefined).length;
    }),
  );
  expect(Math.max(0, ...found), "a code is accepted once").toBeLessThanOrEqual(1);
  return found.reduce<number>((sum, one) => sum + one, 0);
}

describe.skipIf(redisMissing)(withRedis("Redis Sentinel"), () => {
  let master: TestRedis;
  let replica: TestRedis;
  let sentinels: readonly TestRedis[] = [];
  let options: ParsedRedis;
  let server: RunningServer;
  beforeAll(async () => {
    master = await startRedis();
    replica = await startReplica(master);
    sentinels = await startSentinels(master);
    // One that is not there: the next one is asked.
    const address = ["127.0.0.1:1", ...sentinels.map((one) => one.address)];
    options = redisOptions(address, { sentinel_master: MASTER });
    const stores = ["SESSION__STORE", "CACHE__CODE_STORE"].flatMap((store) => [
      [`POSTERN_${store}__ACTIVE`, "redis"],
      [`POSTERN_${store}__REDIS__ADDRESS`, JSON.stringify(address)],
      [`POSTERN_${store}__REDIS__SENTINEL_MASTER`, MASTER],
    ]);
    server = await startServer({ env: Object.fromEntries(stores) });
  });
  afterAll(async () => {
    await server?.stop("SIGKILL");
    await Promise.all([...sentinels, replica, master].map((one) => one?.stop()));
  });

  /** A browser that signed in. */
  async function signIn(): Promise<Jar> {
    const jar = new Jar((request) => fetch(request, { redirect: "manual" }), server.url);
    const { id: username = "", secret: password = "" } = server.admin ?? {};
    const { status, text } = await jar.send("POST", "/login/auth/token/postern", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password }),
    });
    expect(status, text).toBe(204);
    return jar;
  }

  test("R-5: the master is lost under load: refusals are clear and end by themselves, and every session goes on", async () => {
    await using stores = storesAt(options);
    const browser = await signIn();
    const scripts = (["bun", "deno"] satisfies RuntimeName[]).map((runtime) =>
      runScript(runtime, "../../codes/scripts/redis.ts", JSON.stringify(options)),
    );
    for (const script of scripts) expect(await script.line(/^works/)).toBe("works 30 u");
    const load = writeBoth(stores);
    await eventually(async () => load.acknowledged.length > 500);
    await pause(1_000);
    const killed = Date.now();
    await master.kill();

    const seen: { status: number; retry: string | null }[] = [];
    await eventually(async () => {
      const { status, headers } = await browser.get("/auth/v1/me");
      seen.push({ status, retry: headers.get("retry-after") });
      await pause(50);
      return load.since(killed) > 500 && status === 200;
    });
    const [first] = load.acknowledged.filter((one) => one.at > killed + 200);
    await load.end();
    // Sentinels wait half a second, agree, and promote; ours tries again within two seconds.
    expect((first?.at ?? Infinity) - killed).toBeLessThan(patient(10_000));
    expect(new Set(load.refused)).toEqual(new Set(["unavailable"]));
    for (const { status, retry } of seen) {
      if (status !== 200) expect([status, Number(retry) <= 3]).toEqual([503, true]);
    }
    expect(seen.some(({ status }) => status === 503)).toBe(true);

    const early = load.acknowledged.filter((one) => one.at < killed - 500);
    expect(await kept(stores, early), "what had half a second is there").toBe(early.length);
    const late = load.acknowledged.filter((one) => one.at > killed + 200);
    expect(await kept(stores, late), "of the new master nothing is lost").toBe(late.length);
    const last = load.acknowledged.filter((one) => Math.abs(one.at - killed) <= 200);
    const lost = last.length - (await kept(stores, last));
    const away = (first?.at ?? 0) - killed;
    console.info(
      `Sentinel: away for ${away} ms; of the last ${last.length} writes ${lost} are lost.`,
    );

    for (const script of scripts) {
      await script.line(/^up/);
      script.child.kill("SIGTERM");
      expect(await script.exit, "nothing keeps the process").toBe(0);
    }
    expect((await browser.get("/auth/v1/me")).status).toBe(200);
  });

  test("R-5: a master that hangs is left for the new one, and gets no write when it is back", async () => {
    await master.restart();
    await eventually(async () => (await roleOf(master)).startsWith("slave"));
    await isFollowing(master);
    await using stores = storesAt(options);
    const load = writeBoth(stores);
    await eventually(async () => load.acknowledged.length > 100);
    const hung = Date.now();
    replica.pause();
    await eventually(async () => (await roleOf(master)).startsWith("master"));
    const promoted = Date.now();
    await eventually(async () => load.since(promoted) > 100);
    const before = Date.now();
    replica.resume();
    await eventually(async () => (await roleOf(replica)).startsWith("slave"));
    await load.end();
    expect(new Set(load.refused)).toEqual(new Set(["unavailable"]));
    expect(load.acknowledged.filter((one) => one.at > hung + 200 && one.at < promoted)).toEqual([]);
    const late = load.acknowledged.filter((one) => one.at > before);
    expect(await kept(stores, late), "none went to the old one").toBe(late.length);
  });

  test("a name that no Sentinel knows is refused in words", async () => {
    const lines: string[] = [];
    const warn = (_: string, fields?: { error?: Error }) =>
      lines.push(String(fields?.error?.message));
    const told = { ...log, warn } as typeof log;
    const client = createRedisConnector(told)({ ...options, sentinel_master: "unknown" });
    await expect(client.command("get", "x")).rejects.toThrow(/sentinel/i);
    await client.close();
    expect(lines.join()).toMatch(/sentinel/i);
  });
});

describe.skipIf(redisMissing)(withRedis("Redis Cluster with a replica"), () => {
  let cluster: TestCluster;
  let options: ParsedRedis;
  const node = (index: number) => cluster.nodes[index] as TestRedis;
  beforeAll(async () => {
    cluster = await startClusterWithReplica();
    options = redisOptions([node(0).address, node(2).address]);
  });
  afterAll(() => cluster?.stop());

  test("R-5: a slot that moves is followed (ASK, MOVED), by scripts too, and no code is taken twice", async () => {
    await using stores = storesAt(options);
    const { codes } = stores;
    const digest = async (text: string) =>
      Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(text))).toString("hex");
    const flow = id();
    const key = `post:authorize_${await digest(flow)}`;
    const slot = await node(0).cli("cluster", "keyslot", key);
    const from =
      [0, 1, 2].find((_, index) => Number(slot) <= ([5460, 10922, 16383][index] ?? 0)) ?? 0;
    const to = (from + 1) % 3;
    const idOf = (index: number) => node(index).cli("cluster", "myid");
    await node(to).cli("cluster", "setslot", slot, "importing", await idOf(from));
    await node(from).cli("cluster", "setslot", slot, "migrating", await idOf(to));
    // The old node has no such key any more, so it sends to the new one (ASK).
    await codes.put("authorize", flow, FLOW, MINUTE);
    expect(await node(from).cli("cluster", "countkeysinslot", slot)).toBe("0");
    expect((await codes.claim(flow, "u"))?.user_id).toBe("u");
    for (const index of [0, 1, 2]) {
      await node(index).cli("cluster", "setslot", slot, "node", await idOf(to));
    }
    expect((await codes.claim(flow, "v"))?.user_id, "MOVED").toBe("u");
    const takes = await Promise.all([0, 1, 2].map(() => codes.take("authorize", flow)));
    expect(takes.filter((taken) => taken !== undefined)).toHaveLength(1);
  });

  test("R-5: a master is lost under load: its slots are refused until the replica has them", async () => {
    await using stores = storesAt(options);
    const load = writeBoth(stores);
    await eventually(async () => load.acknowledged.length > 500);
    await pause(500);
    const killed = Date.now();
    await node(1).kill();
    await eventually(async () => (await roleOf(node(3))).startsWith("master"));
    const promoted = Date.now();
    // Of forty keys some are in the slots of the lost node.
    await eventually(async () => {
      const puts = Array.from({ length: 40 }, () =>
        stores.codes.put("oauth_code", id(), CODE, MINUTE),
      );
      return (await Promise.allSettled(puts)).every(({ status }) => status === "fulfilled");
    });
    const again = Date.now();
    await load.end();
    console.info(`Cluster: away for ${again - killed} ms, ${promoted - killed} ms until promoted.`);
    expect(again - promoted).toBeLessThan(patient(10_000));
    expect(new Set(load.refused)).toEqual(new Set(["unavailable"]));
    const early = load.acknowledged.filter((one) => one.at < killed - 400);
    expect(await kept(stores, early)).toBe(early.length);
    const late = load.acknowledged.filter((one) => one.at > promoted + 200);
    expect(await kept(stores, late)).toBe(late.length);
  });
});
