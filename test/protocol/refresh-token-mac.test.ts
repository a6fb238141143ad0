/**
 * Refresh tokens are authenticated by a key of their own, which verifies nothing else; every mix of kinds, keys and
 * algorithms is refused (decision E-8; K-12, K-13; ADR 0084).
 */
import { createHmac, generateKeyPairSync, hkdfSync, type KeyObject } from "node:crypto";
import { CompactSign, createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { keptDatabase } from "../support/kept-database.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  ADA,
  claimsOf,
  createAda,
  headerOf,
  putClient,
  putSetting,
  refusal,
  TOKEN,
  WEB,
} from "../support/tokens.ts";

const NOW = Date.UTC(2030, 0, 1);
const MINUTE = 60_000;
const INVALID_GRANT = { status: 400, error: "invalid_grant" };
const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const own = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = own.privateKey.export({ type: "pkcs8", format: "pem" }).toString();

type Json = Record<string, unknown>;

let service: TestAuth;
let access: string;
let refresh: string;
let idToken: string;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** What the service derives, made here by another implementation. */
const derived = (key: KeyObject = own.privateKey, purpose = "postern refresh tokens") =>
  Buffer.from(hkdfSync("sha256", key.export({ type: "pkcs8", format: "der" }), "", purpose, 32));
const macOf = (input: string, secret: Buffer | string = derived(), hash = "sha256") =>
  createHmac(hash, secret).update(input).digest("base64url");
function macced(claims: Json, header: Json = {}, secret?: Buffer | string, hash?: string) {
  const input = `${encode({ alg: "HS256", kid: "k1", typ: "JWT", ...header })}.${encode(claims)}`;
  return `${input}.${macOf(input, secret, hash)}`;
}
const sign = (claims: Json, header: Json = {}, key: KeyObject = own.privateKey) =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "RS256", kid: "k1", typ: "JWT", ...header })
    .sign(key);

const login = async () => (await service.form(TOKEN, { ...ADA, scope: "openid" }, WEB)).body;
const redeem = (refresh_token: string) =>
  service.form(TOKEN, { grant_type: "refresh_token", refresh_token }, WEB);
const introspected = async (token: string) =>
  (await service.form("/auth/oauth2/introspect", { token }, WEB)).body;
const hint = (id_token_hint: string) =>
  service.request("GET", `/auth/oauth2/logout?${new URLSearchParams({ id_token_hint })}`, {
    headers: { accept: "application/json" },
  });
