/** Which store is in force (`cache.code_store`, static before stored), and switching at run time. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRedisConnector } from "../../../src/adapters/drivers/redis.ts";
import type { AuthOptions } from "../../../src/options/auth-options.ts";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import {
  eventually,
  redisMissing,
  startRedis,
  type TestRedis,
  withRedis,
} from "../../support/redis.ts";
import { testRuntime } from "../../support/runtime.ts";
import { putSetting } from "../../support/tokens.ts";
import { CODE, id, MINUTE } from "./store-contract.ts";

const start = async (options: AuthOptions = {}) => {
  const runtime = testRuntime();
  const service = await testAuth(options, { ...runtime, redis: createRedisConnector(runtime.log) });
  return { service, codes: (await service.auth.service).codes };
};

const rows = async (service: TestAuth): Promise<number> => {
  const { store } = await service.auth.service;
  const [row] = await store.driver.session((session) =>
    session.query("select count(*)::int as count from auth_flow_codes"),
  );
  return row?.count as number;
};

describe("without redis", () => {
  test("the database is the default; memory keeps codes to itself", async () => {
    const { service, codes } = await start();
    await codes.put("oauth_code", id(), CODE, MINUTE);
    expect(await rows(service)).toBe(1);
    await putSetting(service, "cache", { code_store: { active: "memory" } });
    const code = id();
    await codes.put("oauth_code", code, CODE, MINUTE);
    expect(await rows(service)).toBe(1);

    await putSetting(service, "cache", { poll_interval: "7s", code_store: { active: "memory" } });
    expect(await codes.get("oauth_code", code), "another member is no switch").toEqual(CODE);
    await putSetting(service, "cache", { code_store: { active: "database" } });
    expect(await codes.take("oauth_code", code), "switching drops what is there").toBeUndefined();
    await putSetting(service, "cache", { code_store: { active: "memory" } });
    expect(await codes.take("oauth_code", code), "and back as well").toBeUndefined();
    await service[Symbol.asyncDispose]();
    await expect(codes.get("oauth_code", code)).rejects.toMatchObject({ code: "unavailable" });
  });

  test("a runtime without redis refuses, and works again after a switch back", async () => {
    await using service = await testAuth();
    const { codes } = await service.auth.service;
    const value = { code_store: { active: "redis", redis: { address: ["127.0.0.1:1"] } } };
    await putSetting(service, "cache", value);
    await expect(codes.get("oauth_code", id())).rejects.toMatchObject({ code: "unavailable" });
    await putSetting(service, "cache", {});
    expect(await codes.get("oauth_code", id())).toBeUndefined();
  });
});

describe.skipIf(redisMissing)(withRedis("with redis"), () => {
  let server: TestRedis;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  const redis = (name: string) => ({
    active: "redis" as const,
    key_prefix: `${name}:`,
    redis: { address: [server.address], client_name: name },
  });
  const connections = async (name: string) =>
    (await server.cli("client", "list")).split(`name=${name} `).length - 1;

  test("the next call after a write uses the new store; the old connection goes", async () => {
    const { service, codes } = await start();
    await putSetting(service, "cache", { code_store: redis("first") });
    expect(await connections("first"), "connected by its first use only").toBe(0);
    const code = id();
    await codes.put("oauth_code", code, CODE, MINUTE);
    expect(await server.cli("exists", `first:code_${code}`)).toBe("1");
    expect(await rows(service)).toBe(0);
    expect(await connections("first")).toBe(1);

    const onTheWay = codes.take("oauth_code", code);
    await putSetting(service, "cache", { code_store: redis("second") });
    const next = id();
    await codes.put("oauth_code", next, CODE, MINUTE);
    expect(await onTheWay).toEqual(CODE);
    expect(await server.cli("exists", `second:code_${next}`)).toBe("1");
    await eventually(async () => (await connections("first")) === 0);
    expect(await connections("second")).toBe(1);
    await service[Symbol.asyncDispose]();
    await eventually(async () => (await connections("second")) === 0);
  });

  test("the static store is used whatever is stored, on this instance only", async () => {
    const { service, codes } = await start({ cache: { code_store: redis("pinned") } });
    await putSetting(service, "cache", { code_store: { active: "memory" } });
    const code = id();
    await codes.put("oauth_code", code, CODE, MINUTE);
    expect(await server.cli("exists", `pinned:code_${code}`)).toBe("1");
    const { body } = await service.request("GET", "/auth/v1/instance-config");
    expect(body.payload.cache.code_store).toMatchObject({ pinned: true, active: "redis" });
    await service[Symbol.asyncDispose]();
  });
});
