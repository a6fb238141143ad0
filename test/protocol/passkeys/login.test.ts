/** POST {prefix}/oauth2/passkey (auth-service.md, Passkeys; auth-wire 5.15; F-4 to F-6, K-10; WebAuthn §7.2). */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { type Passkey, usePasskey } from "../../support/authenticator.ts";
import { CREDENTIALS, LOGIN, type PasskeyTalk, passkeyTalk } from "../../support/passkeys.ts";
import { claimsOf, createAda, putClient, refusal, WEB, withSetting } from "../../support/tokens.ts";

let service: TestAuth;
let talk: PasskeyTalk;
let ada: string;
let passkey: Passkey;

beforeAll(async () => {
  service = await testAuth();
  talk = passkeyTalk(service);
  ada = await createAda(service);
  await service.createUser({ alias: ["bob"] });
  await putClient(service, WEB.id, {
    client_secret: WEB.secret,
    resources: ["https://api.example.com/"],
  });
  await putClient(service, "other", { client_secret: "other-secret" });
  await putClient(service, "spa", { public: true });
  await putClient(service, "registered", { client_secret: "s", dynamic: true });
  passkey = await talk.register("ada");
});
afterAll(() => service[Symbol.asyncDispose]());

const INVALID = { status: 401, error: "invalid_grant" };
const described = ({ body }: { body: { error_description: string } }) => body.error_description;

describe("begin", () => {
  test("without a username: any passkey of the device", async () => {
    const { status, body, headers } = await talk.begin();
    expect(status).toBe(200);
    expect(body).toEqual({
      session_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      options: {
        challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        timeout: 60_000,
        rpId: "example.com",
        userVerification: "preferred",
      },
    });
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await talk.begin()).body.options.challenge).not.toBe(body.options.challenge);
  });

  test("with one: its passkeys, with their transports; every alias, trimmed", async () => {
    for (const username of ["ada", " ADA@example.com "]) {
      const { body } = await talk.begin({ username });
      expect(body.options.allowCredentials).toEqual([
        { type: "public-key", id: passkey.id, transports: ["internal", "hybrid"] },
      ]);
    }
  });

  test("F-6: an unknown username, and one without passkeys, look like one that has them", async () => {
    await service.createUser({ alias: ["carol"] });
    const shown = async (username: string) => (await talk.begin({ username })).body.options;
    for (const username of ["absent", "carol", "x".repeat(900)]) {
      const [first, again] = [await shown(username), await shown(` ${username.toUpperCase()}`)];
      expect(first.allowCredentials).toEqual([
        {
          type: "public-key",
          id: expect.stringMatching(/^[\w-]{16,}$/),
          transports: expect.any(Array),
        },
      ]);
      expect(again.allowCredentials, "always the same").toEqual(first.allowCredentials);
    }
    expect(await shown("absent")).not.toMatchObject(await shown("absent2"));
    expect((await talk.begin({ username: "x".repeat(10_000) })).status).toBe(400);
  });
});

