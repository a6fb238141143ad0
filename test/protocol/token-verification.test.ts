/** Accepting own tokens back: K-12, K-13, K-14 through the refresh grant and `auth.api.verify`. */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { CompactSign, exportJWK } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
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
const AT = NOW / 1000;
const INVALID_GRANT = { status: 400, error: "invalid_grant" };
const encoder = new TextEncoder();
const own = generateKeyPairSync("rsa", { modulusLength: 2048 });
const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = own.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const publicPem = own.publicKey.export({ type: "spki", format: "pem" }).toString();

let service: TestAuth;
let access: string;
let refresh: string;

type Header = Parameters<CompactSign["setProtectedHeader"]>[0];
type Json = Record<string, unknown>;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const sign = (claims: unknown, header: Json, key: KeyObject = own.privateKey) =>
  new CompactSign(encoder.encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "RS256", kid: "k1", ...header } as Header)
    .sign(key);
const accessToken = (change: Json = {}, header: Json = {}, key?: KeyObject) =>
  sign({ ...claimsOf(access), ...change }, { typ: "at+jwt", ...header }, key);
const refreshToken = (change: Json = {}, header: Json = {}, key?: KeyObject) =>
  sign({ ...claimsOf(refresh), ...change }, { typ: "JWT", ...header }, key);

const verify = (token: string) => service.auth.api.verify(token);
const redeem = (refresh_token: string) =>
  service.form(TOKEN, { grant_type: "refresh_token", refresh_token }, WEB);
async function expectRefused(accessLike: string, refreshLike: string, why = "") {
  await expect(verify(accessLike), why).rejects.toMatchObject({ code: "invalid_token" });
  expect(refusal(await redeem(refreshLike)), why).toEqual(INVALID_GRANT);
}
async function expectAccepted(accessLike: string, refreshLike: string, why = "") {
  await expect(verify(accessLike), why).resolves.toMatchObject({ principal: "ada" });
  expect((await redeem(refreshLike)).status, why).toBe(200);
}

beforeAll(async () => {
  service = await testAuth({}, testRuntime({ now: NOW }));
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putSetting(service, "jwt", { kid: "k1", private_key: pem });
  // An HMAC is short: one of four refresh tokens reads the same in both alphabets of base64.
  do {
    const { body } = await service.form(TOKEN, ADA, WEB);
    access = body.access_token;
    refresh = body.refresh_token;
  } while (!/[-_][^.]*$/.test(refresh));
});
afterAll(() => service[Symbol.asyncDispose]());

test("own tokens are accepted, and so are ones that the same key signed", async () => {
  await expectAccepted(access, refresh);
  await expectAccepted(await accessToken(), await refreshToken());
});

test("api.verify tells sub, scope and the principal's first alias", async () => {
  const verified = await verify(access);
  const { sub, sid, jti } = claimsOf(access);
  expect(verified).toMatchObject({ sub, sid, jti, principal: "ada", aud: ["postern"], scope: [] });
});

