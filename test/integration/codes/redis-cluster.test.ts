/** A three-node Redis Cluster, found through one address: the contract, routing, a lost node. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRedisConnector } from "../../../src/adapters/drivers/redis.ts";
import { RedisCodes } from "../../../src/codes/redis.ts";
import type { ParsedRedis, RedisClient } from "../../../src/runtime.ts";
import {
  eventually,
  redisMissing,
  redisOptions,
  startCluster,
  type TestCluster,
  type TestRedis,
  withRedis,
} from "../../support/redis.ts";
import { capturingLogger } from "../../support/runtime.ts";
import { CODE, id, MINUTE, storeContract, wins } from "./store-contract.ts";

const log = capturingLogger([]);

/** `stored`, the code of the refusal, or `waited` for one that came after a silence. */
const stored = (codes: RedisCodes): Promise<string> =>
  codes.put("oauth_code", id(), CODE, MINUTE).then(
    () => "stored",
    (error: Error & { code: string }) =>
      /timed out|timeout/i.test(String((error.cause as Error | undefined)?.message))
        ? "waited"
        : error.code,
  );

describe.skipIf(redisMissing)(withRedis("Redis Cluster"), () => {
  let cluster: TestCluster;
  const clients: RedisClient[] = [];
  const codes: RedisCodes[] = [];
  const node = (index: number) => cluster.nodes[index] as TestRedis;
  const store = (address: string[], more: Partial<ParsedRedis> = {}) => {
    const client = createRedisConnector(log)(redisOptions(address, more));
    clients.push(client);
    return new RedisCodes(client, "post:", log);
  };

  beforeAll(async () => {
    cluster = await startCluster();
    codes.push(store([node(0).address]), store([node(2).address], { cluster: true }));
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await cluster.stop();
  });

  storeContract("the contract: one address detected, another one forced", () => ({
    one: codes[0] as RedisCodes,
    other: codes[1] as RedisCodes,
  }));

  test("keys are spread over all nodes in the key shape of the contract", async () => {
    const ids = Array.from({ length: 60 }, id);
    await Promise.all(ids.map((code) => codes[0]?.put("oauth_code", code, CODE, MINUTE)));
    const kept = await Promise.all(
      [0, 1, 2].map((index) => node(index).cli("keys", "post:code_*")),
    );
    for (const keys of kept) expect(keys).not.toBe("");
    const found = new Set(kept.flatMap((keys) => keys.split("\n")));
    for (const code of ids) expect(found).toContain(`post:code_${code}`);
    const takes = await Promise.all(
      ids.flatMap((code) => codes.map((one) => one.take("oauth_code", code))),
    );
    expect(wins(takes)).toHaveLength(ids.length);
  });

  test("an account with the rights that docs/code-store.md names is enough", async () => {
    const rights = "+set +get +getdel +eval +info +cluster|slots +cluster|info ~post:*";
    for (const one of cluster.nodes) {
      await one.cli("acl", "setuser", "ada", "on", ">sesame", ...rights.split(" "));
    }
    const narrow = store([node(0).address], { username: "ada", password: "sesame" });
    for (const code of Array.from({ length: 20 }, id)) {
      await narrow.put("oauth_code", code, CODE, MINUTE);
      expect(await narrow.take("oauth_code", code)).toEqual(CODE);
    }
  });

  test("the first address may be away as long as another one answers", async () => {
    const late = store(["127.0.0.1:1", node(1).address]);
    await late.put("oauth_code", "late", CODE, MINUTE);
    expect(await late.take("oauth_code", "late")).toEqual(CODE);
  });

  test("R-5: a lost node costs its own slots only, quickly, and comes back", async () => {
    const one = codes[0] as RedisCodes;
    await node(1).kill();
    const probe = async () =>
      new Set(await Promise.all(Array.from({ length: 30 }, () => stored(one))));
    await eventually(async () => {
      const kinds = await probe();
      return kinds.has("unavailable") && kinds.has("stored");
    });
    // A closed port is a refusal; nothing of it waits for an answer that cannot come.
    expect(await probe()).toEqual(new Set(["stored", "unavailable"]));
    const newcomer = store([node(0).address]);
    await eventually(async () => (await stored(newcomer)) === "stored");
    await node(1).restart();
    await eventually(async () => {
      const kinds = await probe();
      return kinds.size === 1 && kinds.has("stored");
    });
  });
});
