/** Key sets of providers (L-W34, L-W35; U-4), and which signatures count (K-13). */
import { CompactSign, SignJWT } from "jose";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type KeySets, keySets } from "../../../src/relying-party/key-sets.ts";
import {
  type FakeIssuer,
  fakeIssuer,
  KEYS_URL,
  type Key,
  makeKey,
  NOW,
  sign,
} from "./fake-issuer.ts";

let one: Key;
let two: Key;
beforeAll(async () => {
  [one, two] = await Promise.all([makeKey("one"), makeKey("two")]);
});

let issuer: FakeIssuer;
let keys: KeySets;
beforeEach(() => {
  issuer = fakeIssuer();
  issuer.publish(one);
  keys = keySets(issuer, false);
});

const verify = (token: string) => keys.verify(KEYS_URL, token);
const codeOf = (token: string) =>
  verify(token).then(
    (claims) => (claims ? "valid" : "unknown key"),
    (error: { code?: string }) => error.code,
  );
const fetches = () => issuer.sent.length;
const OUTAGE = new Error("connect ECONNREFUSED");

describe("which signatures count", () => {
  test("claims of a token that a key of the set signed; the set is fetched once", async () => {
    expect(await verify(await sign(one, { sub: "ada" }))).toMatchObject({ sub: "ada" });
    expect(await codeOf(await sign(one, { sub: "bob" }))).toBe("valid");
    expect(issuer.sent.map(({ url, headers }) => [url.href, headers.accept])).toEqual([
      [KEYS_URL, "application/json"],
    ]);
  });

  test.each(["RS512", "PS256", "ES256", "ES384", "EdDSA"])("%s", async (alg) => {
    const key = await makeKey("one", alg);
    issuer.publish(key);
    expect(await codeOf(await sign(key))).toBe("valid");
  });

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const symmetric = (secret: Uint8Array) =>
    new SignJWT({ exp: NOW + 60 }).setProtectedHeader({ alg: "HS256", kid: "one" }).sign(secret);
  /** What jose would not write into a JWT. */
  const raw = (header: object, claims: object) =>
    new CompactSign(Buffer.from(JSON.stringify({ exp: NOW + 60, ...claims })))
      .setProtectedHeader({ alg: "RS256", kid: "one", ...header })
      .sign(one.privateKey, { crit: { x: true } });

  test.each([
    ["a wrong signature", () => sign({ ...one, privateKey: two.privateKey })],
    [
      "changed claims",
      async () => (await sign(one)).replace(/\.[^.]+\./, `.${part({ exp: NOW + 9 })}.`),
    ],
    [
      "no algorithm",
      async () => `${part({ alg: "none", kid: "one" })}.${part({ exp: NOW + 60 })}.`,
    ],
    ["HMAC with the public key", () => symmetric(Buffer.from(JSON.stringify(one.jwk)))],
    ["a key inside the token", () => sign({ ...two, kid: "one" }, {}, { jwk: two.jwk })],
    ["an unknown crit", () => raw({ crit: ["x"], x: 1 }, {})],
    ["expired", () => sign(one, { exp: NOW })],
    ["long expired", () => sign(one, { exp: NOW - 600 })],
    ["no exp", () => sign(one, { exp: undefined })],
    ["a text as exp", () => raw({}, { exp: String(NOW + 60) })],
    ["not yet valid", () => sign(one, { nbf: NOW + 61 })],
    ["no JWT", async () => "opaque"],
  ])("%s is refused", async (_, token) => {
    expect(await codeOf(await token())).toBe("invalid_token");
  });

  test("a header without anything wrong in it passes", async () => {
    expect(await codeOf(await raw({}, {}))).toBe("valid");
  });

  test("a key counts for its own algorithm and use alone", async () => {
    for (const other of [{ alg: "RS512" }, { use: "enc" }]) {
      const issuer = fakeIssuer();
      issuer.publish({ ...one, jwk: { ...one.jwk, ...other } });
      expect(await keySets(issuer, false).verify(KEYS_URL, await sign(one))).toBeUndefined();
    }
  });

  test("HMAC is refused even with a symmetric key in the set", async () => {
    const secret = Buffer.from("a secret of thirty-two bytes and more");
    issuer.answers({
      body: { keys: [{ kty: "oct", kid: "one", k: secret.toString("base64url") }] },
    });
    expect(await codeOf(await symmetric(secret))).toBe("invalid_token");
  });

  test("clocks may differ by a minute at the beginning, not at the end", async () => {
    expect(await codeOf(await sign(one, { nbf: NOW + 59 }))).toBe("valid");
    const token = await sign(one, { exp: NOW + 10 });
    expect(await codeOf(token)).toBe("valid");
    issuer.advance(10);
    expect(await codeOf(token)).toBe("invalid_token");
  });
});

