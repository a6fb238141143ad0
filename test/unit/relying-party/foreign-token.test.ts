/** Which tokens of a provider elsewhere are access tokens for us (I-6, K-12, L-W9; RFC 9068 §4). */
import { expect, test } from "vitest";
import { checkForeignToken } from "../../../src/relying-party/foreign-token.ts";
import { isJwt, peek } from "../../../src/relying-party/peek.ts";
import { CLIENT, ISSUER, unsigned } from "./fake-issuer.ts";

const RIGHT = { iss: ISSUER, sub: "u-1", aud: "app" };
const KIND = "not an access token";
const OTHER_CLIENT = "token was issued for another client";
const PARTY = "token authorized party not match";

const check = (claims: object, header: object, record: object) => {
  const given = { ...RIGHT, ...claims };
  return checkForeignToken(given, { alg: "RS256", ...header }, { ...CLIENT, ...record });
};

test.each([
  ["our client as audience", {}, {}, {}],
  ["in a list of audiences", { aud: ["x", "app"] }, {}, {}],
  ["as azp", { aud: "x", azp: "app" }, {}, {}],
  ["as client_id (RFC 9068)", { aud: "x", client_id: "app" }, {}, {}],
  ["a listed audience", { aud: ["x", "api"] }, {}, { audiences: ["api"] }],
  ["any audience, where the record says so", { aud: "x" }, {}, { any_audience: true }],
  ["a listed party", { azp: "partner" }, {}, { authorized_parties: ["partner"] }],
  [
    "a listed party by client_id",
    { client_id: "partner" },
    {},
    { authorized_parties: ["partner"] },
  ],
  ["our client beside listed parties", { azp: "app" }, {}, { authorized_parties: ["partner"] }],
  ["any issuer, where none is configured", { iss: "x" }, {}, { issuer: undefined }],
  ["typ JWT", {}, { typ: "JWT" }, {}],
  ["typ at+jwt", {}, { typ: "at+jwt" }, {}],
  ["typ application/at+jwt", {}, { typ: "application/AT+jwt" }, {}],
  ["claim typ Bearer", { typ: "Bearer" }, {}, {}],
])("%s is accepted", (_, claims, header, record) => {
  expect(check(claims, header, record)).toBe("u-1");
});

test.each([
  ["a logout token by its header", {}, { typ: "logout+jwt" }, {}, KIND],
  ["a typ that is no text", {}, { typ: 1 }, {}, KIND],
  ["a refresh token", { typ: "Refresh" }, {}, {}, KIND],
  ["an ID token by its typ", { typ: "ID" }, {}, {}, KIND],
  ["an ID token by its nonce", { nonce: "n" }, {}, {}, KIND],
  ["an ID token by its at_hash", { at_hash: "h" }, {}, {}, KIND],
  ["a security event", { events: {} }, {}, {}, KIND],
  ["another issuer", { iss: `${ISSUER}/` }, {}, {}, "token issuer not match"],
  ["no issuer", { iss: undefined }, {}, {}, "token issuer not match"],
  ["another audience", { aud: "x" }, {}, {}, OTHER_CLIENT],
  ["no audience at all", { aud: undefined }, {}, {}, OTHER_CLIENT],
  ["an audience of any case", { aud: "APP" }, {}, {}, OTHER_CLIENT],
  ["no client here, no audience there", { aud: "" }, {}, { client_id: "" }, OTHER_CLIENT],
  [
    "a party alone is no audience",
    { aud: "x", azp: "p" },
    {},
    { authorized_parties: ["p"] },
    OTHER_CLIENT,
  ],
  ["a party that is not listed", { azp: "other" }, {}, { authorized_parties: ["partner"] }, PARTY],
  ["no party, where they are listed", {}, {}, { authorized_parties: ["partner"] }, PARTY],
  [
    "any audience is not any party",
    { azp: "x" },
    {},
    { any_audience: true, authorized_parties: ["p"] },
    PARTY,
  ],
  ["no sub", { sub: undefined }, {}, {}, "token has no sub"],
  ["an empty sub", { sub: "" }, {}, {}, "token has no sub"],
  ["a sub that is no text", { sub: 7 }, {}, {}, "token has no sub"],
])("%s is refused", (_, claims, header, record, message) => {
  const error = expect.objectContaining({ code: "invalid_token", message });
  expect(() => check(claims, header, record)).toThrow(error);
});

test.each([
  ["a JWT", unsigned({ sub: "u-1" }), true],
  ["no algorithm", unsigned({ sub: "u-1" }, {}), false],
  ["two parts", "a.b", false],
  ["five parts", `${unsigned({})}.a.b`, false],
  ["an opaque text", "opaque", false],
  ["blanks", ` ${unsigned({})}`, false],
])("isJwt: %s", (_, token, is) => {
  expect(isJwt(token)).toBe(is);
});

test.each(["", "a.b.c", "bnVsbA.NQ.", ".."])(
  "peek: %j says nothing and breaks nothing",
  (token) => {
    expect([peek(token, 0), peek(token, 1)]).toEqual([{}, {}]);
  },
);
