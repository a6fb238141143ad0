/** DPoP at the token endpoint (RFC 9449 §4 to §6, §8, §10): who gets tokens for which key, and by which proofs. */
import { exportJWK, type JWK, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { usePasskey } from "../../support/authenticator.ts";
import { answerOf, newCode, S256, startWith, VERIFIER } from "../../support/authorize.ts";
import { ALGORITHMS, ISSUER } from "../../support/client-keys.ts";
import { type ProofKey, proofKey, proofOf, type WishedProof } from "../../support/dpop.ts";
import { LOGIN, passkeyTalk } from "../../support/passkeys.ts";
import { testRuntime } from "../../support/runtime.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  putSetting,
  ROBOT,
  refusal,
  TOKEN,
  WEB,
  withSetting,
} from "../../support/tokens.ts";

const URI = `${ISSUER}/token`;
const PUBLIC = "public-app";
const BAD_PROOF = { status: 400, error: "invalid_dpop_proof" };
const BAD_GRANT = { status: 400, error: "invalid_grant" };
const CALLBACK = "https://app.example.com/callback";
const runtime = testRuntime();
let service: TestAuth;
let key: ProofKey;
let other: ProofKey;

beforeAll(async () => {
  service = await testAuth({}, runtime);
  await createAda(service);
  await service.createServiceAccount();
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  await putClient(service, PUBLIC, { public: true, redirect_uris: [CALLBACK] });
  key = await proofKey();
  other = await proofKey();
});
afterAll(() => service[Symbol.asyncDispose]());

type Client = typeof WEB | null;
async function send(fields: object, dpop: string | undefined, client: Client = WEB) {
  const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
  if (client) headers.set("authorization", `Basic ${btoa(`${client.id}:${client.secret}`)}`);
  if (dpop !== undefined) headers.set("dpop", dpop);
  return service.request("POST", TOKEN, { headers, body: new URLSearchParams({ ...fields }) });
}
const prove = async (by = key, wished: WishedProof = {}) => proofOf(by, "POST", URI, wished);
const login = async (wished: WishedProof = {}, by = key) => send(ADA, await prove(by, wished));

/** Tokens of the public client by the code flow. */
async function publicTokens(by: ProofKey | null = key, more: Record<string, string> = {}) {
  const code = await newCode(service, { client_id: PUBLIC, ...S256, ...more });
  return redeemBy(code, by);
}
async function redeemBy(code: string, by: ProofKey | null) {
  const fields = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
  const public_ = { client_id: PUBLIC, code_verifier: VERIFIER };
  return send({ ...fields, ...public_ }, by ? await prove(by) : undefined, null);
}
const refreshPublic = async (refresh_token: string, by: ProofKey | undefined) =>
  send(
    { grant_type: "refresh_token", client_id: PUBLIC, refresh_token },
    by && (await prove(by)),
    null,
  );

describe("§5: what is asked for with a proof is bound to its key", () => {
  test.each(ALGORITHMS)("%s: token_type is DPoP and cnf.jkt the thumbprint", async (alg) => {
    const own = await proofKey(alg);
    const { status, body, text } = await login({}, own);
    expect(status, text).toBe(200);
    expect(body.token_type).toBe("DPoP");
    expect(claimsOf(body.access_token)).toMatchObject({ cnf: { jkt: own.jkt }, typ: "Bearer" });
  });

  test("Ed25519 by its other name (RFC 9864)", async () => {
    const own = await proofKey("EdDSA");
    expect((await login({ header: { alg: "Ed25519" } }, { ...own, alg: "Ed25519" })).status).toBe(
      200,
    );
  });

  test("without a proof everything is as it was", async () => {
    const { body } = await send(ADA, undefined);
    expect(body.token_type).toBe("Bearer");
    expect(claimsOf(body.access_token).cnf).toBeUndefined();
    expect(claimsOf(body.refresh_token).cnf).toBeUndefined();
  });

  test("a service account that asks for its own tokens", async () => {
    const { body } = await send({ grant_type: "client_credentials" }, await prove(), ROBOT);
    expect(body.token_type).toBe("DPoP");
    expect(claimsOf(body.access_token).cnf).toEqual({ jkt: key.jkt });
  });

  test("a public client's refresh token is bound, a confidential one's is not", async () => {
    const { body: confidential } = await login();
    expect(claimsOf(confidential.refresh_token).cnf).toBeUndefined();
    const { body } = await publicTokens();
    expect(claimsOf(body.refresh_token).cnf).toEqual({ jkt: key.jkt });
  });

  test("dpop_bound_access_tokens: no proof, no tokens (§5.2)", async () => {
    await putClient(service, "bound", { client_secret: "s", dpop_bound_access_tokens: true });
    const bound = { id: "bound", secret: "s" };
    const answer = await send(ADA, undefined, bound);
    expect(refusal(answer)).toMatchObject(BAD_PROOF);
    expect((await send(ADA, await prove(), bound)).body.token_type).toBe("DPoP");
  });
});

