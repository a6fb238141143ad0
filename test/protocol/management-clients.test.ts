/** Decision E-4: through which clients an administrator manages the service (A6, C2). */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byToken, through } from "../support/api-keys.ts";
import {
  answerOf,
  CALLBACK,
  formTokenOf,
  newFlow,
  openPage,
  redeem,
  submit,
} from "../support/authorize.ts";
import { configPlace, configTable, mutate } from "../support/inside.ts";
import { type SessionSetup, sessionSetup } from "../support/session.ts";
import { ADA, putClient, putSetting, TOKEN } from "../support/tokens.ts";

const SECRET = "a secret of a client";
let setup: SessionSetup;

beforeAll(async () => {
  setup = await sessionSetup();
  const { service } = setup;
  const made = await service.json("POST", "/auth/v1/permissions", { name: "manage" });
  const permission_ids = [made.body.payload.id];
  const role = await service.json("POST", "/auth/v1/roles", { name: "managers", permission_ids });
  const ada = await service.auth.api.principal("ada");
  await service.json("PATCH", `/auth/v1/users/${ada?.id}`, { role_ids: [role.body.payload.id] });
  await service.createUser({ alias: ["bob"] });
  const clients = {
    dashboard: { skip_consent: true },
    console: { skip_consent: true, management: true },
    asking: { management: true },
    notes: {},
    registered: { management: true, dynamic: true, grant_types: ["authorization_code"] },
    older: { skip_consent: true },
    "older-notes": {},
  };
  for (const [id, more] of Object.entries(clients)) await put(id, more);
  await fromBefore("older");
  await fromBefore("older-notes");
  await putSetting(service, "api_key", { self_service: true });
  await putSetting(service, "admin", { permission: "manage", allow_missing_x_user: false });
});
afterAll(() => setup[Symbol.asyncDispose]());

const put = (id: string, more: object) =>
  putClient(setup.service, id, { client_secret: SECRET, redirect_uris: [CALLBACK], ...more });

/** The record becomes as versions before the member `management` wrote it: without a word of it. */
async function fromBefore(id: string): Promise<void> {
  const { ownStore: store } = await setup.service.auth.service;
  const table = configTable("oauth_clients");
  const place = configPlace("oauth_clients", id);
  const change = { topic: "oauth_clients", action: "upsert", entity: id, actor: "test" } as const;
  await mutate(store, change, async ({ tx, touch }) => {
    const [row] = await tx.select().from(table).where(eq(table.id, id));
    const { management: _said, ...config } = JSON.parse(
      await store.box.open(place, row?.config_encrypted ?? ""),
    );
    const config_encrypted = await store.box.seal(place, JSON.stringify(config));
    await tx.update(table).set({ config_encrypted }).where(eq(table.id, id));
    touch("oauth_clients", id);
  });
}

/** An access token of a user, else of the administrator, from a code flow at the client. */
async function tokenAt(client_id: string, user = "ada"): Promise<string> {
  const { service } = setup;
  const flow = await newFlow(service, { client_id });
  let answer = await openPage(service, flow, user);
  if (answer.status === 200) {
    const form = { flow, form_token: formTokenOf(answer), action: "approve" };
    answer = await submit(service, form, user);
  }
  const { code = "" } = answerOf(answer);
  const redeemed = await redeem(service, code, {}, { id: client_id, secret: SECRET });
  expect(redeemed.status, redeemed.text).toBe(200);
  return redeemed.body.access_token;
}

const asked = async (path: string, token: string) =>
  (await through(setup, "GET", path, byToken(token))).status;
const planes = async (token: string) => ({
  own: await asked("/auth/v1/me", token),
  management: await asked("/auth/v1/users", token),
});

describe("a token of an administrator", () => {
  test.each([
    ["dashboard", "skip_consent alone", { own: 200, management: 403 }],
    ["console", "skip_consent and management", { own: 200, management: 200 }],
    ["asking", "management, after a question", { own: 200, management: 200 }],
    ["notes", "neither", { own: 403, management: 403 }],
    ["registered", "management, and it registered itself", { own: 403, management: 403 }],
    ["older", "skip_consent, from before", { own: 200, management: 200 }],
    ["older-notes", "neither, from before", { own: 403, management: 403 }],
  ])("%s: %s", async (client, _about, expected) => {
    expect(await planes(await tokenAt(client))).toEqual(expected);
  });

  test("of the client of the login page, and of a grant with the own proof, manages", async () => {
    const { access_token } = await setup.tokens();
    expect(await planes(access_token)).toEqual({ own: 200, management: 200 });
    const proven = await setup.service.form(TOKEN, ADA, { id: "notes", secret: SECRET });
    expect(await planes(proven.body.access_token)).toEqual({ own: 200, management: 200 });
  });

  test("the refusal names the client and what its record needs", async () => {
    const { status, body } = await through(
      setup,
      "GET",
      "/auth/v1/users",
      byToken(await tokenAt("dashboard")),
    );
    expect(status).toBe(403);
    expect(body.message ?? body.error).toMatch(/"dashboard".*management: true/);
  });

  test("is no administrator in what is told of its rights either", async () => {
    const told = await through(
      setup,
      "GET",
      "/auth/v1/capabilities",
      byToken(await tokenAt("dashboard")),
    );
    expect(JSON.stringify(told.body)).toContain('"is_admin":false');
  });

  test("the token inspector says the same of each", async () => {
    const manager = byToken((await setup.tokens()).access_token);
    const path = "/auth/v1/token/inspect";
    for (const [client, expected] of [
      ["dashboard", false],
      ["console", true],
    ] as const) {
      const token = await tokenAt(client);
      const { body } = await through(setup, "POST", path, manager, { token });
      const uses: readonly { use: string; accepted: boolean }[] = body.payload.uses;
      expect(uses.find(({ use }) => use === "management")?.accepted, client).toBe(expected);
      expect(uses.find(({ use }) => use === "service")?.accepted, client).toBe(true);
    }
  });
});

