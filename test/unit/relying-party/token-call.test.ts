/** The token endpoint: what an answer becomes (login-session-wire 3.14), and what no error says (C-6, N-8). */
import { beforeEach, describe, expect, test } from "vitest";
import { plainError } from "../../../src/adapters/drivers/log-fields.ts";
import { AuthError } from "../../../src/errors.ts";
import { callProvider } from "../../../src/relying-party/provider-call.ts";
import { callTokenEndpoint } from "../../../src/relying-party/token-call.ts";
import { CLIENT, type FakeIssuer, fakeIssuer, TOKEN_URL } from "./fake-issuer.ts";

let issuer: FakeIssuer;
beforeEach(() => {
  issuer = fakeIssuer();
});

const FORM = { grant_type: "password", username: "ada", password: "correct horse" };
const ask = (record: object = {}) => {
  const outgoing = { http: issuer.http, insecure: false };
  return callTokenEndpoint(outgoing, TOKEN_URL, { ...CLIENT, ...record }, FORM);
};
const refusal = (error: unknown) => {
  if (!(error instanceof AuthError)) throw error;
  const { code, status, message, detail } = error;
  return { code, status, message, detail };
};

test("200 with JSON is the answer; the form goes with the client's proof", async () => {
  issuer.answers({ body: { access_token: "a", extra: [1] } });
  expect(await ask()).toEqual({ access_token: "a", extra: [1] });
  const [sent, ...more] = issuer.sent;
  expect([sent?.method, sent?.url.href, sent?.form, more]).toEqual(["POST", TOKEN_URL, FORM, []]);
  expect(sent?.headers.authorization).toBe(`Basic ${btoa("app:s-1")}`);
});

test("the media type of an answer does not matter", async () => {
  issuer.answers({ body: { access_token: "a" }, headers: { "content-type": "text/html" } });
  expect(await ask()).toEqual({ access_token: "a" });
});

const REFUSED = "the sign-in provider refused the request";
const NO_TOKENS = "the sign-in provider did not answer with tokens";

test.each([
  ["no JSON", 200, "<html>", 500, NO_TOKENS, undefined],
  ["an empty body", 200, "", 500, NO_TOKENS, undefined],
  ["JSON null", 200, "null", 500, NO_TOKENS, undefined],
  ["JSON text", 200, '"token"', 500, NO_TOKENS, undefined],
  ["a success that is not 200", 201, { access_token: "a" }, 500, REFUSED, undefined],
  ["a redirect", 302, {}, 500, REFUSED, undefined],
  ["400 as in RFC 6749", 400, { error: "invalid_grant" }, 400, "invalid_grant", "invalid_grant"],
  [
    "its description",
    401,
    { error: "invalid_client", error_description: "no such client" },
    401,
    "no such client",
    "invalid_client",
  ],
  [
    "message, as some send it",
    404,
    { message: "user not found" },
    404,
    "user not found",
    undefined,
  ],
  ["an error that is no code", 400, { error: { code: 7 } }, 400, REFUSED, undefined],
  ["an error of many lines", 400, { error: "a\nb" }, 400, "a b", "a b"],
  ["500 with HTML", 500, "<html>stack trace</html>", 500, REFUSED, undefined],
  ["503 as text", 503, "busy", 503, REFUSED, undefined],
  ["a JSON list", 400, ["error"], 400, REFUSED, undefined],
])("%s", async (_, answered, body, status, message, detail) => {
  issuer.answers({ status: answered, body, headers: { location: "https://evil.example/" } });
  const error = await ask().catch(refusal);
  expect(error).toEqual({ code: "server_error", status, message, detail });
  expect(issuer.sent).toHaveLength(1);
});

test("a JSON list holds no access token; the reader of answers says so", async () => {
  issuer.answers({ body: [1] });
  expect(await ask()).not.toHaveProperty("access_token");
});

describe("no answer", () => {
  test("is 500, with the cause for the log", async () => {
    const cause = new Error("connect ECONNREFUSED");
    issuer.answers(cause);
    const message = "the sign-in provider is not reachable";
    await expect(ask()).rejects.toMatchObject({
      code: "server_error",
      status: 500,
      message,
      cause,
    });
  });

  test.each([0, 1, 2])("style %i: neither answer nor log holds a secret (C-6)", async (style) => {
    const url = `${TOKEN_URL}?client_id=app&client_secret=s-1`;
    const cause = new Error(`error sending request for url (${url}): refused`);
    issuer.answers(new TypeError("fetch failed", { cause }));
    const error = await ask({ auth_header_style: style }).catch((thrown: unknown) => thrown);
    const told = JSON.stringify([String(error), plainError(error as Error)]);
    expect(told).toContain("the sign-in provider is not reachable");
    expect(told).toContain("refused");
    // Only style 2 puts it into the query; the others never had it in a URL.
    if (style === 2) expect(told).not.toContain("s-1");
    for (const secret of ["correct horse", btoa("app:s-1")]) expect(told).not.toContain(secret);
  });
});

test.each([
  ["the limits of the runtime hold", {}, { insecure: false }],
  ["they are the caller's to set", { timeout: 5_000 }, { insecure: false, timeout: 5_000 }],
  ["certificates are checked unless an operator said no", { insecure: true }, { insecure: true }],
])("%s", async (_, more, options) => {
  issuer.answers({});
  await callProvider({ http: issuer.http, insecure: false, ...more }, new Request(TOKEN_URL));
  expect(issuer.sent[0]?.options).toEqual(options);
});
