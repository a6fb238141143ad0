/** ID tokens, rule by rule (OpenID Connect Core §3.1.3.7; I-6, U-2). */
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { idTokenSubject, verifyIdToken } from "../../../src/relying-party/id-token.ts";
import { keySets } from "../../../src/relying-party/key-sets.ts";
import {
  CLIENT,
  fakeIssuer,
  ISSUER,
  KEYS_URL,
  type Key,
  makeKey,
  NOW,
  sign,
} from "./fake-issuer.ts";

const RIGHT = { iss: ISSUER, sub: "u-1", aud: "app", iat: NOW, exp: NOW + 600, nonce: "n-1" };
const ACCESS = "access-token";
const refusal = (error: { code?: string; message: string }) =>
  error.code === "invalid_token" ? error.message.replace("ID token: ", "") : error;

const check = (claims: object | undefined, record: object = {}, expected: object = {}) =>
  idTokenSubject(
    claims as Record<string, unknown> | undefined,
    { access_token: ACCESS, id_token: "" },
    { ...CLIENT, ...record },
    { nonce: "n-1", idToken: true, ...expected },
  ).catch(refusal);

describe("claims", () => {
  const PARTNERS = { audiences: ["api", "partner"] };
  test.each([
    ["the right ones", {}, {}, "u-1"],
    ["rule 2: another issuer", { iss: `${ISSUER}/` }, {}, "issuer not match"],
    ["rule 2: no issuer", { iss: undefined }, {}, "issuer not match"],
    [
      "rule 2: none is configured",
      { iss: "https://any.example.com" },
      { issuer: undefined },
      "u-1",
    ],
    ["rule 3: another audience", { aud: "other" }, {}, "audience not match"],
    ["rule 3: no audience", { aud: undefined }, {}, "audience not match"],
    ["rule 3: a part of our name", { aud: "app2" }, {}, "audience not match"],
    ["rule 3: we alone, as a list", { aud: ["app"] }, {}, "u-1"],
    [
      "rule 3: an audience without us",
      { aud: ["api"], azp: "app" },
      PARTNERS,
      "audience not match",
    ],
    ["rule 3: no client of ours", { aud: "" }, { client_id: "" }, "audience not match"],
    ["rule 3: untrusted", { aud: ["app", "x"], azp: "app" }, PARTNERS, "audience is not trusted"],
    ["rule 3: trusted", { aud: ["app", "api"], azp: "app" }, PARTNERS, "u-1"],
    [
      "rule 4: several without azp",
      { aud: ["app", "api"] },
      PARTNERS,
      "authorized party not match",
    ],
    ["rule 5: another azp", { azp: "partner" }, PARTNERS, "authorized party not match"],
    ["rule 5: our azp", { azp: "app" }, {}, "u-1"],
    ["rule 10: no iat", { iat: undefined }, {}, "iat is missing"],
    ["rule 10: iat as a text", { iat: String(NOW) }, {}, "iat is missing"],
    ["rule 11: another nonce", { nonce: "n-2" }, {}, "nonce not match"],
    ["rule 11: no nonce", { nonce: undefined }, {}, "nonce not match"],
    ["§2: no sub", { sub: undefined }, {}, "sub is missing"],
    ["§2: an empty sub", { sub: "" }, {}, "sub is missing"],
    ["§2: a sub that is no text", { sub: 5 }, {}, "sub is missing"],
  ])("%s", async (_, claims, record, outcome) => {
    expect(await check({ ...RIGHT, ...claims }, record)).toBe(outcome);
  });

  test.each([
    ["no nonce was asked for", RIGHT, { nonce: undefined }, "u-1"],
    ["§12.2: the same subject", RIGHT, { sub: "u-1" }, "u-1"],
    ["§12.2: another subject", RIGHT, { sub: "u-2" }, "sub not match"],
    ["a session without a subject gets none by a refresh", RIGHT, { sub: "" }, "sub not match"],
    ["none, though it was asked for", undefined, {}, "it was asked for and is missing"],
    ["none, and none was asked for", undefined, { idToken: false }, undefined],
    ["none: the subject stays", undefined, { idToken: false, sub: "u-1" }, "u-1"],
  ])("%s", async (_, claims, expected, outcome) => {
    expect(await check(claims, {}, expected)).toBe(outcome);
  });
});

describe("signature and times", () => {
  let key: Key;
  beforeAll(async () => {
    key = await makeKey("one");
  });
  const verify = (idToken: string, published: Key, cert_url: string | undefined = KEYS_URL) => {
    const issuer = fakeIssuer();
    issuer.publish(published);
    const verified = verifyIdToken(keySets(issuer, false), cert_url, idToken);
    return verified.then(({ sub }) => sub, refusal);
  };

  test("rules 6, 7 and 9: a key of the provider, an algorithm of ours, not expired", async () => {
    expect(await verify(await sign(key, RIGHT), key)).toBe("u-1");
    expect(await verify(await sign(key, { ...RIGHT, exp: NOW - 60 }), key)).toBe(
      "token is expired",
    );
    expect(await verify(await sign(key, { ...RIGHT, exp: NOW - 59 }), key)).toBe("u-1");
    const other = { ...(await makeKey("one")), jwk: key.jwk };
    expect(await verify(await sign(other, RIGHT), key)).toBe("token is not valid");
  });

  test("a key that the provider does not have, and a provider without keys", async () => {
    const other = await makeKey("two");
    expect(await verify(await sign(other, RIGHT), key)).toBe("signed by an unknown key");
    expect(await verify(await sign(key, RIGHT), key, "")).toBe("the provider has no cert_url");
  });
});

describe("at_hash (§3.1.3.6, §3.1.3.8)", () => {
  const half = (digest: string, text = ACCESS) => {
    const bytes = createHash(digest).update(text).digest();
    return bytes.subarray(0, bytes.length / 2).toString("base64url");
  };
  const subject = async (alg: string, at_hash: unknown) => {
    const id_token = await sign(await makeKey("one", alg), { ...RIGHT, at_hash });
    const claims = { ...RIGHT, at_hash };
    const expected = { nonce: "n-1", idToken: true };
    return idTokenSubject(claims, { access_token: ACCESS, id_token }, CLIENT, expected).catch(
      refusal,
    );
  };

  test.each([
    ["RS256", "sha256", "sha512"],
    ["ES384", "sha384", "sha256"],
    ["PS512", "sha512", "sha256"],
    ["EdDSA", "sha512", "sha256"],
  ])("%s hashes by %s", async (alg, right, wrong) => {
    expect(await subject(alg, half(right))).toBe("u-1");
    for (const at_hash of [half(wrong), half(right, "another"), "", null]) {
      expect(await subject(alg, at_hash)).toBe("at_hash not match");
    }
  });
});
