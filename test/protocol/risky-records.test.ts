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
