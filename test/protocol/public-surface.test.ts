import { afterAll, beforeAll, expect, test } from "vitest";
import { openPglite } from "../../src/adapters/drivers/pglite.ts";
import type { SqlDriver } from "../../src/runtime.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { capturingLogger, type TestRuntime, testRuntime } from "../support/runtime.ts";

let driver: SqlDriver;
let full: TestAuth;
let edge: TestAuth;
let edgeRuntime: TestRuntime;

beforeAll(async () => {
  driver = await openPglite(undefined, capturingLogger([]));
  const openSql = async () => ({ ...driver, close: async () => undefined });
  full = await testAuth({}, testRuntime({ openSql }));
  edgeRuntime = testRuntime({ openSql, loops: true });
  edge = await testAuth(
    {
      surface: "public",
      cache: { poll_interval: "20s" },
      encryption: { key: "an encryption key for tests" },
    },
    edgeRuntime,
  );
  await full.createServiceAccount();
});
afterAll(async () => {
  await full[Symbol.asyncDispose]();
  await edge[Symbol.asyncDispose]();
  await driver.close();
});

const lifetime = async () => {
  const { body } = await edge.form(
    "/auth/oauth2/token",
    { grant_type: "client_credentials" },
    { id: "robot", secret: "robot-secret" },
  );
  return body.expires_in as number | undefined;
};

test("surface public: only the OAuth plane and the root documents exist", async () => {
  expect((await edge.request("GET", "/auth/oauth2/certs")).status).toBe(200);
  expect((await edge.request("GET", "/.well-known/openid-configuration")).status).toBe(200);
  for (const path of ["/v1/users", "/v1/settings", "/v1/info", "/swagger/swagger.json", "/check"]) {
    expect((await edge.request("GET", `/auth${path}`)).status, path).toBe(404);
  }
});

test("without loops a request looks at the version, at most once every poll interval", async () => {
  edgeRuntime.advance(20_000);
  expect(await lifetime(), "the account of the full instance").toBe(900);
  await full.json("PUT", "/auth/v1/settings/token", { value: { token_lifetime: "3m" } });
  edgeRuntime.advance(19_000);
  expect(await lifetime(), "not yet looked").toBe(900);
  edgeRuntime.advance(1_000);
  expect(await lifetime()).toBe(180);
  expect((await edge.auth.health()).detail.listener).toBe("off");
});
