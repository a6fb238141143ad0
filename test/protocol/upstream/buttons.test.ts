/** Upstream providers on the login page, and warnings about their records (login-session-wire 3.4; O-4; issue text, points 1 and 7). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { CALLBACK } from "../../support/authorize.ts";
import { locationIn, startGateway, type TestGateway, whoIs } from "../../support/gateway.ts";
import { POSTERN_PROVIDER } from "../../support/session.ts";
import { putClient, putSetting } from "../../support/tokens.ts";
import { type Company, putProvider, startCompany } from "../../support/upstream-sign-in.ts";

const OWN = { id: "login-company", secret: "a long random secret" };
let gateway: TestGateway;
let company: Company;

const upstream = (name?: string) => ({
  ...(name !== undefined && { name }),
  auth_middleware: "auth",
  oauth2: {
    auth_url: "/auth/oauth2/auth/company",
    client_id: OWN.id,
    client_secret: OWN.secret,
    scopes: ["openid", "profile", "email"],
  },
});

beforeAll(async () => {
  company = await startCompany();
  const provider = { postern: POSTERN_PROVIDER, company: upstream(), named: upstream("Staff") };
  gateway = await startGateway({ session: { provider } });
  const { service } = gateway;
  await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
  await putClient(service, OWN.id, {
    client_secret: OWN.secret,
    redirect_uris: ["https://id.example.com/login/auth/code/company"],
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await company[Symbol.asyncDispose]();
});

const record = (more: object = {}) => ({
  ...company.record,
  preset: "keycloak",
  name: "Example",
  claim_mapping: { register: true },
  ...more,
});
const buttons = async () =>
  (await gateway.jar().get("/login/auth/methods")).body.payload.provider.code;

test("a button has the name of session provider or record, and a mark; a disabled record has none", async () => {
  expect(await buttons()).toBeNull();
  await putProvider(gateway.service, "company", record());
  expect(await buttons()).toEqual([
    { name: "Example", url: "/login/auth/code/company", mark: "keycloak" },
    { name: "Staff", url: "/login/auth/code/named", mark: "keycloak" },
  ]);
  const { text } = await gateway.jar().open("/login/");
  expect(text).toContain("Continue with Example");
  expect(text).toContain('font-family="inherit" fill="currentColor">K</text>');
  expect(text, "B-1: nothing from elsewhere").not.toMatch(/(?:src|href)="https?:/);
  await putProvider(gateway.service, "company", record(), false);
  expect(await buttons()).toBeNull();
});

test("a button leads through the provider to a session, whose person is a user here", async () => {
  await putProvider(gateway.service, "company", record());
  company.claims = { sub: "grace", email: "grace@example.com", email_verified: true };
  const jar = gateway.jar();
  let answer = await jar.open("/login/auth/code/company?redirect_path=/app");
  answer = await jar.open(locationIn(answer));
  const there = new URL(locationIn(answer));
  company.nonce = there.searchParams.get("nonce") ?? "";
  const state = there.searchParams.get("state") ?? "";
  answer = await jar.open(`/auth/oauth2/code/company?code=c&state=${state}`);
  answer = await jar.open(locationIn(answer));
  expect(answer.status, answer.text).toBe(200);
  expect(await whoIs(jar)).toBe("grace@example.com");
});

test("a refusal of the service reaches the login page as one: no session", async () => {
  await putProvider(gateway.service, "company", record({ claim_mapping: {} }));
  company.claims = { sub: "stranger", email: "ada@example.com", email_verified: true };
  const jar = gateway.jar();
  const begun = await jar.open(locationIn(await jar.open("/login/auth/code/company")));
  const there = new URL(locationIn(begun));
  company.nonce = there.searchParams.get("nonce") ?? "";
  const state = there.searchParams.get("state") ?? "";
  const back = await jar.open(`/auth/oauth2/code/company?code=c&state=${state}`);
  const told = await jar.open(locationIn(back));
  expect(told.status).toBe(401);
  expect(told.text).toContain("an account with this name exists here");
  expect(await whoIs(jar)).toBeUndefined();
});

test("U-3: a risky record is told of at save: keys without issuer, unverified addresses, two sources of roles", async () => {
  const save = async (path: string, config: object) => {
    const { body } = await gateway.service.json("PUT", `/auth/v1/${path}`, { config });
    return JSON.stringify(body);
  };
  const addresses = { client_id: "x", auth_url: CALLBACK, token_url: CALLBACK, cert_url: CALLBACK };
  const userinfo = { ...addresses, userinfo_url: CALLBACK };
  expect(await save("oauth/providers/a", userinfo)).toContain("has keys and no issuer");
  const trusting = { issuer: "https://op.example.com", email_verify_check: false };
  const register = { claim_mapping: { register: true } };
  expect(await save("oauth/providers/b", { ...trusting, ...register })).toContain(
    "makes unverified addresses users here",
  );
  const roles = { claim_mapping: { register: true, roles_claim: "groups" } };
  expect(
    await save("oauth/providers/c", { issuer: "https://op.example.com", ...roles }),
  ).not.toContain("LDAP");
  expect(await save("ldap/configs/main", { addr: "ldaps://directory.example.com" })).toContain(
    "must not have the same users",
  );
});
