/** What a logout token has to say (OpenID Connect Back-Channel Logout 1.0 §2.6). */
import { describe, expect, test } from "vitest";
import { checkLogoutToken } from "../../../src/relying-party/logout-token.ts";

const NOW = 1_900_000_000;
const PROVIDER = { issuer: "https://op.example.com", client_id: "c-1" };
const CLAIMS = {
  ...{ iss: PROVIDER.issuer, aud: "c-1", iat: NOW, jti: "j-1", sub: "u-1", sid: "s-1" },
  events: { "http://schemas.openid.net/event/backchannel-logout": {} },
};
const check = (claims: object, header: object = { typ: "logout+jwt" }, provider = PROVIDER) =>
  checkLogoutToken({ ...CLAIMS, ...claims }, { ...header }, provider, NOW);

test("the members that name what ends", () => {
  expect(check({})).toEqual({ jti: "j-1", sub: "u-1", sid: "s-1" });
  expect(check({ sid: undefined, aud: ["c-0", "c-1"] })).toEqual({ jti: "j-1", sub: "u-1" });
});

test.each([{}, { typ: "JWT" }, { typ: "application/logout+jwt" }, { typ: "LOGOUT+JWT" }])(
  "the header %o is one of a logout token",
  (header) => {
    expect(check({}, header).jti).toBe("j-1");
  },
);

describe("refused", () => {
  test.each([{ typ: "at+jwt" }, { typ: "secevent+jwt" }, { typ: 1 }])("typ %o", (header) => {
    expect(() => check({}, header)).toThrow("another kind");
  });
  test.each([
    ["iat is missing", { iat: undefined }],
    ["iat is missing", { iat: "1900000000" }],
    ["too old", { iat: NOW - 301 }],
    ["not valid yet", { iat: NOW + 61 }],
    ["issuer not match", { iss: undefined }],
    ["audience not match", { aud: undefined }],
    ["audience not match", { aud: { "c-1": true } }],
    ["nonce", { nonce: null }],
    ["another kind", { events: null }],
    ["another kind", { events: [] }],
    ["jti is missing", { jti: 1 }],
    ["jti is missing", { jti: "x".repeat(600) }],
    ["sid and sub are missing", { sid: undefined, sub: undefined }],
    ["sid is not valid", { sid: 1 }],
    ["sub is not valid", { sub: "x".repeat(600) }],
  ])("%s: %o", (text, claims) => {
    expect(() => check(claims)).toThrow(text);
  });
  test("every token of a provider without an issuer, or of a client without an id", () => {
    expect(() => check({ iss: "" }, {}, { ...PROVIDER, issuer: "" })).toThrow("issuer");
    expect(() => check({ aud: "" }, {}, { ...PROVIDER, client_id: "" })).toThrow("audience");
  });
});
