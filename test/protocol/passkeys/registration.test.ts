/** Registration, list, rename and delete (auth-service.md, Passkeys; auth-wire 6.6; F-3 to F-6, T-10, A-3). */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { makePasskey } from "../../support/authenticator.ts";
import { decodeBase64Url } from "../../support/inside.ts";
import { CREDENTIALS, type PasskeyTalk, passkeyTalk, REGISTER } from "../../support/passkeys.ts";
import {
  createAda,
  putClient,
  putSetting,
  reopenPlane,
  roleWithScopes,
  WEB,
  withSetting,
} from "../../support/tokens.ts";

let service: TestAuth;
let talk: PasskeyTalk;
let ada: string;
let root: string;

beforeAll(async () => {
  service = await testAuth();
  talk = passkeyTalk(service);
  ada = await createAda(service);
  const role = await roleWithScopes(service, "admins", { "perm-admin": {} });
  root = await service.createUser({ alias: ["root"], role_ids: [role] });
  await service.createUser({ alias: ["bob"] });
  await service.createServiceAccount();
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  await putSetting(service, "admin", { permission: "perm-admin", allow_missing_x_user: true });
  for (const user of ["ada", "bob"]) {
    for (const { id } of await list(user)) {
      await talk.send("DELETE", `${CREDENTIALS}/${id}`, undefined, user);
    }
  }
});

const list = async (user: string, query = "") =>
  (await talk.send("GET", `${CREDENTIALS}${query}`, undefined, user)).body.payload;

async function finish(user: string, change: (credential: unknown) => unknown = (same) => same) {
  const begun = await talk.beginRegistration(user);
  const { session_id, options } = begun.body.payload;
  const { credential } = await makePasskey(options, ORIGIN);
  const send = () =>
    talk.send("POST", REGISTER, { session_id, credential: change(credential) }, user);
  return { send, session_id, credential };
}