describe("§5.2: dpop_bound_access_tokens holds at every way to a token", () => {
  test("in process, where there is no request to prove anything with", async () => {
    await putClient(service, "inside", { client_secret: "s", dpop_bound_access_tokens: true });
    const form = { ...ADA, client_id: "inside", client_secret: "s" };
    await expect(service.auth.api.token(form)).rejects.toMatchObject({
      code: "invalid_dpop_proof",
    });
  });

  test("a sign-in with a passkey", async () => {
    const client = { client_id: "passkeys", client_secret: "s" };
    await putClient(service, client.client_id, {
      client_secret: client.client_secret,
      dpop_bound_access_tokens: true,
    });
    const talk = passkeyTalk(service);
    const passkey = await talk.register("ada");
    const without = await talk.finish(await talk.begin(client), passkey, {}, client);
    expect(refusal(without)).toMatchObject(BAD_PROOF);
    const begun = await talk.begin(client);
    const { session_id, options } = begun.body;
    const assertion = await usePasskey(passkey, options, ORIGIN);
    const dpop = await proofOf(key, "POST", `${ISSUER}/passkey`);
    const { status, body, text } = await service.request("POST", LOGIN, {
      headers: { "content-type": "application/json", dpop },
      body: JSON.stringify({ ...client, session_id, assertion }),
    });
    expect(status, text).toBe(200);
    expect(body.token_type).toBe("DPoP");
    expect(claimsOf(body.access_token).cnf).toEqual({ jkt: key.jkt });
  });
});

describe("the key stays the same", () => {
  test("a refresh token of a public client is of use to its key alone, and the family lives on", async () => {
    const { body } = await publicTokens();
    expect(refusal(await refreshPublic(body.refresh_token, other))).toMatchObject(BAD_GRANT);
    expect(refusal(await refreshPublic(body.refresh_token, undefined))).toMatchObject(BAD_GRANT);
    const again = await refreshPublic(body.refresh_token, key);
    expect(again.body.token_type).toBe("DPoP");
    expect(claimsOf(again.body.access_token).cnf).toEqual({ jkt: key.jkt });
  });

  test("a confidential client may renew its key", async () => {
    const { body } = await login();
    const fields = { grant_type: "refresh_token", refresh_token: body.refresh_token };
    const again = await send(fields, await prove(other));
    expect(claimsOf(again.body.access_token).cnf).toEqual({ jkt: other.jkt });
  });

  test("dpop_jkt binds the code: the key is not swapped between authorize and token (§10)", async () => {
    for (const by of [other, null]) {
      expect(refusal(await publicTokens(by, { dpop_jkt: key.jkt }))).toMatchObject(BAD_GRANT);
    }
    expect((await publicTokens(key, { dpop_jkt: key.jkt })).status).toBe(200);
  });

  test("dpop_jkt that is no thumbprint, or comes twice, is refused", async () => {
    for (const dpop_jkt of ["x", `${key.jkt}a`, [key.jkt, other.jkt]]) {
      const answer = await startWith(service, { dpop_jkt, ...S256 });
      expect(answerOf(answer).error).toBe("invalid_request");
    }
  });

  test("token exchange: a bound token is traded by its key alone, and stays bound", async () => {
    const { body } = await login();
    const fields = {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: body.access_token,
      subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
    };
    expect(refusal(await send(fields, undefined))).toMatchObject(BAD_GRANT);
    expect(refusal(await send(fields, await prove(other)))).toMatchObject(BAD_GRANT);
    const traded = await send(fields, await prove());
    expect(traded.body.token_type).toBe("DPoP");
    expect(claimsOf(traded.body.access_token).cnf).toEqual({ jkt: key.jkt });
  });

  test("a code that a refused proof came with is still good, one for another key is used up", async () => {
    const code = await newCode(service, { client_id: PUBLIC, ...S256, dpop_jkt: key.jkt });
    const fields = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
    const form = { ...fields, client_id: PUBLIC, code_verifier: VERIFIER };
    const late = await prove(key, { claims: { iat: 1 } });
    expect(refusal(await send(form, late, null))).toMatchObject(BAD_PROOF);
    expect(refusal(await redeemBy(code, other))).toMatchObject(BAD_GRANT);
    expect(refusal(await redeemBy(code, key))).toMatchObject(BAD_GRANT);
  });
});

