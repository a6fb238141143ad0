/** login-session-wire 1.8: how a client proves itself (RFC 6749 §2.3.1). */
import { describe, expect, test } from "vitest";
import { basicAuthorization } from "../../../src/relying-party/basic-authorization.ts";
import { provenRequest } from "../../../src/relying-party/client-authentication.ts";
import { CLIENT, TOKEN_URL } from "./fake-issuer.ts";

/** As a server reads it: the first colon divides, both halves are form-encoded. */
function credentialsOf(header: string): (string | null)[] {
  const text = atob(header.replace(/^Basic /, ""));
  const at = text.indexOf(":");
  const decode = (part: string) => new URLSearchParams(`part=${part}`).get("part");
  return [decode(text.slice(0, at)), decode(text.slice(at + 1))];
}

describe("Basic", () => {
  test.each([
    ["app", "secret"],
    ["a:b", "c:d"],
    ["cl ient", "s:cret/&=+%"],
    ["https://app.example.com/?a=b#c", "-._~!*'()"],
    ["ünïcode", "пароль 🔑"],
    ["app", ""],
  ])("%j with %j arrives whole", (id, secret) => {
    const header = basicAuthorization(id, secret);
    expect(header).toMatch(/^Basic [A-Za-z0-9+/]+=*$/);
    expect(credentialsOf(header)).toEqual([id, secret]);
  });

  test("the encoding is percent-encoding, as the contract says", () => {
    expect(basicAuthorization("cl ient", "s:+/")).toBe(`Basic ${btoa("cl%20ient:s%3A%2B%2F")}`);
  });
});

const partsOf = async (request: Request) => ({
  query: Object.fromEntries(new URL(request.url).searchParams),
  authorization: request.headers.get("authorization"),
  form: Object.fromEntries(new URLSearchParams(await request.text())),
});

describe("styles", () => {
  const BASIC = `Basic ${btoa("app:s-1")}`;
  test.each([
    ["absent is Basic", {}, { authorization: BASIC }],
    ["0: Basic", { auth_header_style: 0 }, { authorization: BASIC }],
    ["1: the secret as bearer", { auth_header_style: 1 }, { authorization: "Bearer s-1" }],
    [
      "2: in the query, beside what is there",
      { auth_header_style: 2 },
      { query: { tenant: "a", client_id: "app", client_secret: "s-1" } },
    ],
    ["a public client names itself", { client_secret: "" }, { form: { a: "1", client_id: "app" } }],
    [
      "a public client names itself in the form, whatever the style",
      { client_secret: "", auth_header_style: 2 },
      { form: { a: "1", client_id: "app" } },
    ],
  ])("%s", async (_, record, proof) => {
    const request = provenRequest(`${TOKEN_URL}?tenant=a`, { ...CLIENT, ...record }, { a: "1" });
    expect(await partsOf(request)).toEqual({
      ...{ authorization: null, query: { tenant: "a" }, form: { a: "1" } },
      ...proof,
    });
  });

  test("a form by POST; members without a value are left out", async () => {
    const form = { grant_type: "password", totp: undefined, scope: "", password: "a b&c=d" };
    const request = provenRequest(TOKEN_URL, CLIENT, form);
    expect(request.method).toBe("POST");
    expect(request.headers.get("accept")).toBe("application/json");
    expect(request.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    expect((await partsOf(request)).form).toEqual({ grant_type: "password", password: "a b&c=d" });
  });
});