describe("K-13: algorithm and key from own configuration, never from the header", () => {
  const unsigned = (token: string, header: Json) =>
    `${encode({ ...headerOf(token), ...header })}.${token.split(".")[1]}`;

  test("`none` in any spelling, with and without a signature", async () => {
    for (const alg of ["none", "None", "NONE", ""]) {
      for (const tail of [".", `.${access.split(".")[2]}`]) {
        const a = unsigned(access, { alg }) + tail;
        await expectRefused(a, unsigned(refresh, { alg }) + tail, `${alg}${tail.length}`);
      }
    }
  });

  test("HMAC with the public key as secret", async () => {
    for (const alg of ["HS256", "HS384", "HS512"]) {
      for (const material of [publicPem, publicPem.trim()]) {
        const hmac = (claims: unknown, typ: string) =>
          new CompactSign(encoder.encode(JSON.stringify(claims)))
            .setProtectedHeader({ alg, kid: "k1", typ })
            .sign(encoder.encode(material));
        await expectRefused(
          await hmac(claimsOf(access), "at+jwt"),
          await hmac(claimsOf(refresh), "JWT"),
          alg,
        );
      }
    }
  });

  test("another algorithm of the same key", async () => {
    for (const alg of ["RS384", "RS512", "PS256"]) {
      await expectRefused(await accessToken({}, { alg }), await refreshToken({}, { alg }), alg);
    }
  });

  test("a foreign key, also with our kid, embedded, or named by URL", async () => {
    const jwk = (await exportJWK(foreign.publicKey)) as Json;
    const url = "https://evil.test/keys";
    const tricks: Json[] = [
      {},
      { kid: "../../k1" },
      { jwk },
      { jku: url },
      { x5u: url },
      { x5c: [Buffer.from("x").toString("base64")] },
    ];
    for (const header of tricks) {
      await expectRefused(
        await accessToken({}, header, foreign.privateKey),
        await refreshToken({}, header, foreign.privateKey),
        Object.keys(header).join(),
      );
    }
  });

  test("`kid` is only a lookup: it neither helps nor hurts a token of our key", async () => {
    for (const kid of ["other", "k1", "../x", "' or 1=1"]) {
      await expectAccepted(await accessToken({}, { kid }), await refreshToken({}, { kid }), kid);
    }
  });

  test("unknown `crit` is refused", async () => {
    const crit = (token: string, typ: string) =>
      new CompactSign(encoder.encode(JSON.stringify(claimsOf(token))))
        .setProtectedHeader({ alg: "RS256", typ, crit: ["x-new"], "x-new": 1 })
        .sign(own.privateKey, { crit: { "x-new": true } });
    await expectRefused(await crit(access, "at+jwt"), await crit(refresh, "JWT"));
  });
});

describe("K-13: the whole token is covered", () => {
  const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  /** The same bytes in another text: one of the unused bits at the end. */
  const strayBit = (token: string) =>
    token.slice(0, -1) + ALPHABET[ALPHABET.indexOf(token.at(-1) ?? "") ^ 1];

  test.each<[string, (token: string) => string]>([
    ["signature truncated", (token) => token.slice(0, -2)],
    ["signature extended", (token) => `${token}AA`],
    ["signature missing", (token) => token.slice(0, token.lastIndexOf(".") + 1)],
    ["segment missing", (token) => token.slice(0, token.lastIndexOf("."))],
    ["a fourth segment", (token) => `${token}.AA`],
    ["padding", (token) => `${token}==`],
    ["a blank behind", (token) => `${token} `],
    ["a blank before", (token) => ` ${token}`],
    ["a line break inside", (token) => `${token.slice(0, -9)}\n${token.slice(-9)}`],
    ["stray bits in the last character", strayBit],
    ["the other alphabet", (token) => token.replaceAll("-", "+").replaceAll("_", "/")],
    ["a changed payload", (token) => token.replace(/\.(.)/, (_, c) => (c === "e" ? ".f" : ".e"))],
  ])("%s is refused", async (_, change) => {
    await expectRefused(change(access), change(refresh));
  });
});

