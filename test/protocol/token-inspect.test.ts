/** POST /v1/token/inspect: what a token is and why it is refused, decided as at its use, and no use of it (K-10 to K-14, I-4). */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { CompactSign } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { issueKey, listedKey, validate } from "../support/api-keys.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { rememberedClaims } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  ADA,
  claimsOf,
  closePlane,
  createAda,
  putClient,
  putSetting,
  reopenPlane,
  TOKEN,
  WEB,
} from "../support/tokens.ts";

const NOW = Date.UTC(2030, 0, 1);
const AT = NOW / 1000;
const own = generateKeyPairSync("rsa", { modulusLength: 2048 });
const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = own.privateKey.export({ type: "pkcs8", format: "pem" }).toString();

type Json = Record<string, unknown>;

let service: TestAuth;
let runtime: ReturnType<typeof testRuntime>;
let ada: string;
let fetched = 0;
let access: string;
let refresh: string;
let idToken: string;

const send = (token: unknown, user?: string) =>
  service.json("POST", "/auth/v1/token/inspect", { token }, user);
const inspect = async (token: string) => {
  const { status, text, body } = await send(token);
  expect(status, text).toBe(200);
  return body.payload;
};
const sign = (claims: Json, header: Json = {}, key: KeyObject = own.privateKey) =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "RS256", kid: "k1", ...header } as { alg: string })
    .sign(key);
const accessToken = (change: Json = {}, header: Json = {}, key?: KeyObject) =>
  sign({ ...claimsOf(access), ...change }, { typ: "at+jwt", ...header }, key);
const login = async (fields: Json = {}, client = WEB) => {
  const { body, text } = await service.form(TOKEN, { ...ADA, scope: "openid", ...fields }, client);
  expect(body.access_token, text).toBeDefined();
  return body;
};
const userinfo = async (token: string) =>
  service.request("GET", "/auth/oauth2/userinfo", {
    headers: { authorization: `Bearer ${token}` },
  });
const refused = (reason: string) => [
  { use: "userinfo", accepted: false, reason },
  { use: "service", accepted: false, reason },
  { use: "management", accepted: false, reason },
];

beforeAll(async () => {
  const made = testRuntime({ now: NOW });
  runtime = {
    ...made,
    http: async (...asked) => {
      fetched += 1;
      return made.http(...asked);
    },
  };
  service = await testAuth({}, runtime);
  ada = await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putSetting(service, "jwt", { kid: "k1", private_key: pem });
  const body = await login();
  access = body.access_token;
  refresh = body.refresh_token;
  idToken = body.id_token;
});
// Times are compared to the second.
afterEach(() => runtime.advance(NOW - runtime.clock.now()));
afterAll(() => service[Symbol.asyncDispose]());

describe("what it is", () => {
  test("an access token: header, claims, times, the key, and who it speaks of", async () => {
    const said = await inspect(access);
    expect(said).toEqual({
      kind: "access_token",
      accepted: true,
      uses: [
        { use: "userinfo", accepted: true },
        { use: "service", accepted: true },
        { use: "management", accepted: true },
      ],
      header: { alg: "RS256", kid: "k1", typ: "at+jwt" },
      claims: claimsOf(access),
      signature: { state: "valid", kid: "k1" },
      times: {
        issued_at: AT,
        expires_at: AT + 900,
        expires_in: 900,
        expired: false,
        session_ends_at: AT + 86_400,
      },
      issuer: { own: true, providers: [] },
      subject: { id: ada, alias: "ada", state: "enabled" },
      client: { id: WEB.id, state: "enabled", first_party: false },
    });
    expect(await inspect(`  Bearer ${access}\n`)).toEqual(said);
  });

  test("a refresh token and an ID token", async () => {
    expect(await inspect(refresh)).toMatchObject({
      kind: "refresh_token",
      accepted: true,
      uses: [{ use: "token", accepted: true }],
    });
    expect(await inspect(idToken)).toMatchObject({
      kind: "id_token",
      accepted: false,
      signature: { state: "valid" },
      uses: [{ accepted: false, reason: expect.stringContaining("ID token") }, {}, {}],
    });
  });

  test("an API key: its state and owner, never the key or its digest", async () => {
    const { id, key } = await issueKey(service, { name: "deploy", user_id: ada });
    const said = await inspect(key);
    expect(said).toEqual({
      kind: "api_key",
      accepted: true,
      uses: [{ use: "service", accepted: true }],
      api_key: { id, name: "deploy", owner_id: ada },
    });
    await service.json("PATCH", `/auth/v1/api-key-principals/${id}`, { disabled: true });
    expect((await inspect(key)).uses).toEqual([
      { use: "service", accepted: false, reason: "api key not valid: disabled" },
    ]);
  });

  test("an initial access token, by its id", async () => {
    const answer = await service.json("POST", "/auth/v1/registration/tokens", { name: "farm" });
    const { token, id } = answer.body.payload;
    expect(await inspect(token)).toMatchObject({
      kind: "initial_access_token",
      accepted: true,
      initial_access_token: { id },
    });
  });

  test.each([
    ["opaque", "something else"],
    ["opaque", "a.b.c"],
    ["encrypted_jwt", "eyJhbGciOiJSU0EifQ.AA.AA.AA.AA"],
    ["api_key", `tak_${"0".repeat(64)}`],
    ["api_key", "tak_short"],
  ])("%s: %s", async (kind, token) => {
    expect(await inspect(token)).toMatchObject({ kind, accepted: false });
  });

  test("a token of another issuer, by the provider's record, and no key is fetched for it", async () => {
    const config = {
      client_id: "x",
      client_secret: "x",
      issuer: "https://idp.example.com",
      auth_url: "https://idp.example.com/auth",
      token_url: "https://idp.example.com/token",
    };
    const path = "/auth/v1/oauth/providers/corp";
    const put = await service.json("PUT", path, { enabled: true, config });
    expect(put.status, put.text).toBe(200);
    const before = fetched;
    const jku = "https://idp.example.com/keys";
    const iss = "https://idp.example.com/";
    const said = await inspect(await sign({ iss, sub: ada }, { jku, kid: "x" }, other.privateKey));
    expect(said).toMatchObject({
      kind: "foreign_jwt",
      accepted: false,
      signature: { state: "not_checked", kid: "x" },
      issuer: { own: false, providers: ["oauth:corp"] },
    });
    // A text that anyone could have written is not matched with records.
    expect([said.subject, said.client, said.revoked]).toEqual([undefined, undefined, undefined]);
    expect(fetched).toBe(before);
  });
});