const seconds = (offset: number) => Math.floor(Date.now() / 1_000) + offset;

describe("§4.3: proofs that do not count", () => {
  test.each([
    ["another method", { htm: "GET" }],
    ["a method in another case", { htm: "post" }],
    ["no method", { htm: undefined }],
    ["another host", { htu: "https://rs.example.com/auth/oauth2/token" }],
    ["another scheme", { htu: `${URI}`.replace("https", "http") }],
    ["another port", { htu: URI.replace(ORIGIN, `${ORIGIN}:8443`) }],
    ["another path", { htu: `${ISSUER}/userinfo` }],
    ["a path with a slash more", { htu: `${URI}/` }],
    ["a path in another case", { htu: URI.replace("token", "Token") }],
    ["a user in the address", { htu: URI.replace("https://", "https://id@") }],
    ["a relative address", { htu: "/auth/oauth2/token" }],
    ["no address", { htu: undefined }],
    ["a long address", { htu: `${URI}?${"a".repeat(9_000)}` }],
    ["a time long ago", { iat: seconds(-120) }],
    ["a time to come", { iat: seconds(120) }],
    ["no time", { iat: undefined }],
    ["a time in words", { iat: String(seconds(0)) }],
    ["no jti", { jti: undefined }],
    ["an empty jti", { jti: "" }],
    ["a long jti", { jti: "a".repeat(300) }],
    ["a jti that is no text", { jti: 7 }],
  ])("for or with %s", async (_name, claims) => {
    // biome-ignore lint/suspicious/noExplicitAny: claims of other types are the matter
    expect(refusal(await login({ claims: claims as any }))).toMatchObject(BAD_PROOF);
  });

  test.each([
    ["the address in its other spellings", `HTTPS://ID.EXAMPLE.COM:443/auth/%6Fauth2/token`],
    ["with query and fragment, which do not count", `${URI}?a=b#c`],
  ])("§4.3 (9): %s is the same", async (_name, htu) => {
    expect((await login({ claims: { htu } })).status).toBe(200);
  });

  test.each([
    ["another typ", { typ: "JWT" }],
    ["no typ", { typ: undefined }],
    ["an unknown critical member", { crit: ["x"], x: 1 }],
    ["no key", { jwk: undefined }],
    ["a key by address", { jwk: undefined, jku: "https://keys.example.com" }],
    ["a key that is a text", { jwk: "key" }],
    ["a symmetric key", { jwk: { kty: "oct", k: "c2VjcmV0" } }],
    ["a short RSA key", { jwk: { kty: "RSA", n: "a".repeat(100), e: "AQAB" } }],
    ["a huge RSA key", { jwk: { kty: "RSA", n: "a".repeat(1_400), e: "AQAB" } }],
    [
      "an RSA key with a long exponent",
      { jwk: { kty: "RSA", n: "a".repeat(342), e: "a".repeat(342) } },
    ],
    ["a curve that is not offered", { jwk: { kty: "EC", crv: "P-384", x: "a", y: "a" } }],
    [
      "a point that is on no curve",
      { jwk: { kty: "EC", crv: "P-256", x: `${"a".repeat(42)}A`, y: `${"a".repeat(42)}A` } },
    ],
    ["a header that is huge", { pad: "a".repeat(5_000) }],
  ])("with %s", async (_name, header) => {
    expect(refusal(await login({ header }))).toMatchObject(BAD_PROOF);
  });

  test("with a private key in the header, which should never have been sent", async () => {
    const jwk = await exportJWK(key.privateKey);
    expect(refusal(await login({ header: { jwk } }))).toMatchObject(BAD_PROOF);
  });

  test("with none, a shared secret, or a signature by another key", async () => {
    const claims = { htm: "POST", htu: URI, jti: "j", iat: seconds(0) };
    const { jwk } = key;
    const none = new UnsecuredJWT(claims).encode();
    const hmac = await new SignJWT(claims)
      .setProtectedHeader({
        typ: "dpop+jwt",
        alg: "HS256",
        jwk: { kty: "oct", k: "c2VjcmV0" } as JWK,
      })
      .sign(new TextEncoder().encode("secret-secret-secret-secret-secret"));
    const foreign = await prove(other, { header: { jwk } });
    for (const proof of [none, hmac, foreign, "", "a.b.c", "x"]) {
      expect(refusal(await send(ADA, proof)), proof).toMatchObject(BAD_PROOF);
    }
  });

  test("§4.3 (1): two headers are none, also when both are right", async () => {
    const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
    headers.set("authorization", `Basic ${btoa(`${WEB.id}:${WEB.secret}`)}`);
    headers.append("dpop", await prove());
    headers.append("dpop", await prove());
    const answer = await service.request("POST", TOKEN, {
      headers,
      body: new URLSearchParams(ADA),
    });
    expect(refusal(answer)).toMatchObject(BAD_PROOF);
  });

  test("K-13: padded, cut and lengthened forms of a good proof are none", async () => {
    const proof = await prove();
    for (const form of [`${proof}=`, `${proof}.x`, proof.slice(0, -2), ` ${proof} x`]) {
      expect(refusal(await send(ADA, form))).toMatchObject(BAD_PROOF);
    }
  });

  test("§11.1: a proof counts once, also with parallel requests", async () => {
    const proof = await prove();
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(ADA, proof)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    expect(refusal(await send(ADA, proof))).toMatchObject(BAD_PROOF);
  });

  test("a jti of another key uses up nothing", async () => {
    const jti = crypto.randomUUID();
    expect((await login({ claims: { jti } })).status).toBe(200);
    expect((await login({ claims: { jti } }, other)).status).toBe(200);
  });

  test("N-11: what strangers send is not stored", async () => {
    const { codes } = await service.auth.service;
    const claims = { jti: "of-a-stranger" };
    const wrong = { ...ADA, password: "wrong" };
    expect((await send(wrong, await prove(key, { claims }))).status).toBe(400);
    expect(await codes.get("dpop_proof", `${key.jkt} of-a-stranger`)).toBeUndefined();
  });
});

