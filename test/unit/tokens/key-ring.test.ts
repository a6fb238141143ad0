/** A ring of two keys: one signs, both verify and are published. */
import { createLocalJWKSet, jwtVerify } from "jose";
import { beforeAll, expect, test } from "vitest";
import { createApi } from "../../../src/api/create-api.ts";
import type { Service } from "../../../src/call.ts";
import {
  generatePrivateKey,
  importSigningKey,
  type SigningKey,
} from "../../../src/crypto/signing-key.ts";
import { certsEndpoint } from "../../../src/http/oauth2/certs.ts";
import { type KeyRing, keyRing } from "../../../src/snapshot/key-ring.ts";
import { requireKeys, signJwt } from "../../../src/tokens/sign.ts";
import { rememberedClaims, signedClaims } from "../../../src/tokens/signed-claims.ts";
import { headerOf } from "../../support/tokens.ts";

let old: SigningKey;
let current: SigningKey;
let before: KeyRing;
let ring: KeyRing;

beforeAll(async () => {
  old = await importSigningKey("old", await generatePrivateKey());
  current = await importSigningKey("current", await generatePrivateKey());
  before = keyRing(old);
  // Without its private half: what only verifies needs none.
  ring = keyRing(current, [{ kid: old.kid, jwk: old.jwk, verify: old.verify }]);
});

const sign = (keys: KeyRing, claims: object = {}) => signJwt(keys.active, "at+jwt", claims);
const claimsUnder = async (keys: KeyRing, token: string) =>
  (await signedClaims(keys, token)).claims;

async function publishedBy(keys: KeyRing) {
  const runtime = { clock: { now: () => Date.now() } };
  const call = { snapshot: { key_ring: keys }, service: { runtime } };
  const answer = await certsEndpoint.handle({ call } as never);
  if (!("text" in answer) || typeof answer.text !== "string") throw new Error("not a text");
  return JSON.parse(answer.text);
}

test("the active key signs", async () => {
  expect(headerOf(await sign(ring))).toEqual({ alg: "RS256", kid: "current", typ: "at+jwt" });
});

test("tokens of both keys verify, and are remembered", async () => {
  for (const keys of [before, ring]) {
    const token = await sign(keys, { by: keys.active.kid });
    expect(rememberedClaims(ring, token)).toBeUndefined();
    expect(await claimsUnder(ring, token)).toEqual({ by: keys.active.kid });
    expect(rememberedClaims(ring, token)?.claims).toEqual({ by: keys.active.kid });
  }
});

test("a key that left the ring verifies nothing, not even what it verified before", async () => {
  const token = await sign(before);
  await signedClaims(ring, token);
  const without = keyRing(current);
  expect(rememberedClaims(without, token)).toBeUndefined();
  await expect(signedClaims(without, token)).rejects.toThrow();
});

test("`kid` finds the key and proves nothing", async () => {
  const foreign = await importSigningKey("old", await generatePrivateKey());
  await expect(signedClaims(ring, await sign(keyRing(foreign)))).rejects.toThrow();
  const renamed = { ...current, kid: "renamed" };
  expect(await claimsUnder(ring, await sign(keyRing(renamed), { n: 1 }))).toEqual({ n: 1 });
  const swapped = { ...current, kid: "old" };
  await expect(signedClaims(ring, await sign(keyRing(swapped)))).rejects.toThrow();
});

test("the key set has both, the active one first, and verifies the tokens of both", async () => {
  const set = await publishedBy(ring);
  expect(set).toEqual({ keys: [current.jwk, old.jwk] });
  const find = createLocalJWKSet(set);
  for (const keys of [before, ring]) {
    const { payload } = await jwtVerify(await sign(keys, { sub: "u" }), find);
    expect(payload).toEqual({ sub: "u" });
  }
});

test("`knowsKey` is membership", async () => {
  const service = { snapshots: { current: { key_ring: ring } } } as unknown as Service;
  const api = createApi(Promise.resolve(service), "/auth");
  expect(await api.knowsKey("current")).toBe(true);
  expect(await api.knowsKey("old")).toBe(true);
  expect(await api.knowsKey("other")).toBe(false);
});

test("of two keys with one `kid` the active one counts", () => {
  const twin = { ...old, kid: current.kid };
  expect([...keyRing(current, [twin]).byKid.values()]).toEqual([current]);
});

test("without a ring nothing is signed or verified", () => {
  const none = { key_ring: undefined } as Parameters<typeof requireKeys>[0];
  expect(() => requireKeys(none)).toThrow("no signing key is available");
});
