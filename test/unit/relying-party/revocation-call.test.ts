/** Giving tokens up (login-session-wire 3.13; RFC 7009; RP-Initiated Logout §2). */
import { beforeEach, expect, test } from "vitest";
import {
  endSession,
  endSessionUrl,
  revokeToken,
} from "../../../src/relying-party/revocation-call.ts";
import { CLIENT, type FakeIssuer, fakeIssuer, ISSUER } from "./fake-issuer.ts";

let issuer: FakeIssuer;
beforeEach(() => {
  issuer = fakeIssuer();
});

const outgoing = () => ({ http: issuer.http, insecure: false, timeout: 5_000 });
const revoke = (record = {}) =>
  revokeToken(outgoing(), `${ISSUER}/revoke`, { ...CLIENT, ...record }, "t-1", "access_token");
const end = () => endSession(outgoing(), endSessionUrl(`${ISSUER}/end?x=1`, "app", "i-1"));

test("token and hint, with the client's proof in its own style", async () => {
  issuer.answers({});
  await revoke();
  await revoke({ client_secret: "" });
  const [basic, open] = issuer.sent;
  expect(basic?.form).toEqual({ token: "t-1", token_type_hint: "access_token" });
  expect(basic?.headers.authorization).toBe(`Basic ${btoa("app:s-1")}`);
  expect(basic?.options).toEqual({ insecure: false, timeout: 5_000 });
  expect([open?.form.client_id, open?.headers.authorization]).toEqual(["app", undefined]);
});

test("the logout URL keeps its query and names token and client; it is read by GET", async () => {
  issuer.answers({});
  await end();
  const [sent] = issuer.sent;
  expect([sent?.method, sent?.url.href]).toEqual([
    "GET",
    `${ISSUER}/end?x=1&id_token_hint=i-1&client_id=app`,
  ]);
});

test.each([
  [200, true],
  [204, true],
  [302, true],
  [400, false],
  [503, false],
])("%i is done: %s", async (status, done) => {
  issuer.answers({ status, body: "" });
  if (status === 204) issuer.http = async () => new Response(null, { status });
  for (const step of [revoke, end]) {
    const error = await step().catch((thrown: unknown) => String(thrown));
    expect(error).toBe(done ? undefined : `Error: the provider answered ${status}`);
  }
});

test("a provider that is away: an error without token and secret", async () => {
  issuer.answers(new Error(`error for url (${ISSUER}/end?x=1&id_token_hint=i-1&client_id=app)`));
  for (const step of [revoke, end]) await expect(step()).rejects.toThrow("not reachable");
  const error = await end().catch((thrown: unknown) => thrown);
  expect(String((error as Error).cause)).toBe(`Error: error for url (${ISSUER}/end)`);
});
