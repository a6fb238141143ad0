/** The signing key: `jwt` namespace, rotation, formats (specification; auth-wire 6.11; D5, C-4, W17). */
import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { generatePrivateKey, importSigningKey, keyRing } from "../support/inside.ts";
import { ADA, createAda, headerOf, putClient, ROBOT, TOKEN, WEB } from "../support/tokens.ts";

const JWT = "/auth/v1/settings/jwt";
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await service.createServiceAccount();
});
afterAll(() => service[Symbol.asyncDispose]());

const put = (value: unknown) => service.json("PUT", JWT, { value });
const jwks = async () => (await service.request("GET", "/auth/oauth2/certs")).body.keys;
const token = async () =>
  (await service.form(TOKEN, { grant_type: "client_credentials" }, ROBOT)).body.access_token;
const pair = (modulusLength = 2048) => generateKeyPairSync("rsa", { modulusLength });

test("auto-generated on first start by `system`; GET tells that it is set and nothing else", async () => {
  await using fresh = await testAuth();
  const { body } = await fresh.json("GET", JWT);
  expect(body.payload).toMatchObject({
    namespace: "jwt",
    updated_by: "system",
    value: { kid: expect.stringMatching(/^postern-/), private_key_set: true },
  });
  expect(Object.keys(body.payload.value)).toEqual([
    ...["kid", "private_key_set", "pairwise_secret_set"],
  ]);
});

test.each(["pkcs8", "pkcs1"] as const)(
  "D5: a %s key is accepted and applied without restart; the JWKS key is derived from it",
  async (type) => {
    const { privateKey, publicKey } = pair();
    const private_key = privateKey.export({ type, format: "pem" }).toString();
    expect((await put({ kid: `my-${type}`, private_key })).status).toBe(200);
    const { n, e } = publicKey.export({ format: "jwk" });
    const key = { kid: `my-${type}`, kty: "RSA", alg: "RS256", use: "sig", n, e };
    expect(await jwks()).toEqual([key]);
    const issued = await token();
    expect(headerOf(issued).kid).toBe(`my-${type}`);
    await expect(service.auth.api.verify(issued)).resolves.toMatchObject({ principal: "robot" });
  },
);

test("W17: a PUT without private_key keeps the key under a new kid", async () => {
  const [before] = await jwks();
  expect((await put({ kid: "renamed" })).status).toBe(200);
  expect(await jwks()).toEqual([{ ...before, kid: "renamed" }]);
});

test("C-4: fewer than 2048 bits, another kind of key, a public key, garbage: `invalid jwt setting`", async () => {
  const before = await jwks();
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const ed = generateKeyPairSync("ed25519").privateKey;
  const encrypted = {
    type: "pkcs8",
    format: "pem",
    cipher: "aes-256-cbc",
    passphrase: "x",
  } as const;
  const keys = [
    pair(1024).privateKey.export({ type: "pkcs8", format: "pem" }),
    pair(1024).privateKey.export({ type: "pkcs1", format: "pem" }),
    pair().publicKey.export({ type: "spki", format: "pem" }),
    pair().privateKey.export(encrypted),
    ec.export({ type: "pkcs8", format: "pem" }),
    ec.export({ type: "sec1", format: "pem" }),
    ed.export({ type: "pkcs8", format: "pem" }),
    "-----BEGIN PRIVATE KEY-----\nbm90IGEga2V5\n-----END PRIVATE KEY-----\n",
    "-----BEGIN RSA PRIVATE KEY-----\nbm90IGEga2V5\n-----END RSA PRIVATE KEY-----\n",
    "-----BEGIN PRIVATE KEY-----",
    "plain text",
  ];
  for (const key of keys) {
    const { status, body, text } = await put({ kid: "k", private_key: key.toString() });
    expect(status, text).toBe(400);
    expect(body.message).toBe("invalid jwt setting");
    expect(body.error).toContain("private_key");
    for (const line of key.toString().split("\n")) {
      if (line.length > 20 && !line.startsWith("---")) expect(text).not.toContain(line);
    }
  }
  expect(await jwks(), "nothing was written").toEqual(before);
});

test("clearing the key is refused: there is no service without one", async () => {
  expect((await put({ kid: "k", private_key: null })).body.message).toBe("invalid jwt setting");
  // 4d: an empty secret keeps what is stored.
  const [{ kid }] = await jwks();
  expect((await put({ kid, private_key: "" })).status).toBe(200);
  expect((await jwks()).map((key: { kid: string }) => key.kid)).toEqual([kid]);
});

test("`POST /v1/jwt/rotate` activates a new key with a new kid; outstanding tokens become invalid", async () => {
  const old = await token();
  const { status, body } = await service.json("POST", "/auth/v1/jwt/rotate", undefined, "rotator");
  expect(status).toBe(200);
  expect(body.payload.message).toBe("jwt key rotated");
  expect((await jwks()).map(({ kid }: { kid: string }) => kid)).toEqual([body.payload.kid]);
  await expect(service.auth.api.verify(old)).rejects.toMatchObject({ code: "invalid_token" });
  expect(headerOf(await token()).kid).toBe(body.payload.kid);
  expect((await service.json("GET", JWT)).body.payload.updated_by).toBe("rotator");
});

test("DELETE makes a new key at once", async () => {
  const [before] = await jwks();
  const { body } = await service.json("DELETE", JWT);
  expect(body.payload.message).toBe("setting deleted");
  const [after] = await jwks();
  expect(after.kid).not.toBe(before.kid);
  expect(after.n).not.toBe(before.n);
  expect(headerOf(await token()).kid).toBe(after.kid);
});

test("a second key in the ring, for verification only: its tokens go on, new ones are by the active key", async () => {
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  const login = async () => (await service.form(TOKEN, ADA, WEB)).body;
  const before = await login();
  const { snapshots } = await service.auth.service;
  const { current } = snapshots;
  if (!current.key_ring) throw new Error("no keys");
  const { active: old } = current.key_ring;
  const made = await importSigningKey("fresh", await generatePrivateKey());
  const fresh = { ...made, refreshKey: crypto.getRandomValues(new Uint8Array(32)) };
  // No setting holds a second key yet; this is what a rotation with overlap would leave in memory.
  const overlapping = { ...current, key_ring: keyRing(fresh, [old]) };
  Object.defineProperty(snapshots, "current", { configurable: true, get: () => overlapping });
  try {
    expect(await jwks()).toEqual([fresh.jwk, old.jwk]);
    const refresh = { grant_type: "refresh_token", refresh_token: before.refresh_token };
    const after = (await service.form(TOKEN, refresh, WEB)).body;
    expect(headerOf(before.access_token).kid).toBe(old.kid);
    expect(headerOf(after.access_token).kid).toBe("fresh");
    for (const { access_token } of [before, after, await login()]) {
      const headers = { authorization: `Bearer ${access_token}` };
      const info = await service.request("GET", "/auth/oauth2/userinfo", { headers });
      expect(info.status).toBe(200);
      const active = await service.form("/auth/oauth2/introspect", { token: access_token }, WEB);
      expect(active.body.active).toBe(true);
      await service.auth.api.verify(access_token);
      expect(await service.auth.api.knowsKey(headerOf(access_token).kid)).toBe(true);
    }
  } finally {
    Reflect.deleteProperty(snapshots, "current");
  }
  expect(await jwks()).toEqual([old.jwk]);
});
