/** Keys with a life: next, current, previous; a rotation that no token notices, and one that ends all (auth-wire 6.11, O10). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { byItself, signJwt, tendSigningKeys } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  ADA,
  claimsOf,
  createAda,
  headerOf,
  putClient,
  putSetting,
  TOKEN,
  WEB,
} from "../support/tokens.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const JWT = "/auth/v1/settings/jwt";
let service: TestAuth;

beforeEach(async () => {
  service = await testAuth({}, testRuntime());
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterEach(() => service[Symbol.asyncDispose]());

interface Shown {
  readonly kid: string;
  readonly alg: string;
  readonly state: string;
  readonly ends_at?: number;
  readonly tokens: readonly { readonly kind: string; readonly until: number }[];
}

const login = async () =>
  (await service.form(TOKEN, { ...ADA, scope: "openid", remember_me: "true" }, WEB)).body;
const refreshed = async (refresh_token: string) =>
  service.form(TOKEN, { grant_type: "refresh_token", refresh_token }, WEB);
const published = async (): Promise<string[]> =>
  (await service.request("GET", "/auth/oauth2/certs")).body.keys.map((key: Shown) => key.kid);
const shown = async (): Promise<Shown[]> =>
  (await service.json("GET", "/auth/v1/jwt/keys")).body.payload;
const states = async () => (await shown()).map(({ state }) => state);
const renew = (user?: string) => service.json("POST", "/auth/v1/jwt/renew", undefined, user);
const advance = (ms: number) => service.runtime.advance(ms);

test("the next key is published before it signs, and the one before verifies afterwards", async () => {
  const [first = ""] = await published();
  const before = await login();
  const { status, body } = await renew("ops");
  expect(status).toBe(200);
  const [next] = body.payload.kids;
  expect(await published()).toEqual([first, next]);
  expect(await states()).toEqual(["current", "next"]);
  expect(headerOf((await login()).access_token).kid).toBe(first);

  advance(16 * MINUTE);
  expect(await published()).toEqual([next, first]);
  expect(await states()).toEqual(["current", "previous"]);
  const after = await login();
  for (const token of [after.access_token, after.refresh_token, after.id_token]) {
    expect(headerOf(token).kid).toBe(next);
  }
  const again = await refreshed(before.refresh_token);
  expect(again.status, again.text).toBe(200);
  expect(headerOf(again.body.access_token).kid).toBe(next);
  await service.auth.api.verify(after.access_token);
});

test("the old key verifies until its last token has ended, and is dead then, also where it is still stored", async () => {
  await renew();
  advance(14 * MINUTE);
  const last = await login();
  advance(2 * MINUTE);
  const old = headerOf(last.access_token).kid;
  await service.auth.api.verify(last.access_token);
  const key = (await shown()).find(({ kid }) => kid === old);
  const settings = (await service.auth.service).snapshots.current.settings.token;
  const ends = (key?.ends_at ?? 0) * 1000;
  expect(ends - service.runtime.clock.now()).toBeGreaterThanOrEqual(settings.refresh_lifetime);

  advance(ends - service.runtime.clock.now());
  expect(await published()).not.toContain(old);
  // Signed by the dead key a moment ago: its holder has no other use for it.
  const { snapshots } = await service.auth.service;
  const dead = snapshots.current.key_ring?.byKid.get(old);
  const at = Math.floor(service.runtime.clock.now() / 1000);
  const claims = {
    ...{ iss: "https://id.example.com/auth/oauth2", aud: "postern", azp: WEB.id, typ: "Bearer" },
    ...{ sub: "u", jti: "j", sid: "s", iat: at, auth_time: at, exp: at + 60, session_exp: at + 60 },
  };
  const forged = await signJwt(dead as never, "at+jwt", claims);
  await expect(service.auth.api.verify(forged)).rejects.toMatchObject({ code: "invalid_token" });

  await tendSigningKeys(byItself(await service.auth.service));
  const stored = (await service.json("GET", JWT)).body.payload.value;
  expect(Object.keys(stored.keys)).not.toContain(old);
});

test("what depends on a previous key: kinds of tokens, each until its last one has ended", async () => {
  await putSetting(service, "jwt", {
    ...(await service.json("GET", JWT)).body.payload.value,
    algorithms: ["ES256"],
  });
  const old = (await shown()).map(({ kid }) => kid);
  expect((await shown()).map(({ tokens }) => tokens)).toEqual([[], []]);
  await renew();
  advance(14 * MINUTE);
  const last = await login();
  advance(2 * MINUTE);
  const kindsOf = async () =>
    (await shown())
      .filter(({ kid }) => old.includes(kid))
      .map(({ alg, tokens }) => [alg, ...tokens.map(({ kind }) => kind)])
      .toSorted();
  expect(await kindsOf()).toEqual([
    ["ES256", "access", "id"],
    ["RS256", "access", "id", "refresh"],
  ]);
  const key = (await shown()).find(({ kid }) => kid === headerOf(last.access_token).kid);
  for (const [kind, token] of [
    ["access", last.access_token],
    ["id", last.id_token],
    ["refresh", last.refresh_token],
  ]) {
    const until = key?.tokens.find((one) => one.kind === kind)?.until ?? 0;
    expect(until, kind).toBeGreaterThanOrEqual(claimsOf(token).exp);
    expect(until, kind).toBeLessThanOrEqual(key?.ends_at ?? 0);
  }
  advance(20 * MINUTE);
  await expect(service.auth.api.verify(last.access_token)).rejects.toMatchObject({
    code: "invalid_token",
  });
  expect(await kindsOf()).toEqual([["ES256"], ["RS256", "refresh"]]);
});

test("while the next keys wait there is no other rotation with an overlap: 409", async () => {
  await renew();
  expect((await renew()).status).toBe(409);
  advance(16 * MINUTE);
  // The write has the time of the database, which does not move here.
  expect((await published()).length).toBe(2);
});

test("`jwt/rotate` drops every key, also the next and the previous ones, and those of other algorithms", async () => {
  const { kid } = (await service.json("GET", JWT)).body.payload.value;
  await service.json("PUT", JWT, { value: { kid, algorithms: ["ES256"] } });
  const before = await login();
  await renew();
  const old = await published();
  expect(old).toHaveLength(4);
  const { body } = await service.json("POST", "/auth/v1/jwt/rotate");
  const now = await published();
  expect(now).toHaveLength(2);
  expect(now[0]).toBe(body.payload.kid);
  expect(now.filter((one) => old.includes(one))).toEqual([]);
  await expect(service.auth.api.verify(before.access_token)).rejects.toMatchObject({
    code: "invalid_token",
  });
  expect((await refreshed(before.refresh_token)).status).toBe(400);
  const stored = (await service.json("GET", JWT)).body.payload.value;
  expect(stored.algorithms).toEqual(["ES256"]);
});

test("a key that is set by hand ends all others; a PUT that keeps it keeps them, and cannot bring one", async () => {
  await renew();
  const waiting = await published();
  const { kid, keys } = (await service.json("GET", JWT)).body.payload.value;
  const stolen = { mine: { ...keys[kid], alg: "RS256", signs_from: 0, ends_at: 0 } };
  const kept = await service.json("PUT", JWT, { value: { kid, keys: stolen } });
  expect(kept.status, kept.text).toBe(200);
  expect((await published()).sort()).toEqual(waiting.sort());
  await service.json("PUT", JWT, { value: { kid: "by-hand" } });
  expect(await published()).toEqual(["by-hand"]);
});

describe("`rotate_every`", () => {
  const every = async (rotate_every: string) => {
    const { kid } = (await service.json("GET", JWT)).body.payload.value;
    return service.json("PUT", JWT, { value: { kid, rotate_every } });
  };

  test("off by default; on, the keys are renewed when they are that old, once for a fleet", async () => {
    const internals = await service.auth.service;
    advance(1_000 * DAY);
    await tendSigningKeys(byItself(internals));
    expect(await published()).toHaveLength(1);
    await every("24h");
    await Promise.all([1, 2, 3].map(() => tendSigningKeys(byItself(internals))));
    expect(await states()).toEqual(["current", "next"]);
    advance(16 * MINUTE);
    expect(await states()).toEqual(["current", "previous"]);
    await tendSigningKeys(byItself(internals));
    expect(await published()).toHaveLength(2);
    advance(DAY);
    await tendSigningKeys(byItself(internals));
    expect(await states()).toEqual(["current", "next", "previous"]);
    await service.auth.api.verify((await login()).access_token);
  });

  test.each(["1h", "soon", "-24h"])("%s is refused", async (value) => {
    expect((await every(value)).status).toBe(400);
  });
});

test("the list says what depends on a key, and no private part", async () => {
  const { text } = await service.json("GET", "/auth/v1/jwt/keys");
  const [key] = await shown();
  expect(key).toMatchObject({ alg: "RS256", state: "current", clients: 1, resources: [] });
  expect(text).not.toContain("PRIVATE");
});

test("a stranger's `kid` asks the database once per version, and proves nothing", async () => {
  const { access_token } = await login();
  const { snapshots } = await service.auth.service;
  let asked = 0;
  const refresh = snapshots.refresh.bind(snapshots);
  const counted = () => {
    asked += 1;
    return refresh();
  };
  Object.defineProperty(snapshots, "refresh", { value: counted });
  for (const kid of ["a", "b", "c", "d"]) {
    const header = btoa(JSON.stringify({ alg: "RS256", kid, typ: "at+jwt" })).replace(/=+$/, "");
    const [, claims] = access_token.split(".");
    const forged = `${header}.${claims}.AAAA`;
    await expect(service.auth.api.verify(forged)).rejects.toMatchObject({ code: "invalid_token" });
  }
  expect(asked).toBe(1);
});