const userinfo = async (token: string) =>
  (
    await service.request("GET", "/auth/oauth2/userinfo", {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

beforeAll(async () => {
  service = await testAuth({}, testRuntime({ now: NOW }));
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putSetting(service, "jwt", { kid: "k1", private_key: pem });
  ({ access_token: access, refresh_token: refresh, id_token: idToken } = await login());
});
afterAll(() => service[Symbol.asyncDispose]());

test("a JWT of HMAC-SHA-256 with the claims of before, by a key that is derived for this purpose alone", async () => {
  expect(headerOf(refresh)).toEqual({ alg: "HS256", kid: "k1", typ: "JWT" });
  const [head, payload, mac] = refresh.split(".");
  expect(mac).toBe(macOf(`${head}.${payload}`));
  const { sub, sid } = claimsOf(access);
  expect(claimsOf(refresh)).toMatchObject({ typ: "Refresh", sub, sid, azp: WEB.id });
  for (const time of ["iat", "exp", "auth_time", "session_exp"]) {
    expect(claimsOf(refresh)[time], time).toEqual(expect.any(Number));
  }
  expect(refresh.length).toBeLessThan(access.length);
  expect((await redeem(refresh)).status).toBe(200);
});

test("RS256 refresh tokens of earlier versions are accepted, by introspection too, until they end", async () => {
  const earlier = await sign(claimsOf(refresh));
  const { status, body } = await redeem(earlier);
  expect(status).toBe(200);
  expect(headerOf(body.access_token).alg).toBe("RS256");
  expect(await introspected(earlier)).toMatchObject({ active: true, typ: "Refresh" });
  const { iat } = claimsOf(refresh);
  const ended = await sign({ ...claimsOf(refresh), exp: iat });
  expect(refusal(await redeem(ended))).toEqual(INVALID_GRANT);
});

describe("the key of refresh tokens makes nothing else", () => {
  /** Texts that its holder could make of another token. */
  const made = (token: string, typ: string) => [
    macced(claimsOf(token), { typ }),
    macced({ ...claimsOf(refresh), typ: claimsOf(token).typ }, { typ }),
    macced({ ...claimsOf(token), aud: ["postern", "https://api.example.com"] }, { typ }),
  ];

  test("no access token: API, userinfo, own account, introspection, token exchange", async () => {
    for (const token of [refresh, ...made(access, "at+jwt"), ...made(access, "JWT")]) {
      await expect(service.auth.api.verify(token)).rejects.toMatchObject({ code: "invalid_token" });
      expect(await userinfo(token)).toBe(401);
      const me = await service.request("GET", "/auth/v1/me", {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(me.status).toBe(401);
      const subject_token_type = "urn:ietf:params:oauth:token-type:access_token";
      const form = { grant_type: EXCHANGE, subject_token: token, subject_token_type };
      expect(refusal(await service.form(TOKEN, form, WEB))).toEqual(INVALID_GRANT);
      if (token !== refresh) expect(await introspected(token)).toEqual({ active: false });
    }
  });

  test("no ID token: as hint of a sign-out", async () => {
    expect((await hint(idToken)).status).toBe(200);
    for (const token of [refresh, ...made(idToken, "JWT")]) {
      expect((await hint(token)).status).toBe(400);
    }
  });

  test("no assertion of a client, and no request object", async () => {
    const type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    const claims = { iss: WEB.id, sub: WEB.id, aud: "https://id.example.com/auth/oauth2" };
    const at = NOW / 1000;
    for (const token of [refresh, macced({ ...claims, jti: "j", iat: at, exp: at + 60 })]) {
      const form = { ...ADA, client_assertion_type: type, client_assertion: token };
      expect((await service.form(TOKEN, form)).status).toBe(401);
    }
  });

  test("nothing that a resource server takes, with the published keys", async () => {
    const { body } = await service.request("GET", "/auth/oauth2/certs");
    expect(JSON.stringify(body)).not.toMatch(/"oct"|HS256|"k":/);
    const keys = createLocalJWKSet(body);
    await expect(jwtVerify(refresh, keys, { currentDate: new Date(NOW) })).rejects.toThrow();
    await expect(jwtVerify(access, keys, { currentDate: new Date(NOW) })).resolves.toBeDefined();
  });
});

describe("no refresh token by another key, algorithm or kind", () => {
  const spki = own.publicKey.export({ type: "spki", format: "pem" }).toString();
  const { n = "" } = own.publicKey.export({ format: "jwk" });
  const refused = async (token: string, why: string) => {
    expect(refusal(await redeem(token)), why).toEqual(INVALID_GRANT);
    expect(await introspected(token), why).toEqual({ active: false });
  };

  test("HS256 with what is public, or derived for another purpose, as secret", async () => {
    const secrets = {
      "": "",
      pem: spki,
      trimmed: spki.trim(),
      der: own.publicKey.export({ type: "spki", format: "der" }),
      modulus: Buffer.from(n, "base64url"),
      jwk: n,
      kid: "k1",
      private: pem,
      "another purpose": derived(own.privateKey, "postern form tokens"),
      "no purpose": derived(own.privateKey, ""),
    };
    for (const [why, secret] of Object.entries(secrets)) {
      await refused(macced(claimsOf(refresh), {}, secret), why);
    }
  });

  test("another hash, none, or a signature and a MAC in each other's place", async () => {
    for (const [alg, hash] of [
      ["HS384", "sha384"],
      ["HS512", "sha512"],
      ["HS256", "sha512"],
      ["hs256", "sha256"],
    ]) {
      await refused(macced(claimsOf(refresh), { alg }, derived(), hash), `${alg} ${hash}`);
    }
    const [, payload, mac] = refresh.split(".");
    for (const alg of ["none", "None", ""]) {
      const head = encode({ alg, kid: "k1", typ: "JWT" });
      for (const tail of ["", mac]) await refused(`${head}.${payload}.${tail}`, `${alg}.${tail}`);
    }
    const [, , signature] = (await sign(claimsOf(refresh))).split(".");
    await refused(`${refresh.slice(0, refresh.lastIndexOf("."))}.${signature}`, "a signature");
    await refused(`${encode({ alg: "RS256", kid: "k1", typ: "JWT" })}.${payload}.${mac}`, "a MAC");
  });

  test("an access or ID token, as it is, renamed, or with another `typ`", async () => {
    expect(refusal(await redeem(access))).toEqual(INVALID_GRANT);
    await refused(idToken, "ID token");
    for (const token of [access, idToken]) {
      const [, , signature] = token.split(".");
      for (const alg of ["RS256", "HS256"]) {
        const head = encode({ alg, kid: "k1", typ: "JWT" });
        const payload = encode({ ...claimsOf(token), typ: "Refresh" });
        await refused(`${head}.${payload}.${signature}`, alg);
        await refused(`${head}.${token.split(".")[1]}.${signature}`, alg);
      }
    }
    for (const typ of ["Bearer", "ID", "refresh", undefined]) {
      await refused(macced({ ...claimsOf(refresh), typ }), String(typ));
    }
    await refused(macced(claimsOf(refresh), { typ: "at+jwt" }), "at+jwt");
  });

  test("an extension, and keys in the header", async () => {
    await refused(macced(claimsOf(refresh), { crit: ["b64"], b64: false }), "crit");
    const k = Buffer.from("mine").toString("base64url");
    for (const header of [{ jwk: { kty: "oct", k } }, { jku: "https://evil.example.com/keys" }]) {
      await refused(macced(claimsOf(refresh), header, "mine"), Object.keys(header).join());
    }
  });

  test("a stranger's key under our kid, and signatures of our other keys", async () => {
    const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    await refused(macced(claimsOf(refresh), {}, derived(foreign)), "foreign");
    await refused(await sign(claimsOf(refresh), {}, foreign), "foreign RS256");
    const value = { kid: "k1", algorithms: ["ES256"] };
    await service.json("PUT", "/auth/v1/settings/jwt", { value });
    const { body } = await service.request("GET", "/auth/oauth2/certs");
    const { kid } = body.keys.find(({ alg }: Json) => alg === "ES256");
    await refused(macced(claimsOf(refresh), { kid }), "the kid of a key that has none");
    const { snapshots } = await service.auth.service;
    const key = snapshots.current.key_ring?.byKid.get(kid);
    const input = `${encode({ alg: "ES256", kid, typ: "JWT" })}.${encode(claimsOf(refresh))}`;
    const signature = (await key?.sign?.(new TextEncoder().encode(input))) ?? [];
    await refused(`${input}.${Buffer.from(signature).toString("base64url")}`, "ES256");
  });
});

describe("the key lives with the signing key", () => {
  test("after `jwt/renew` it is taken while the previous key lives, and its MAC under the new kid is not", async () => {
    // By the clock of the database, which writes the ends of keys.
    await using other = await testAuth({}, testRuntime());
    await createAda(other);
    await putClient(other, WEB.id, { client_secret: WEB.secret });
    const renewedLogin = async () => (await other.form(TOKEN, ADA, WEB)).body.refresh_token;
    const use = (refresh_token: string) =>
      other.form(TOKEN, { grant_type: "refresh_token", refresh_token }, WEB);
    const before = await renewedLogin();
    const [kid] = (await other.json("POST", "/auth/v1/jwt/renew")).body.payload.kids;
    other.runtime.advance(16 * MINUTE);
    const after = await renewedLogin();
    expect(headerOf(after)).toMatchObject({ alg: "HS256", kid });
    expect((await use(before)).status).toBe(200);
    const [, payload, mac] = before.split(".");
    const moved = `${encode({ ...headerOf(before), kid })}.${payload}.${mac}`;
    expect(refusal(await use(moved))).toEqual(INVALID_GRANT);

    await other.json("POST", "/auth/v1/jwt/rotate");
    for (const token of [before, after]) expect(refusal(await use(token))).toEqual(INVALID_GRANT);
  });

  test("another instance, and one that starts later, derive the same key without a record", async () => {
    await using database = await keptDatabase();
    const open = () => testAuth({}, testRuntime({ now: NOW, openSql: database.openSql }));
    let token = "";
    {
      await using first = await open();
      await createAda(first);
      await putClient(first, WEB.id, { client_secret: WEB.secret });
      token = (await first.form(TOKEN, ADA, WEB)).body.refresh_token;
    }
    await using second = await open();
    const form = { grant_type: "refresh_token", refresh_token: token };
    expect((await second.form(TOKEN, form, WEB)).status).toBe(200);
  });
});

test("RFC 7009: giving one up ends its family, and it is inactive from then on", async () => {
  const { refresh_token } = await login();
  expect(await introspected(refresh_token)).toMatchObject({ active: true, typ: "Refresh" });
  await service.form("/auth/oauth2/revoke", { token: refresh_token }, WEB);
  expect(await introspected(refresh_token)).toEqual({ active: false });
  expect(refusal(await redeem(refresh_token))).toEqual(INVALID_GRANT);
});

test("the inspection knows it, and a forged one", async () => {
  const inspect = async (token: string) =>
    (await service.json("POST", "/auth/v1/token/inspect", { token })).body.payload;
  const { refresh_token } = await login();
  expect(await inspect(refresh_token)).toMatchObject({
    kind: "refresh_token",
    accepted: true,
    signature: { state: "valid", kid: "k1" },
  });
  expect(await inspect(macced(claimsOf(refresh_token), {}, "mine"))).toMatchObject({
    accepted: false,
    signature: { state: "invalid", kid: "k1" },
  });
});