describe("times and claims", () => {
  test("K-13: `exp` is required, and is a number", async () => {
    for (const exp of [undefined, null, "9999999999", Number.MAX_VALUE.toString()]) {
      await expectRefused(await accessToken({ exp }), await refreshToken({ exp }), String(exp));
    }
  });

  test("an expired token is refused at the second it expires", async () => {
    await expectRefused(await accessToken({ exp: AT }), await refreshToken({ exp: AT }));
    await expectAccepted(await accessToken({ exp: AT + 1 }), await refreshToken({ exp: AT + 1 }));
  });

  test("K-13: clock skew of at most 60 s is tolerated for `iat`", async () => {
    await expectAccepted(await accessToken({ iat: AT + 60 }), await refreshToken({ iat: AT + 60 }));
    await expectRefused(await accessToken({ iat: AT + 61 }), await refreshToken({ iat: AT + 61 }));
  });

  test("RFC 7519 §4.1.5: before `nbf` it is refused, at most 60 s of skew; what is no time is refused", async () => {
    for (const nbf of [AT - 1, AT + 60]) {
      await expectAccepted(await accessToken({ nbf }), await refreshToken({ nbf }));
    }
    for (const nbf of [AT + 61, AT + 3_600, "tomorrow", String(AT), null, true, [AT]]) {
      await expectRefused(await accessToken({ nbf }), await refreshToken({ nbf }), String(nbf));
    }
    const basic = { id: WEB.id, secret: WEB.secret };
    const token = await accessToken({ nbf: AT + 3_600 });
    const { body } = await service.form("/auth/oauth2/introspect", { token }, basic);
    expect(body).toEqual({ active: false });
  });

  test.each(["sub", "azp", "jti", "sid", "iat", "auth_time", "session_exp", "iss", "aud", "typ"])(
    "P-1: without %s it is refused",
    async (claim) => {
      const change = { [claim]: undefined };
      await expectRefused(await accessToken(change), await refreshToken(change));
    },
  );

  test("a payload that is no JSON object is refused", async () => {
    for (const payload of [null, [], "text", 7, true]) {
      const [a, r] = [{ typ: "at+jwt" }, { typ: "JWT" }];
      await expectRefused(await sign(payload, a), await sign(payload, r), JSON.stringify(payload));
    }
  });

  test("the service audience must be in `aud`", async () => {
    for (const aud of ["other", ["other"], [], { postern: true }]) {
      await expectRefused(await accessToken({ aud }), await refreshToken({ aud }));
    }
    const aud = ["x", "postern"];
    await expect(verify(await accessToken({ aud }))).resolves.toMatchObject({ aud });
  });
});

describe("K-12: header typ and claim typ must both fit", () => {
  test("header", async () => {
    for (const typ of ["JWT", undefined, "application/jwt"]) {
      await expect(verify(await accessToken({}, { typ })), String(typ)).rejects.toThrow();
    }
    expect(refusal(await redeem(await refreshToken({}, { typ: "at+jwt" })))).toEqual(INVALID_GRANT);
  });

  test("claim", async () => {
    for (const typ of ["Refresh", "ID", "bearer", ""]) {
      await expect(verify(await accessToken({ typ })), typ).rejects.toThrow();
    }
    for (const typ of ["Bearer", "ID", "refresh"]) {
      expect(refusal(await redeem(await refreshToken({ typ }))), typ).toEqual(INVALID_GRANT);
    }
  });
});

describe("K-14: any host, and only exactly `{scheme}://{host}{prefix}/oauth2`", () => {
  test.each([
    "https://id.example.com/auth/oauth2",
    "http://other.example.org:8080/auth/oauth2",
    "https://[2001:db8::1]/auth/oauth2",
  ])("%s is accepted", async (iss) => {
    await expectAccepted(await accessToken({ iss }), await refreshToken({ iss }));
  });

  test.each([
    "https://id.example.com/auth/oauth2/",
    "https://id.example.com/auth/oauth2?x",
    "https://id.example.com/auth/oauth2#",
    "https://id.example.com/other/oauth2",
    "https://id.example.com/x/auth/oauth2",
    "https://id.example.com/auth/../auth/oauth2",
    "https://id.example.com//auth/oauth2",
    "https://user@id.example.com/auth/oauth2",
    "https://id.example.com:/auth/oauth2",
    "https://id.example.com:99999/auth/oauth2",
    "https:///auth/oauth2",
    "ftp://id.example.com/auth/oauth2",
    " https://id.example.com/auth/oauth2",
    "https://id.example.com/auth/oauth2\n",
    "id.example.com/auth/oauth2",
  ])("%j is refused", async (iss) => {
    await expectRefused(await accessToken({ iss }), await refreshToken({ iss }));
  });
});

test("K-10: api.verify refuses the token of a disabled or deleted principal", async () => {
  const id = await createAda(service, { alias: ["eve"] });
  const token = (await service.form(TOKEN, { ...ADA, username: "eve" }, WEB)).body.access_token;
  await expect(verify(token)).resolves.toMatchObject({ principal: "eve" });
  await service.json("PATCH", `/auth/v1/users/${id}`, { is_active: false });
  await expect(verify(token)).rejects.toMatchObject({ code: "invalid_token" });
  await service.json("DELETE", `/auth/v1/users/${id}`);
  await expect(verify(token)).rejects.toMatchObject({ code: "invalid_token" });
});
