/** What the configuration allows beyond the least is told at save, in the log and in health (T-2, I-6). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

const save = async (path: string, body: unknown) => {
  const { status, body: answer, text } = await service.json("PUT", `/auth/v1/${path}`, body);
  expect(status, text).toBe(200);
  return answer.meta.warnings;
};
const client = (id: string, config: object) =>
  save(`oauth/clients/${id}`, {
    config: { client_secret: "a secret of enough letters", ...config },
  });
const inHealth = async () => (await service.auth.health()).detail.warnings;
const ANY =
  'client "any" has neither redirect_uris nor whitelist_urls: federated sign-ins accept every target';

test("T-2: a client without lists is named at save, in the log and in health", async () => {
  expect(await client("any", {})).toEqual([ANY]);
  expect(service.runtime.lines).toContainEqual({
    level: "warn",
    message: "a record was saved with a risk",
    fields: { warning: ANY },
  });
  expect(await inHealth()).toContain(ANY);
});

test.each([
  ["exact targets", { redirect_uris: ["https://app.example.com/cb"] }],
  ["prefixes", { whitelist_urls: ["https://app.example.com/"] }],
  ["no use of codes", { grant_types: ["password"] }],
])("a client with %s is not", async (_, config) => {
  expect(await client("bounded", config)).toBeUndefined();
});

test("where registered targets are required no client is", async () => {
  await save("settings/oauth2", { value: { require_registered_redirects: true } });
  expect(await client("any", {})).toBeUndefined();
  expect(await inHealth()).not.toContain(ANY);
  await service.json("DELETE", "/auth/v1/settings/oauth2");
});

test("I-1, I-6: a provider elsewhere that is trusted with more than the least", async () => {
  const oauth2 = { client_id: "c", cert_url: "https://op.example.com/jwks" };
  const issuer = "https://op.example.com";
  const warnings = await save("settings/session_providers", {
    value: {
      providers: {
        open: { oauth2: { ...oauth2, any_audience: true } },
        mails: { x_user: ["email"], email_verify_check: false, oauth2: { ...oauth2, issuer } },
        careful: { x_user: ["email"], oauth2: { ...oauth2, issuer } },
      },
    },
  });
  expect(warnings).toEqual([
    'session provider "open" has no issuer: tokens of every issuer with its keys count',
    'session provider "open" accepts tokens of every client (any_audience)',
    'session provider "mails" makes unverified addresses users here',
  ]);
  expect(await inHealth()).toEqual(expect.arrayContaining(warnings));
});

test("I-8: a provider elsewhere at which no one can sign in names the member that is missing", async () => {
  const oauth2 = { client_id: "c" };
  const auth_url = "https://op.example.com/authorize";
  const token_url = "https://op.example.com/token";
  const warnings = await save("settings/session_providers", {
    value: {
      providers: {
        asking: { password_flow: true, oauth2 },
        leading: { oauth2: { ...oauth2, auth_url } },
        whole: { password_flow: true, oauth2: { ...oauth2, auth_url, token_url } },
        keys: { api_key: true, oauth2 },
      },
    },
  });
  const told = "is incomplete, so no user can sign in: token_url: is required with";
  expect(warnings).toEqual([
    `session provider "asking" ${told} password_flow`,
    `session provider "leading" ${told} auth_url`,
  ]);
});

test("a directory without TLS that no one allowed is not asked, and says so", async () => {
  const config = { addr: "ldap://directory.example.com" };
  const told =
    'directory "d" is not asked, because its address is without TLS: use ldaps://, or set start_tls or allow_plain';
  expect(await save("ldap/configs/d", { config })).toContain(told);
  expect(await inHealth()).toContain(told);
  const doctor = await service.json("GET", "/auth/v1/doctor");
  expect(doctor.text).toContain("is not asked, because its address is without TLS");
  for (const more of [{ start_tls: true }, { allow_plain: true }]) {
    const warnings = await save("ldap/configs/d", { config: { ...config, ...more } });
    expect(warnings ?? []).not.toContain(told);
  }
  expect((await service.json("DELETE", "/auth/v1/ldap/configs/d")).status).toBe(200);
});

test("a provider at a host that is not public says which setting makes it reachable", async () => {
  const at = (host: string) =>
    save("oauth/providers/inner", {
      config: { client_id: "c", client_secret: "s", issuer: `https://${host}/realm` },
    });
  for (const host of ["10.20.0.7:8443", "keycloak", "keycloak.internal", "[fd00::7]"]) {
    const [told] = (await at(host)) ?? [];
    expect(told, host).toContain("list it in oauth2.internal_hosts");
  }
  const about = (warnings: readonly string[] | undefined) =>
    (warnings ?? []).filter((one) => one.includes("internal_hosts"));
  expect(about(await at("login.example.com"))).toEqual([]);
  await save("settings/oauth2", { value: { internal_hosts: ["10.20.0.0/16", "keycloak"] } });
  for (const host of ["10.20.0.7:8443", "keycloak"])
    expect(about(await at(host)), host).toEqual([]);
  expect((await service.json("DELETE", "/auth/v1/settings/oauth2")).status).toBe(200);
  expect((await service.json("DELETE", "/auth/v1/oauth/providers/inner")).status).toBe(200);
});
