/** A signature is checked once per token and key; everything else every time (K-10, K-13, X-3). */

import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { signedClaims, signJwt } from "../support/inside.ts";
import { ADA, createAda, putClient, TOKEN, WEB } from "../support/tokens.ts";

let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => service[Symbol.asyncDispose]());

const login = async () => (await service.form(TOKEN, ADA, WEB)).body.access_token as string;
const status = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await service.request("GET", "/auth/oauth2/userinfo", { headers })).status;
};
/** The same token seen before, so that its signature is remembered. */
const seen = async () => {
  const token = await login();
  expect([await status(token), await status(token)]).toEqual([200, 200]);
  return token;
};

test("K-13: no variant of a token that was accepted is accepted with it", async () => {
  const token = await seen();
  const [header = "", payload = "", signature = ""] = token.split(".");
  const other = await login();
  const variants = [
    `${token}=`,
    `${header}.${payload}.${signature.slice(0, -2)}`,
    `${header}.${other.split(".")[1]}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
  ];
  for (const variant of variants) expect(await status(variant), variant.slice(-20)).not.toBe(200);
});

test("a remembered token ends with its time", async () => {
  const token = await seen();
  service.runtime.advance(900_000);
  expect(await status(token)).toBe(401);
});

test("a remembered token ends with its revocation, its user and its client", async () => {
  const revoked = await seen();
  await service.form("/auth/oauth2/revoke", { token: revoked }, WEB);
  expect(await status(revoked)).toBe(401);
  const orphaned = await seen();
  await putClient(service, WEB.id, { client_secret: WEB.secret }, false);
  expect(await status(orphaned)).toBe(401);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});

test("O10: a remembered token ends with the key that signed it", async () => {
  const token = await seen();
  await service.json("POST", "/auth/v1/jwt/rotate");
  expect(await status(token)).toBe(401);
});

test("N-11: many remembered tokens change nothing", async () => {
  const { snapshots } = await service.auth.service;
  const keys = snapshots.current.key_ring;
  if (!keys) throw new Error("no key");
  const first = await signJwt(keys.active, "at+jwt", { n: 0 });
  for (let n = 0; n < 300; n++)
    await signedClaims(keys, await signJwt(keys.active, "at+jwt", { n }));
  expect((await signedClaims(keys, first)).claims).toEqual({ n: 0 });
  await expect(signedClaims(keys, `${first}x`)).rejects.toThrow();
});
