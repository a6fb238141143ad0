/** A refresh: always Basic (login-session-wire 1.8), one definite no, everything else an outage (L-W22, L-W26). */
import { beforeEach, describe, expect, test } from "vitest";
import {
  callRefresh,
  RefreshRefused,
  refreshForm,
  renewedTokens,
} from "../../../src/relying-party/refresh-call.ts";
import { CLIENT, type FakeIssuer, fakeIssuer, NOW, TOKEN_URL, unsigned } from "./fake-issuer.ts";

let issuer: FakeIssuer;
beforeEach(() => {
  issuer = fakeIssuer();
});

const BEFORE = {
  access_token: unsigned({ sub: "u-1", exp: NOW }),
  refresh_token: "r-1",
  id_token: "i-1",
  scope: "openid",
  expires_at: NOW,
};
const FORM = {
  grant_type: "refresh_token",
  refresh_token: "r-1",
  client_id: "app",
  scope: "openid",
} as const;
const ask = (record: object = {}) =>
  callRefresh({ http: issuer.http, insecure: false }, { ...CLIENT, ...record }, FORM);

test("the form names the client, and the scope where there is one", () => {
  expect(refreshForm(CLIENT, BEFORE)).toEqual(FORM);
  const { scope: _, ...without } = FORM;
  expect(refreshForm(CLIENT, { ...BEFORE, scope: "" })).toEqual(without);
  expect(refreshForm(CLIENT, { ...BEFORE, refresh_token: undefined })).toBeUndefined();
});

test.each([
  ["in every style", { auth_header_style: 2 }, "app:s-1"],
  ["as bearer", { auth_header_style: 1 }, "app:s-1"],
  ["without a secret", { client_secret: "" }, "app:"],
])("%s the client proves itself by Basic and is in the form", async (_, record, credentials) => {
  issuer.answers({ body: { access_token: "a" } });
  expect(await ask(record)).toEqual({ access_token: "a" });
  const [sent] = issuer.sent;
  expect([sent?.method, sent?.url.href, sent?.form]).toEqual(["POST", TOKEN_URL, FORM]);
  expect(sent?.headers.authorization).toBe(`Basic ${btoa(credentials)}`);
});

test.each([400, 401, 403])("%i invalid_grant is a definite no", async (status) => {
  issuer.answers({ status, body: { error: "invalid_grant" } });
  await expect(ask()).rejects.toBeInstanceOf(RefreshRefused);
});

test.each([
  ["500 invalid_grant", { status: 500, body: { error: "invalid_grant" } }],
  ["another refusal", { status: 401, body: { error: "invalid_client" } }],
  ["400 without JSON", { status: 400, body: "invalid_grant" }],
  ["a redirect", { status: 302, body: { error: "other" } }],
  ["no answer", new Error("connect ECONNREFUSED")],
])("%s is an outage and ends no session", async (_, answer) => {
  issuer.answers(answer);
  const error = await ask().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(RefreshRefused);
  expect(String(error)).not.toMatch(/r-1|s-1/);
});

test("a provider without token_url is an outage, and nothing is asked", async () => {
  await expect(ask({ token_url: undefined })).rejects.toThrow("no token_url");
  expect(issuer.sent).toEqual([]);
});

describe("L-W26: the tokens afterwards", () => {
  const access_token = unsigned({ sub: "u-1", exp: NOW + 900 });
  const fresh = { access_token, expires_at: NOW + 900 };
  test.each([
    ["what is left out stays", {}, {}],
    ["what is empty stays", { refresh_token: "", id_token: null }, {}],
    ["what is there is new", { refresh_token: "r-2" }, { refresh_token: "r-2" }],
    ["each by itself", { id_token: "i-2", scope: "a" }, { id_token: "i-2", scope: "a" }],
  ])("%s", (_, answer, changed) => {
    const after = renewedTokens(BEFORE, { access_token, ...answer }, NOW);
    expect(after).toEqual({ ...BEFORE, ...fresh, ...changed });
  });

  test("nothing is made up, and an answer without an access token is none", () => {
    const bare = { access_token: BEFORE.access_token, expires_at: NOW };
    expect(renewedTokens(bare, { access_token }, NOW)).toEqual(fresh);
    expect(() => renewedTokens(BEFORE, {}, NOW)).toThrow("no access token");
  });
});