describe("why it is refused: the reason is that of the use", () => {
  const expectReason = async (token: string, reason: string) => {
    expect((await inspect(token)).uses).toEqual(refused(reason));
    const { status, body } = await userinfo(token);
    expect([status, body.error_description]).toEqual([401, reason]);
  };

  test.each([
    ["expired", { exp: AT - 1 }, "token is expired"],
    ["of the future", { iat: AT + 90 }, "token is not valid yet"],
    ["for another audience", { aud: "other" }, "token audience not match"],
    ["of another issuer", { iss: "https://id.example.com/other/oauth2" }, "token issuer not match"],
    ["of another type", { typ: "Refresh" }, "access token type must be Bearer"],
    ["without a session", { sid: "" }, "token lacks session claims"],
    ["of a deleted user", { sub: "gone" }, "user not found"],
    ["of a client that is gone", { azp: "gone" }, "client is disabled"],
  ])("%s", async (_name, change, reason) => {
    await expectReason(await accessToken(change), reason);
  });

  test("K-13: altered, signed by another key, by none, or by one that was rotated away", async () => {
    const [head, claims] = access.split(".");
    const altered = `${head}.${Buffer.from(JSON.stringify({ ...claimsOf(access), azp: "x" })).toString("base64url")}.${access.split(".")[2]}`;
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${claims}.AA`;
    for (const [token, state] of [
      [altered, "invalid"],
      [await accessToken({}, {}, other.privateKey), "invalid"],
      [await accessToken({}, { kid: "older" }, other.privateKey), "unknown_key"],
      [unsigned, "none"],
    ] as const) {
      expect((await inspect(token)).signature.state).toBe(state);
      await expectReason(token, "token is not valid");
    }
  });

  test("K-10, X-2: revoked alone, with its family, and a disabled user", async () => {
    const { access_token: token, refresh_token } = await login();
    await service.form("/auth/oauth2/revoke", { token }, WEB);
    expect((await inspect(token)).revoked).toBe("token");
    await expectReason(token, "token revoked");
    expect((await inspect(refresh_token)).accepted).toBe(true);
    await service.form("/auth/oauth2/revoke", { token: refresh_token }, WEB);
    expect(await inspect(refresh_token)).toMatchObject({
      accepted: false,
      revoked: "family",
      uses: [{ use: "token", reason: "refresh token revoked" }],
    });
    const id = await createAda(service, { alias: ["eve"] });
    const tokens = await login({ username: "eve" });
    await service.json("PATCH", `/auth/v1/users/${id}`, { is_active: false });
    expect(await inspect(tokens.access_token)).toMatchObject({
      subject: { state: "disabled" },
      revoked: "principal",
    });
    await expectReason(tokens.access_token, "token revoked");
    expect((await inspect(tokens.refresh_token)).accepted).toBe(false);
  });

  test("I-4: userinfo takes the token of a third party, and one for a resource; the service does not", async () => {
    const third = await accessToken({ gty: undefined });
    expect((await inspect(third)).uses).toEqual([
      { use: "userinfo", accepted: true },
      { use: "service", accepted: false, reason: expect.stringContaining("first-party") },
      { use: "management", accepted: false, reason: expect.stringContaining("first-party") },
    ]);
    const elsewhere = await accessToken({ aud: ["postern", "https://api.example.com"] });
    expect((await inspect(elsewhere)).uses).toEqual([
      { use: "userinfo", accepted: true },
      { use: "service", accepted: false, reason: expect.stringContaining("another resource") },
      {
        use: "management",
        accepted: false,
        reason: expect.stringContaining("another resource"),
      },
    ]);
  });

  test("RFC 8705: a certificate has to come with it", async () => {
    const token = await accessToken({ cnf: { "x5t#S256": "thumb" } });
    expect((await inspect(token)).certificate).toBe("thumb");
  });

  test("a client that may not refresh any more, and one that is disabled", async () => {
    await putClient(service, "brief", { client_secret: WEB.secret });
    const brief = { id: "brief", secret: WEB.secret };
    const { refresh_token } = await login({}, brief);
    await putClient(service, "brief", { client_secret: WEB.secret, grant_types: ["password"] });
    const reason = "the client may not use this grant type";
    expect((await inspect(refresh_token)).uses[0]).toMatchObject({ accepted: false, reason });
    await putClient(service, "brief", { client_secret: WEB.secret }, false);
    expect((await inspect(refresh_token)).uses[0].reason).toBe("client is disabled");
  });
});

describe("a look is no use", () => {
  test("K-9: a refresh token that was replaced is told, and its family goes on", async () => {
    await putSetting(service, "token", { refresh_rotation: "always" });
    const first = (await login()).refresh_token;
    const redeem = (refresh_token: string) =>
      service.form(TOKEN, { grant_type: "refresh_token", refresh_token }, WEB);
    const second = (await redeem(first)).body.refresh_token;
    const third = (await redeem(second)).body.refresh_token;
    // Within the grace it still answers with its newest successor.
    expect(await inspect(first)).toMatchObject({ accepted: true, replaced: true });
    service.runtime.advance(31_000);
    for (let looks = 0; looks < 3; looks += 1) {
      expect(await inspect(first)).toMatchObject({
        accepted: false,
        replaced: true,
        uses: [{ reason: "refresh token was used before" }],
      });
    }
    expect((await redeem(third)).status).toBe(200);
    await service.json("DELETE", "/auth/v1/settings/token");
  });

  test("nothing is remembered, counted, written or logged, and no token lives longer", async () => {
    const running = await service.auth.service;
    const { key, id } = await issueKey(service, { name: "unused", user_id: ada });
    const token = (await login()).access_token;
    const version = (await service.json("GET", "/auth/v1/version")).body.version;
    for (let looks = 0; looks < 30; looks += 1) {
      for (const text of [token, key, `tak_${String(looks).padStart(64, "0")}`])
        await inspect(text);
    }
    const { key_ring } = running.snapshots.current;
    expect(key_ring && rememberedClaims(key_ring, token)).toBeUndefined();
    expect((await listedKey(service, id)).last_used_at).toBeUndefined();
    // Ninety guesses at the key use would have closed it.
    expect((await validate(service, key)).status).toBe(200);
    expect((await service.json("GET", "/auth/v1/version")).body.version).toBe(version);
    const said = JSON.stringify(runtime.lines);
    expect([said.includes(key), said.includes(token)]).toEqual([false, false]);
    service.runtime.advance(900_000);
    expect((await inspect(token)).times).toMatchObject({ expired: true, expires_in: 0 });
    expect((await userinfo(token)).status).toBe(401);
  });
});

describe("who may ask, and what", () => {
  test("A-2: it is no oracle: administrators alone, whatever the token is", async () => {
    await closePlane(service);
    try {
      for (const token of [access, "nonsense", idToken]) {
        for (const [user, status] of [
          [undefined, 401],
          ["ada", 403],
        ] as const) {
          const answer = await send(token, user);
          expect(answer.status).toBe(status);
          expect(answer.text).not.toContain("signature");
        }
      }
    } finally {
      await reopenPlane(service);
    }
  });

  test.each([
    ["", "token: must not be empty"],
    ["  \n", "token: must not be empty"],
    ["x".repeat(65_537), "token: must be at most 65536 characters"],
    [7, "token: "],
    [null, "token: "],
  ])("N-6: bad input names its member: %#", async (token, detail) => {
    const { status, body } = await send(token);
    expect([status, body.message]).toEqual([400, "cannot inspect token"]);
    expect(body.error).toContain(detail);
  });

  test("N-1: claims that are nested without end are not shown, and harm nothing", async () => {
    const encode = (text: string) => Buffer.from(text).toString("base64url");
    const deep = `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    for (const claims of [deep, '{"__proto__":{"x":1}}']) {
      const said = await inspect(`${encode('{"alg":"RS256"}')}.${encode(claims)}.AA`);
      expect(said).toMatchObject({ kind: "unknown_jwt", unreadable: true, accepted: false });
      expect(said.claims).toBeUndefined();
    }
    const long = await inspect(await accessToken({ extra: "x".repeat(20_000) }));
    expect(long.uses).toEqual(refused("token is too long"));
  });
});