describe("a token that does not manage leads to nothing that does", () => {
  const bearer = async (client: string, user?: string) => byToken(await tokenAt(client, user));
  const of = (client: string) => ({ id: client, secret: SECRET });
  const refusal =
    /"dashboard", which may neither manage .* nor change .*: its record needs management: true/;

  test.each([
    ["an administrator", "ada"],
    ["who may become one", "bob"],
  ])("no API key of %s, though everyone may make one", async (_, user) => {
    const made = async (client: string) =>
      through(setup, "POST", "/auth/v1/api-keys", await bearer(client, user), { name: "kept" });
    const { status, body } = await made("dashboard");
    expect([status, body.message]).toEqual([403, expect.stringMatching(refusal)]);
    expect((await made("console")).status).toBe(200);
  });

  test("no code of a client that manages: neither without a question nor by the answer to one", async () => {
    for (const client_id of ["console", "asking"]) {
      const flow = await newFlow(setup.service, { client_id });
      const page = `/auth/oauth2/consent?flow=${flow}`;
      const headers = { ...(await bearer("dashboard")), accept: "text/html" };
      const opened = await setup.jar().send("GET", page, { headers });
      expect([opened.status, opened.headers.get("location")]).toEqual([403, null]);
      const sent = await setup.jar().send("POST", "/auth/oauth2/consent", {
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ flow, action: "approve" }),
      });
      expect([sent.status, sent.headers.get("location")]).toEqual([403, null]);
    }
  });

  test("no device of a client that manages", async () => {
    const begun = await setup.service.form("/auth/oauth2/device_authorization", {}, of("console"));
    const { user_code, device_code } = begun.body;
    const approved = await through(setup, "POST", "/auth/v1/device", await bearer("dashboard"), {
      user_code,
    });
    expect([approved.status, approved.body.message]).toEqual([403, expect.stringMatching(refusal)]);
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    const asked = await setup.service.form(TOKEN, { grant_type, device_code }, of("console"));
    expect(asked.body.error).toBe("authorization_pending");
  });

  async function exchanged(token: string, client: string): Promise<string> {
    const fields = {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: token,
      subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
    };
    const { status, body, text } = await setup.service.form(TOKEN, fields, of(client));
    expect(status, text).toBe(200);
    return body.access_token;
  }

  test("no token that a client which manages is given for it, however often", async () => {
    const once = await exchanged(await tokenAt("dashboard"), "console");
    expect(await planes(once)).toEqual({ own: 200, management: 403 });
    expect(await planes(await exchanged(once, "console"))).toEqual({ own: 200, management: 403 });
    const other = await exchanged(await exchanged(await tokenAt("notes"), "dashboard"), "console");
    expect(await planes(other)).toEqual({ own: 403, management: 403 });
    const managing = await exchanged(await tokenAt("console"), "console");
    expect(await planes(managing)).toEqual({ own: 200, management: 200 });
    const narrowed = await exchanged(managing, "dashboard");
    expect(await planes(narrowed)).toEqual({ own: 200, management: 403 });
    expect(await planes(await exchanged(narrowed, "console"))).toEqual({
      own: 200,
      management: 403,
    });
  });
});

describe("a record from before", () => {
  const manager = async () => byToken((await setup.tokens()).access_token);
  const record = async (id: string) =>
    (await through(setup, "GET", `/auth/v1/oauth/clients/${id}`, await manager())).body.payload;
  const named = async () => {
    const { body } = await through(setup, "GET", "/auth/v1/doctor", await manager());
    const findings: readonly { id: string; severity: string; details?: readonly string[] }[] =
      body.payload;
    return findings.find(({ id }) => id === "management_clients");
  };
  const save = async (id: string, config: object) => {
    const path = `/auth/v1/oauth/clients/${id}`;
    const { status, text } = await through(setup, "PUT", path, await manager(), { config });
    expect(status, text).toBe(200);
  };

  test("shows what it has, is named by the doctor, and keeps it until it says otherwise", async () => {
    expect((await record("older")).config.management).toBe(true);
    expect(await named()).toMatchObject({ severity: "warning", details: ["older"] });

    await save("older", { redirect_uris: [CALLBACK], skip_consent: true, scope: ["more"] });
    expect(await planes(await tokenAt("older")), "a script that knows nothing of it").toEqual({
      own: 200,
      management: 200,
    });

    await save("older", { redirect_uris: [CALLBACK], skip_consent: true, management: false });
    expect(await planes(await tokenAt("older"))).toEqual({ own: 200, management: 403 });
    expect(await named()).toMatchObject({ severity: "ok" });

    await save("older", { redirect_uris: [CALLBACK], skip_consent: true });
    expect(await planes(await tokenAt("older")), "once said, it counts").toEqual({
      own: 200,
      management: 403,
    });
    await fromBefore("older");
  });

  test("a new one says it from the start", async () => {
    expect((await record("dashboard")).config.management).toBe(false);
  });
});