describe("§8: nonces of the service", () => {
  const NONCES = { dpop_nonces: true };
  const nonceOf = ({ headers }: { readonly headers: Headers }) => headers.get("dpop-nonce") ?? "";

  test("are asked for with the next one, and a code lives on until it comes", async () => {
    await withSetting(service, "token", NONCES, async () => {
      const code = await newCode(service, { client_id: PUBLIC, ...S256 });
      const first = await redeemBy(code, key);
      expect(refusal(first)).toMatchObject({ status: 400, error: "use_dpop_nonce" });
      expect(first.headers.get("access-control-expose-headers")).toContain("DPoP-Nonce");
      const nonce = nonceOf(first);
      const form = { code, client_id: PUBLIC, code_verifier: VERIFIER, redirect_uri: CALLBACK };
      const proof = await prove(key, { claims: { nonce } });
      const second = await send({ grant_type: "authorization_code", ...form }, proof, null);
      expect(second.status, second.text).toBe(200);
      expect(nonceOf(second)).toBe("");
    });
  });

  test("are renewed before they end, and end", async () => {
    await withSetting(service, "token", NONCES, async () => {
      const nonce = nonceOf(await login());
      const later = (offset: number) => ({ claims: { nonce, iat: seconds(offset) } });
      runtime.advance(120_000);
      const renewed = await login(later(120));
      expect(renewed.status).toBe(200);
      expect(nonceOf(renewed)).not.toBe(nonce);
      runtime.advance(300_000);
      expect(refusal(await login(later(420))).error).toBe("use_dpop_nonce");
      const { claims } = later(420);
      const fresh = { claims: { ...claims, nonce: nonceOf(renewed) } };
      expect((await login(fresh)).status).toBe(200);
      runtime.advance(-420_000);
    });
  });

  test("are ours: made up ones, and those of another time, do not count", async () => {
    await withSetting(service, "token", NONCES, async () => {
      const nonce = nonceOf(await login());
      const [time = "", mac = ""] = nonce.split(".");
      const next = (Number.parseInt(time, 36) + 1).toString(36);
      for (const wrong of ["", "x", `${next}.${mac}`, `${time}.${mac}a`, `${time}.`, 7]) {
        // biome-ignore lint/suspicious/noExplicitAny: a nonce that is no text is the matter
        const answer = await login({ claims: { nonce: wrong as any } });
        expect(refusal(answer).error, String(wrong)).toBe("use_dpop_nonce");
      }
    });
  });

  test("without the setting there are none", async () => {
    expect(nonceOf(await login())).toBe("");
    await putSetting(service, "token", {});
  });
});
