/** Info, version and instance-config (auth-wire 1.7, 7.3, 7.5). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { closePlane, putSetting, reopenPlane } from "../support/tokens.ts";

let service: TestAuth;

beforeAll(async () => {
  service = await testAuth({
    prefix_path: "id/v/",
    cache: {
      poll_interval: "90s",
      code_store: {
        active: "redis",
        key_prefix: "p:",
        redis: { address: ["redis:6379"], username: "u", password: "redis-secret" },
      },
    },
    ldap: { addr: "ldaps://directory.example.com", disable_sync: true },
    oauth2: { base_url: "" },
    session_providers: {
      host_replacements: { "a.example.com": "b.example.com" },
      overrides: { main: { oauth2: { token_url: "https://b.example.com/token" } } },
    },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const get = (path: string, user?: string) =>
  service.json("GET", `/id/v/v1/${path}`, undefined, user);

describe("GET {prefix}/v1/info", () => {
  const urls = {
    effective_base_url: ORIGIN,
    issuer_url: `${ORIGIN}/id/v/oauth2`,
    openid_configuration_url: `${ORIGIN}/id/v/oauth2/.well-known/openid-configuration`,
    authorization_server_metadata_url: `${ORIGIN}/id/v/oauth2/.well-known/oauth-authorization-server`,
    token_url: `${ORIGIN}/id/v/oauth2/token`,
    jwks_url: `${ORIGIN}/id/v/oauth2/certs`,
    callback_url_pattern: `${ORIGIN}/id/v/oauth2/code/{provider}`,
  };

  test("prefix, storage, version and public URLs; the prefix is normalised", async () => {
    expect((await get("info")).body.payload).toEqual({
      prefix_path: "/id/v",
      version: expect.any(Number),
      storage: "pglite",
      oauth2: { configured_base_url: "", replacement_from: "", replacement_to: "", ...urls },
    });
  });

  test("only non-sensitive members for who is no admin", async () => {
    await closePlane(service);
    for (const user of [undefined, "absent"]) {
      expect((await get("info", user)).body.payload.oauth2).toEqual(urls);
    }
    expect((await get("version")).status, "the bare version is for admins").toBe(401);
    expect((await get("instance-config")).status).toBe(401);
    await reopenPlane(service);
  });
});

test("the auth version rises with every write; `GET /v1/version` is not wrapped", async () => {
  const before = (await get("version")).body;
  expect(Object.keys(before)).toEqual(["version"]);
  await service.json("PUT", "/id/v/v1/settings/totp", { value: {} });
  expect((await get("version")).body.version).toBe(before.version + 1);
  expect((await get("info")).body.payload.version).toBe(before.version + 1);
});

test("instance-config tells the static overrides; secrets only as `password_set`", async () => {
  const { body, text } = await get("instance-config");
  expect(text).not.toContain("redis-secret");
  expect(body.payload).toEqual({
    cache: {
      code_store: {
        pinned: true,
        active: "redis",
        key_prefix: "p:",
        redis: {
          address: ["redis:6379"],
          username: "u",
          password_set: true,
          client_name: "",
          cluster: false,
          tls: { enabled: false, cert_file: "", key_file: "", ca_file: "" },
        },
      },
      disable_notification_listener: false,
      poll_interval: "1m30s",
    },
    ldap: { addr: "ldaps://directory.example.com", disable_sync: true },
    oauth2: { base_url: "" },
    session_providers: {
      host_replacements: { "a.example.com": "b.example.com" },
      overrides: {
        main: { oauth2: expect.objectContaining({ token_url: "https://b.example.com/token" }) },
      },
    },
  });
});

test("instance-config of an instance that overrides little", async () => {
  await using plain = await testAuth({
    cache: { disable_notification_listener: true },
    oauth2: { base_url: "https://own.example.com" },
  });
  const { body } = await plain.json("GET", "/auth/v1/instance-config");
  expect(body.payload).toEqual({
    cache: {
      code_store: { pinned: false },
      disable_notification_listener: true,
      poll_interval: "10s",
    },
    ldap: { addr: "", disable_sync: false },
    oauth2: { base_url: "https://own.example.com" },
    session_providers: { host_replacements: {}, overrides: {} },
  });
});

test("a service without prefix answers at the root", async () => {
  await using root = await testAuth({ prefix_path: "/" });
  expect((await root.json("GET", "/v1/info")).body.payload.prefix_path).toBe("");
  const { body } = await root.request("GET", "/oauth2/.well-known/openid-configuration");
  expect(body.issuer).toBe(`${ORIGIN}/oauth2`);
});

test('`surface: "public"` keeps the OAuth plane alone', async () => {
  await using edge = await testAuth({ surface: "public" });
  expect((await edge.request("GET", "/auth/oauth2/certs")).status).toBe(200);
  expect((await edge.request("GET", "/.well-known/openid-configuration")).status).toBe(200);
  for (const path of ["/v1/info", "/v1/settings", "/v1/users/x", "/swagger/swagger.json"]) {
    expect((await edge.request("GET", `/auth${path}`)).status, path).toBe(404);
  }
});

test("after close every request is answered with 503", async () => {
  const closing = await testAuth();
  await putSetting(closing, "totp", {});
  await closing.auth.close();
  const { status, headers, body } = await closing.json("GET", "/auth/v1/info");
  expect(status).toBe(503);
  expect(headers.get("retry-after")).toBe("2");
  expect(body).toEqual({ message: "the service is stopping" });
});