describe("registration", () => {
  test("begin: what navigator.credentials.create needs", async () => {
    const { status, body } = await talk.beginRegistration("ada");
    expect(status).toBe(200);
    expect(body.payload).toEqual({
      session_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      options: {
        challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        rp: { id: "example.com", name: "Postern" },
        user: { id: expect.any(String), name: "ada", displayName: "Ada" },
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
        timeout: 60_000,
        excludeCredentials: [],
        authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
        attestation: "none",
      },
    });
    const handle = decodeBase64Url(body.payload.options.user.id);
    expect(new TextDecoder().decode(handle), "the handle is the id, not a name").toBe(ada);
  });

  test("finish stores it under the name of its authenticator; the list shows it; an event tells it", async () => {
    const passkey = await talk.register("ada");
    const [first] = await list("ada");
    expect(first).toEqual({
      id: passkey.id,
      user_id: ada,
      name: "iCloud Keychain",
      rp_id: "example.com",
      sign_count: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updated_at: expect.any(String),
      authenticator: "iCloud Keychain",
      aaguid: "fbfc3007-154e-4ecc-8c0b-6e020557d7bd",
      transports: ["internal", "hybrid"],
      backup_eligible: true,
      backup_state: true,
    });
    const { store } = await service.auth.service;
    const rows = await store.db.execute(
      sql.raw("select topic, action, entity_id, actor from auth_events where topic = 'passkeys'"),
    );
    expect(JSON.stringify(rows)).toContain(passkey.id);
    expect(JSON.stringify(rows)).toContain('"actor":"ada"');
    const me = await service.json("GET", "/auth/v1/me", undefined, "ada");
    expect(me.body.payload.passkey_count).toBe(1);
  });

  test("excludeCredentials replays transports; a name that was given is kept, cleaned", async () => {
    await talk.register("ada");
    await talk.register("ada", { kind: "EdDSA" }, { name: "  My\u202e phone\n" });
    const { body } = await talk.beginRegistration("ada");
    const present = await list("ada");
    expect(present.map(({ name }: { name: string }) => name)).toEqual([
      "iCloud Keychain",
      "My phone",
    ]);
    expect(body.payload.options.excludeCredentials).toEqual(
      present.map(({ id, transports }: { id: string; transports: string[] }) => ({
        type: "public-key",
        id,
        transports,
      })),
    );
  });

  test("an authenticator that hides its model is called a passkey", async () => {
    const aaguid = "00000000-0000-0000-0000-000000000000";
    await talk.register("bob", { kind: "RS256", aaguid, transports: [] });
    expect(await list("bob")).toMatchObject([{ name: "Passkey", transports: [] }]);
    expect((await list("bob"))[0]).not.toHaveProperty("authenticator");
  });

  test("F-4: a session works once, also when the finish failed", async () => {
    const { send, session_id } = await finish("ada", () => ({ id: "AA" }));
    expect((await send()).body).toMatchObject({ message: "registration failed" });
    const { credential } = await makePasskey(
      { rp: { id: "example.com" }, user: { id: "x" }, challenge: "x" },
      ORIGIN,
    );
    const again = await talk.send("POST", REGISTER, { session_id, credential }, "ada");
    expect([again.status, again.body.message]).toEqual([400, "registration session invalid"]);
  });

  test("F-4: of finishes at once one stores", async () => {
    const { send } = await finish("ada");
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test("F-4: two minutes, and it belongs to the user who began", async () => {
    const late = await finish("ada");
    const foreign = await talk.beginRegistration("ada");
    const { session_id, options } = foreign.body.payload;
    const { credential } = await makePasskey(options, ORIGIN);
    const stolen = await talk.send("POST", REGISTER, { session_id, credential }, "bob");
    expect([stolen.status, stolen.body.message]).toEqual([400, "registration session invalid"]);
    const { store } = await service.auth.service;
    await store.db.execute(
      sql.raw(
        "update auth_flow_codes set expires_at = expires_at - interval '121 seconds' where kind = 'passkey_reg'",
      ),
    );
    expect((await late.send()).body.message).toBe("registration session invalid");
  });

  test("F-6: a credential id belongs to one user", async () => {
    const id = crypto.getRandomValues(new Uint8Array(16));
    await talk.register("ada", { id });
    const begun = await talk.beginRegistration("bob");
    const { session_id, options } = begun.body.payload;
    const { credential } = await makePasskey(options, ORIGIN, { id });
    const answer = await talk.send("POST", REGISTER, { session_id, credential }, "bob");
    expect([answer.status, answer.body.message]).toEqual([409, "cannot save credential"]);
  });

  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["http instead of https", { origin: "http://id.example.com" }],
    ["another RP ID", { rp_id: "id.example.com" }],
    ["another type", { clientData: { type: "webauthn.get" } }],
    ["another challenge", { clientData: { challenge: "AAAA" } }],
    ["a frame", { clientData: { crossOrigin: true } }],
    ["a frame of a foreign page", { clientData: { topOrigin: "https://evil.example" } }],
    ["no one present", { present: false }],
    ["backed up and not eligible", { backup_eligible: false }],
    ["bytes left over", { trailing: new Uint8Array([0]) }],
    ["another attestation format", { fmt: "tpm" }],
  ])("F-5: refused: %s", async (_, making) => {
    const begun = await talk.beginRegistration("ada");
    const { session_id, options } = begun.body.payload;
    const { credential } = await makePasskey(options, ORIGIN, making);
    const { status, body, text } = await talk.send(
      "POST",
      REGISTER,
      { session_id, credential },
      "ada",
    );
    expect([status, body.message]).toEqual([400, "registration failed"]);
    expect(text, "N-8: nothing of what was sent").not.toContain("evil");
  });

  test("F-5: user verification where it is required", async () => {
    await withSetting(service, "passkey", { user_verification: "required" }, async () => {
      const begun = await talk.beginRegistration("ada");
      const { session_id, options } = begun.body.payload;
      expect(options.authenticatorSelection.userVerification).toBe("required");
      const { credential } = await makePasskey(options, ORIGIN, { verified: false });
      const { status } = await talk.send("POST", REGISTER, { session_id, credential }, "ada");
      expect(status).toBe(400);
    });
  });

  test("an id that is not the one in the authenticator's data", async () => {
    const { send } = await finish("ada", (credential) => ({
      ...(credential as object),
      ...{ id: "AAAA", rawId: "AAAA" },
    }));
    expect((await send()).body.error).toContain("the credential id is another one");
  });

  test("10,000 characters in every text", async () => {
    const long = "x".repeat(10_000);
    for (const body of [
      { name: long, credential: {} },
      { session_id: long, credential: { id: "A" } },
      { user_id: long },
    ]) {
      const { status } = await talk.send("POST", REGISTER, body, "ada");
      expect(status, Object.keys(body).join()).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
  });
});

describe("who may", () => {
  test("401 without a caller, for every route", async () => {
    for (const [method, path] of [
      ["POST", REGISTER],
      ["GET", CREDENTIALS],
      ["PATCH", `${CREDENTIALS}/x`],
      ["DELETE", `${CREDENTIALS}/x`],
    ] as const) {
      const body = method === "POST" || method === "PATCH" ? {} : undefined;
      expect((await talk.send(method, path, body)).status, path).toBe(401);
      expect((await talk.send(method, path, body, "absent")).status, path).toBe(401);
    }
  });

  test("F-6: another user's passkeys need the admin permission", async () => {
    for (const body of [{ user_id: ada }, { user_id: "unknown" }]) {
      expect((await talk.beginRegistration("bob", body)).status).toBe(403);
    }
    expect((await talk.send("GET", `${CREDENTIALS}?user_id=${ada}`, undefined, "bob")).status).toBe(
      403,
    );
    expect((await talk.beginRegistration("root", { user_id: "unknown" })).body.message).toBe(
      "user not found",
    );
    await talk.register("bob");
    const bob = (await list("bob"))[0].user_id;
    const made = await talk.register("root", {}, { user_id: bob, name: "Security key" });
    expect(await list("root", `?user_id=${bob}`)).toHaveLength(2);
    expect((await list("bob"))[1]).toMatchObject({ id: made.id, name: "Security key" });
    expect(await list("root"), "and none for the administrator").toEqual([]);
    expect(await list("root", `?user_id=${root}`)).toEqual([]);
  });

  test("A-3: renaming and deleting: one's own; another user's is not there", async () => {
    const { id } = await talk.register("bob");
    const path = `${CREDENTIALS}/${encodeURIComponent(id)}`;
    for (const [method, body] of [
      ["PATCH", { name: "Mine" }],
      ["DELETE", undefined],
    ] as const) {
      const foreign = await talk.send(method, path, body, "ada");
      expect([foreign.status, foreign.body.message]).toEqual([404, "passkey not found"]);
    }
    const renamed = await talk.send("PATCH", path, { name: " Work laptop " }, "bob");
    expect(renamed.body.payload).toEqual({ message: "passkey updated" });
    expect((await list("bob")).map(({ name }: { name: string }) => name)).toContain("Work laptop");
    for (const name of ["", "  ", "x".repeat(101), "a\u0000b", "a\nb", undefined]) {
      expect((await talk.send("PATCH", path, { name }, "bob")).status, name).toBe(400);
    }
    expect((await talk.send("PATCH", path, { name: "By root" }, "root")).status).toBe(200);
    const gone = await talk.send("DELETE", path, undefined, "root");
    expect(gone.body.payload).toEqual({ message: "passkey deleted" });
    expect((await talk.send("DELETE", path, undefined, "bob")).status).toBe(404);
  });

  test("D2: 503 on every route while passkeys are disabled; an administrator still deletes", async () => {
    const { id } = await talk.register("bob");
    const path = `${CREDENTIALS}/${id}`;
    await withSetting(service, "passkey", { disabled: true }, async () => {
      for (const [method, where, body] of [
        ["POST", REGISTER, {}],
        ["GET", CREDENTIALS, undefined],
        ["PATCH", path, { name: "x" }],
        ["DELETE", path, undefined],
      ] as const) {
        const answer = await talk.send(method, where, body, "bob");
        expect([answer.status, answer.body.message]).toEqual([503, "passkey not available"]);
      }
      expect((await talk.send("POST", REGISTER, {})).status, "401 comes first").toBe(401);
      expect((await talk.send("DELETE", path, undefined, "root")).status).toBe(200);
    });
  });

  test("a service account has no passkeys", async () => {
    expect((await talk.beginRegistration("robot")).body.message).toBe("user not found");
  });

  test("T-10: a session older than ten minutes adds, renames and removes nothing", async () => {
    const { id } = await talk.register("bob");
    const now = Math.floor(service.runtime.clock.now() / 1_000);
    const as = (method: string, path: string, auth_time: number, body?: object) =>
      service.auth.fetch(
        new Request(`${ORIGIN}${path}`, {
          method,
          headers: { "content-type": "application/json" },
          ...(body && { body: JSON.stringify(body) }),
        }),
        undefined,
        { session: { principal: "bob", auth_time } },
      );
    const tries = [
      ["POST", REGISTER, {}],
      ["PATCH", `${CREDENTIALS}/${id}`, { name: "x" }],
      ["DELETE", `${CREDENTIALS}/${id}`, undefined],
    ] as const;
    for (const [method, path, body] of tries) {
      expect((await as(method, path, now - 605, body)).status, method).toBe(403);
    }
    expect((await as("GET", CREDENTIALS, now - 605)).status, "it may look").toBe(200);
    for (const [method, path, body] of tries) {
      expect((await as(method, path, now - 60, body)).status, method).toBe(200);
    }
  });

  test("decision E-2: an API key neither reads nor changes its owner's passkeys", async () => {
    const passkey = await talk.register("ada");
    await reopenPlane(service);
    const made = await service.json("POST", "/auth/v1/api-key-principals", {
      user_id: ada,
      name: "deploy",
    });
    const { id } = made.body.payload;
    const as = (method: string, path: string, body?: object) =>
      service.auth.fetch(
        new Request(`${ORIGIN}${path}`, {
          method,
          headers: { "content-type": "application/json" },
          ...(body && { body: JSON.stringify(body) }),
        }),
        undefined,
        { session: { api_key_id: id } },
      );
    expect((await as("GET", CREDENTIALS)).status).toBe(403);
    expect((await as("POST", REGISTER, {})).status).toBe(403);
    expect((await as("DELETE", `${CREDENTIALS}/${passkey.id}`)).status).toBe(403);
  });

  test("B-2: another origin's page changes nothing", async () => {
    const response = await service.auth.fetch(
      new Request(`${ORIGIN}${REGISTER}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-user": "ada",
          origin: "https://evil.example",
        },
        body: "{}",
      }),
    );
    expect(response.status).toBe(403);
  });
});
