/** L-W27: what a token endpoint's answer gives a client. */
import { expect, test } from "vitest";
import { readTokenAnswer } from "../../../src/relying-party/token-answer.ts";
import { NOW, unsigned } from "./fake-issuer.ts";

const OPEN_END = unsigned({ sub: "u-1" });
const ENDS = unsigned({ sub: "u-1", exp: NOW + 900 });

test.each([
  ["exp of the token comes first", { access_token: ENDS, expires_in: 60 }, NOW + 900],
  ["expires_in", { access_token: OPEN_END, expires_in: 60 }, NOW + 60],
  ["expires_in as a text", { access_token: OPEN_END, expires_in: "60" }, NOW + 60],
  ["a fraction is cut off", { access_token: OPEN_END, expires_in: 60.9 }, NOW + 60],
  [
    "an exp that is no number is none",
    { access_token: unsigned({ exp: {} }), expires_in: 60 },
    NOW + 60,
  ],
])("%s", (_, answer, expires_at) => {
  const { access_token } = answer;
  expect(readTokenAnswer(answer, NOW)).toEqual({ access_token, expires_at });
});

const NONE = "the sign-in provider gave no access token";
const OPAQUE = "the access token of the sign-in provider is not a JWT";
const ENDLESS = "the access token of the sign-in provider has no expiry";

test.each([
  ["nothing", {}, NONE],
  ["an empty token", { access_token: "" }, NONE],
  ["a token that is no text", { access_token: { a: 1 } }, NONE],
  ["an opaque token", { access_token: "opaque", expires_in: 60 }, OPAQUE],
  ["three parts of nonsense", { access_token: "a.b.c", expires_in: 60 }, OPAQUE],
  ["a JWT without claims", { access_token: unsigned({}), expires_in: 60 }, OPAQUE],
  ["five parts", { access_token: `${OPEN_END}.a.b`, expires_in: 60 }, OPAQUE],
  ["no end", { access_token: OPEN_END }, ENDLESS],
])("%s is 500", (_, answer, message) => {
  const error = expect.objectContaining({ code: "server_error", status: 500, message });
  expect(() => readTokenAnswer(answer, NOW)).toThrow(error);
});

test.each([0, -1, "soon", null, true, "Infinity"])("expires_in %j is no end", (expires_in) => {
  const answer = { access_token: OPEN_END, expires_in };
  expect(() => readTokenAnswer(answer, NOW)).toThrow(ENDLESS);
});

test("texts that are empty or none count as absent; what is not known is left out", () => {
  const right = { access_token: ENDS, refresh_token: "r", id_token: "i", scope: "openid" };
  expect(readTokenAnswer({ ...right, token_type: "Bearer", more: 1 }, NOW)).toEqual({
    ...right,
    expires_at: NOW + 900,
  });
  const wrong = { access_token: ENDS, refresh_token: "", id_token: null, scope: ["openid"] };
  expect(Object.keys(readTokenAnswer(wrong, NOW))).toEqual(["access_token", "expires_at"]);
});

test("members come from the answer itself, not from its prototype", () => {
  const answer = Object.create({ access_token: ENDS });
  expect(() => readTokenAnswer(answer, NOW)).toThrow(NONE);
});