describe("finish", () => {
  test("answers like the token endpoint: scope, refresh, ID token, amr, gty, resource", async () => {
    const answer = await talk.signIn(passkey, {}, { scope: "openid profile" });
    expect(answer.status, answer.text).toBe(200);
    const { token_type, access_token, refresh_token, id_token, scope } = answer.body;
    expect([token_type, scope]).toEqual(["Bearer", "openid profile"]);
    expect(claimsOf(access_token)).toMatchObject({
      sub: ada,
      azp: WEB.id,
      gty: "passkey",
      amr: ["swk", "user", "mfa"],
      remember_me: false,
    });
    expect(claimsOf(id_token)).toMatchObject({ sub: ada, amr: ["swk", "user", "mfa"] });
    const again = await service.form(
      "/auth/oauth2/token",
      { grant_type: "refresh_token", refresh_token },
      WEB,
    );
    expect(again.status, again.text).toBe(200);
    expect(claimsOf(again.body.access_token).amr).toEqual(["swk", "user", "mfa"]);
    const resource = "https://api.example.com/mcp";
    const remembered = await talk.signIn(passkey, {}, { remember_me: true, resource });
    expect(claimsOf(remembered.body.access_token)).toMatchObject({ remember_me: true });
    expect(claimsOf(remembered.body.access_token).aud).toContain(resource);
    const foreign = await talk.signIn(passkey, {}, { resource: ["https://evil.example"] });
    expect(foreign.body.error).toBe("invalid_target");
  });

  test.each(["ES256", "EdDSA", "RS256"] as const)(
    "%s keys; a device's own key without a check of the person",
    async (kind) => {
      const flags = { backup_eligible: false, backup_state: false, verified: false };
      const own = await talk.register("bob", { kind, ...flags });
      const { body } = await talk.signIn(own, flags);
      expect(claimsOf(body.access_token).amr).toEqual(["hwk", "user"]);
    },
  );

  test("with a username, and without a user handle", async () => {
    const begun = await talk.begin({ username: "ada" });
    expect((await talk.finish(begun, passkey, { userHandle: null })).status).toBe(200);
    expect(
      (await talk.finish(await talk.begin({ username: "ada" }), passkey, { userHandle: "" }))
        .status,
    ).toBe(200);
    const discovered = await talk.signIn(passkey, { userHandle: null });
    expect(refusal(discovered), "then it must say whom it means").toEqual(INVALID);
  });

  test("F-4: once, whatever comes of it; of finishes at once one", async () => {
    const begun = await talk.begin();
    expect((await talk.finish(begun, passkey, { origin: "https://evil.example" })).status).toBe(
      401,
    );
    expect(described(await talk.finish(begun, passkey))).toBe(
      "passkey session not found or expired",
    );
    const next = await talk.begin();
    const answers = await Promise.all([1, 2, 3].map(() => talk.finish(next, passkey)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test("F-4: two minutes", async () => {
    const begun = await talk.begin();
    const { store } = await service.auth.service;
    const row = await store.db.execute(
      sql.raw(
        // The clock is read for each of the two: whole seconds, as a millisecond may lie between.
        "select extract(epoch from expires_at - created_at)::int as seconds from auth_flow_codes where kind = 'passkey_login' order by created_at desc limit 1",
      ),
    );
    expect(Number(JSON.stringify(row).match(/"seconds":"?(\d+)/)?.[1])).toBe(120);
    await store.db.execute(
      sql.raw(
        "update auth_flow_codes set expires_at = expires_at - interval '121 seconds' where kind = 'passkey_login'",
      ),
    );
    expect(refusal(await talk.finish(begun, passkey))).toEqual(INVALID);
  });

  test("F-4: bound to its client and to login", async () => {
    const begun = await talk.begin();
    const other = { client_id: "other", client_secret: "other-secret" };
    expect(described(await talk.finish(begun, passkey, {}, other))).toContain("not found");
    const registration = await talk.beginRegistration("ada");
    const swapped = { ...registration, body: registration.body.payload };
    expect(described(await talk.finish(swapped, passkey))).toContain("not found");
  });

  test("no session, no rawId, and what is no credential", async () => {
    const client = { client_id: WEB.id, client_secret: WEB.secret };
    const bare = await talk.send("POST", LOGIN, { ...client, assertion: {} });
    expect([refusal(bare), described(bare)]).toEqual([INVALID, "session_id is required"]);
    for (const [assertion, text] of [
      [{}, "assertion rawId not found"],
      [{ rawId: "%%" }, /^assertion\./],
      [[], "assertion rawId not found"],
      ["text", "assertion rawId not found"],
    ] as const) {
      const { session_id } = (await talk.begin()).body;
      const answer = await talk.send("POST", LOGIN, { ...client, session_id, assertion });
      expect(refusal(answer)).toEqual({ status: 400, error: "invalid_request" });
      expect(described(answer)).toMatch(text);
    }
  });

  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another port", { origin: "https://id.example.com:8443" }],
    ["another RP ID", { rp_id: "evil.example" }],
    ["another type", { clientData: { type: "webauthn.create" } }],
    ["another challenge", { clientData: { challenge: "AAAA" } }],
    ["a frame", { clientData: { crossOrigin: true } }],
    ["a frame that hides it", { clientData: { topOrigin: "https://evil.example" } }],
    ["no one present", { present: false }],
    ["bytes left over", { trailing: new Uint8Array([1]) }],
    ["another user's handle", { userHandle: "Ym9i" }],
    ["backed up and not eligible", { backup_eligible: false }],
    ["another kind of key", { backup_eligible: false, backup_state: false }],
  ])("F-5: refused: %s", async (_, claims) => {
    const answer = await talk.signIn(passkey, claims);
    expect(refusal(answer)).toEqual(INVALID);
    expect(answer.text, "N-8: nothing of what was sent").not.toContain("evil");
  });

  test("F-5: another key under this id, and a signature that is none", async () => {
    const begun = await talk.begin();
    const forged = await talk.register("bob");
    const { id, userHandle } = passkey;
    expect(refusal(await talk.finish(begun, { ...forged, id, userHandle }))).toEqual(INVALID);
    const { session_id, options } = (await talk.begin()).body;
    const assertion = await usePasskey(passkey, options, ORIGIN);
    assertion.response.signature = "AAAA";
    const client = { client_id: WEB.id, client_secret: WEB.secret };
    expect(refusal(await talk.send("POST", LOGIN, { ...client, session_id, assertion }))).toEqual(
      INVALID,
    );
  });

  test("F-5: user verification where it was required at the begin", async () => {
    await withSetting(service, "passkey", { user_verification: "required" }, async () => {
      const begun = await talk.begin();
      expect(begun.body.options.userVerification).toBe("required");
      expect(refusal(await talk.finish(begun, passkey, { verified: false }))).toEqual(INVALID);
    });
    const { body } = await talk.signIn(passkey, { verified: false });
    expect(claimsOf(body.access_token).amr).toEqual(["swk", "user"]);
  });

  test("F-5: a username takes its own passkeys only", async () => {
    const bobs = await talk.register("bob");
    for (const username of ["ada", "absent"]) {
      const answer = await talk.finish(await talk.begin({ username }), bobs);
      expect([refusal(answer), described(answer)]).toEqual([INVALID, "credential not found"]);
    }
  });

  test("F-5: a counter grows; what it has reached never comes again; the last use is shown", async () => {
    const counting = await talk.register("bob", { counter: 3 });
    expect((await talk.signIn(counting, { counter: 4 })).status).toBe(200);
    for (const counter of [4, 3, 0]) {
      expect(refusal(await talk.signIn(counting, { counter })), `${counter}`).toEqual(INVALID);
    }
    expect((await talk.signIn(counting, { counter: 5 })).status).toBe(200);
    const begun = [await talk.begin(), await talk.begin()];
    const both = await Promise.all(begun.map((one) => talk.finish(one, counting, { counter: 6 })));
    expect(both.map(({ status }) => status).sort(), "also at once").toEqual([200, 401]);
    const { body } = await talk.send("GET", CREDENTIALS, undefined, "bob");
    const shown = body.payload.find(({ id }: { id: string }) => id === counting.id);
    expect(shown).toMatchObject({ sign_count: 6, last_used_at: expect.any(String) });
  });

  test("K-10: a disabled or deleted user, and a deleted passkey, sign in no more", async () => {
    const user = await service.createUser({ alias: ["carl"] });
    const carls = await talk.register("carl", { counter: 1 });
    const begun = await talk.begin();
    await service.json("PATCH", `/auth/v1/users/${user}`, { is_active: false });
    const refused = await talk.finish(begun, carls, { counter: 9 });
    expect([refusal(refused), described(refused)]).toEqual([INVALID, "user not found"]);
    await service.json("PATCH", `/auth/v1/users/${user}`, { is_active: true });
    const replayed = await talk.signIn(carls, { counter: 9 });
    expect(refusal(replayed), "it was counted all the same").toEqual(INVALID);
    await service.json("DELETE", `/auth/v1/users/${user}`);
    expect(described(await talk.signIn(carls, { counter: 10 }))).toBe("credential not found");
  });
});

describe("clients", () => {
  const as = (client_id: string, client_secret?: string) =>
    talk.begin({ client_id, client_secret });

  test("confidential ones only; a wrong secret, none, and Basic are refused", async () => {
    for (const answer of [
      await as(WEB.id, "wrong"),
      await as("absent", "x"),
      await as("spa"),
      await as("spa", ""),
      await talk.send("POST", LOGIN, {}),
    ]) {
      expect(refusal(answer)).toEqual({ status: 401, error: "invalid_client" });
    }
    expect(refusal(await as("registered", "s"))).toEqual({
      status: 400,
      error: "unauthorized_client",
    });
  });

  test.each([
    [[], true],
    [["password"], true],
    [["password", "email_code"], false],
    [["passkey"], true],
    [["authorization_code"], false],
  ])("grant_types %j", async (grant_types, allowed) => {
    await putClient(service, "limited", { client_secret: "x", grant_types });
    expect((await as("limited", "x")).status).toBe(allowed ? 200 : 400);
  });

  test("503 while passkeys are disabled, after the client", async () => {
    await withSetting(service, "passkey", { disabled: true }, async () => {
      const answer = await talk.begin();
      expect(refusal(answer)).toEqual({ status: 503, error: "passkey_unavailable" });
      expect(described(answer)).toBe("passkey is disabled");
      expect((await as(WEB.id, "wrong")).status).toBe(401);
    });
  });

  test.each([
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, "client_id=web-app"],
    ["no JSON", { "content-type": "application/json" }, "{"],
    ["a list", { "content-type": "application/json" }, "[]"],
    ["a number for a text", { "content-type": "application/json" }, '{"username":7}'],
  ])("%s: invalid_request", async (_, headers, body) => {
    const answer = await service.request("POST", LOGIN, { headers, body });
    expect(answer.body.error).toBe("invalid_request");
  });
});

describe("O2: begins are counted", () => {
  afterAll(() => service.json("DELETE", "/auth/v1/settings/passkey"));

  test("per network, never per username; the answer says how long to wait; finishes still work", async () => {
    const begun = await talk.begin();
    const attempts = { per_network: 3, per_account: 3 };
    await service.json("PUT", "/auth/v1/settings/passkey", { value: { attempts } });
    const answers = [];
    for (let n = 0; n < 4; n++) answers.push(await talk.begin({ username: "ada" }));
    expect(answers.at(-1)?.status).toBe(429);
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await talk.finish(begun, passkey)).status).toBe(200);
    const elsewhere = { remoteAddress: "192.0.2.7" };
    const request = new Request(`${ORIGIN}${LOGIN}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_id: WEB.id, client_secret: WEB.secret, username: "ada" }),
    });
    expect(
      (await service.auth.fetch(request, undefined, { connection: elsewhere })).status,
      "no one is locked out",
    ).toBe(200);
  });
});