describe("rotation", () => {
  test("L-W35: an unknown kid fetches again, and finds the new key", async () => {
    await verify(await sign(one));
    issuer.publish(one, two);
    issuer.advance(10);
    expect(await codeOf(await sign(two))).toBe("valid");
    expect(fetches()).toBe(2);
  });

  test("not within ten seconds of the last fetch, whatever comes", async () => {
    await verify(await sign(one));
    issuer.publish(one, two);
    issuer.advance(9);
    for (const jti of ["1", "2"])
      expect(await codeOf(await sign(two, { jti }))).toBe("unknown key");
    expect(fetches()).toBe(1);
  });

  test("many at once fetch once", async () => {
    const tokens = await Promise.all(["1", "2", "3"].map((jti) => sign(one, { jti })));
    expect(await Promise.all(tokens.map(codeOf))).toEqual(["valid", "valid", "valid"]);
    expect(fetches()).toBe(1);
  });

  test("a key that left the set takes its tokens along, those remembered too", async () => {
    const token = await sign(one);
    expect(await codeOf(token)).toBe("valid");
    issuer.publish(two);
    issuer.advance(300);
    expect(await codeOf(await sign(one, { jti: "2" }))).toBe("valid");
    await expect.poll(() => codeOf(token)).toBe("unknown key");
    expect(await codeOf(await sign(two))).toBe("valid");
  });
});

describe("outage (U-4)", () => {
  test("the last good keys stay, and every ten seconds there is another try", async () => {
    await verify(await sign(one));
    issuer.advance(300);
    for (const answer of [
      OUTAGE,
      { status: 503, body: { keys: [] } },
      { body: "<html>" },
      { body: { keys: 1 } },
    ]) {
      const before = fetches();
      issuer.answers(answer);
      issuer.advance(10);
      const jti = String(before);
      expect(await codeOf(await sign(one, { jti, exp: NOW + 900 }))).toBe("valid");
      expect(await codeOf(await sign(one, { jti: `${jti}+`, exp: NOW + 900 }))).toBe("valid");
      await expect.poll(() => issuer.warnings.length).toBe(before);
      expect(fetches()).toBe(before + 1);
    }
  });

  test("never fetched is unavailable and no refusal; a later fetch mends it", async () => {
    issuer.answers(OUTAGE);
    const token = await sign(one);
    expect(await codeOf(token)).toBe("unavailable");
    issuer.publish(one);
    issuer.advance(9);
    expect([await codeOf(token), fetches()]).toEqual(["unavailable", 1]);
    issuer.advance(1);
    expect([await codeOf(token), fetches()]).toEqual(["valid", 2]);
  });

  test("`fetched` says whether there are keys, and throws nothing", async () => {
    issuer.answers(OUTAGE);
    expect(await keys.fetched(KEYS_URL)).toBe(false);
    issuer.publish(one);
    expect(await keys.fetched(KEYS_URL)).toBe(false);
    issuer.advance(10);
    expect(await keys.fetched(KEYS_URL)).toBe(true);
    expect([await keys.fetched(KEYS_URL), fetches()]).toEqual([true, 2]);
  });

  test("L-W34: each set by itself", async () => {
    await verify(await sign(one));
    issuer.answers(OUTAGE);
    await expect(keys.verify("https://other.example.com/keys", await sign(one))).rejects.toThrow();
    expect(await codeOf(await sign(one, { jti: "2" }))).toBe("valid");
  });
});
