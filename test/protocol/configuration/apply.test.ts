/** The configuration as one document: what is read changes nothing when it is applied, and what is applied is there at once (ADR 0100). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LoginSetup, loginSetup } from "../../support/login-setup.ts";

let setup: LoginSetup;

async function fill({ as }: LoginSetup): Promise<void> {
  const role = await as("POST", "/roles", { name: "analyst", description: "Reads reports" });
  await as("POST", "/permissions", {
    name: "read-reports",
    resources: [{ hosts: ["app.example.com"], paths: ["/reports/**"], methods: ["GET"] }],
    scope: { reports: ["analyst"] },
  });
  await as("POST", "/roles", { name: "lead", role_ids: [role.body.payload.id] });
  await as("POST", "/lmaps", { name: "cn=analysts,dc=example", role_ids: [role.body.payload.id] });
  await as("PUT", "/oauth/clients/notes", {
    config: {
      client_name: "Notes",
      client_secret: "a-secret-of-notes",
      redirect_uris: ["https://notes.example.com/callback"],
      client_secrt: "a typing mistake",
    },
  });
  await as("PUT", "/oauth/clients/old", { enabled: false, config: { client_name: "Old" } });
  await as("PUT", "/settings/signup", {
    value: { enabled: true, default_role_ids: [role.body.payload.id] },
  });
  await as("PUT", "/settings/email", {
    value: { smtp: { host: "smtp.example.com", username: "u", password: "the mail password" } },
  });
  await as("POST", "/service-accounts", {
    alias: ["backup-job", "backups"],
    role_ids: [role.body.payload.id],
    details: { name: "Backup job", secret: "the secret of the job", token: "a custom secret" },
  });
}

/** An installation for each part: what one changes is as before for the next. */
function ofItsOwn(): void {
  beforeAll(async () => {
    setup = await loginSetup();
    await fill(setup);
  });
  afterAll(() => setup.service[Symbol.asyncDispose]());
}

const read = async (query = "") =>
  (await setup.as("GET", `/configuration${query}`)).body.payload as {
    document: Record<string, Record<string, Record<string, unknown>>>;
    text: string;
  };
const plan = (document: unknown, more: object = {}) =>
  setup.as("POST", "/configuration/plan", { document, ...more });
const apply = (document: unknown, more: object = {}) =>
  setup.as("POST", "/configuration/apply", { document, ...more });
const version = async () => (await setup.as("GET", "/version")).body.version;
const changesOf = (answer: { body: { payload: { changes: object[] } } }) =>
  answer.body.payload.changes;

describe("what is read", () => {
  ofItsOwn();

  test("has every kind by name, with names where the API has ids, and without secrets", async () => {
    const { document, text } = await read();
    expect(Object.keys(document)).toEqual([
      "settings",
      "session_providers",
      "oauth_clients",
      "oauth_providers",
      "ldap_configs",
      "saml_providers",
      "webhooks",
      "permissions",
      "roles",
      "group_maps",
      "service_accounts",
    ]);
    expect(document.settings?.signup?.default_role_ids).toEqual(["analyst"]);
    expect(document.settings?.admin).toMatchObject({ permission: "admin" });
    expect(document.roles?.lead).toEqual({ roles: ["analyst"] });
    expect(document.roles?.admin).toMatchObject({ permissions: ["admin"] });
    expect(document.group_maps).toEqual({ "cn=analysts,dc=example": { roles: ["analyst"] } });
    expect(document.oauth_clients?.old).toMatchObject({ enabled: false, client_name: "Old" });
    expect(document.service_accounts?.["backup-job"]).toEqual({
      alias: ["backups"],
      roles: ["analyst"],
      details: { name: "Backup job" },
    });
    const all = JSON.stringify(document) + text;
    for (const secret of [
      ...["a-secret-of-notes", "the mail password", "the secret of the job", "a custom secret"],
      ...["a typing mistake", setup.first.login_client.secret, "PRIVATE KEY", "argon2", "$2"],
    ]) {
      expect(all).not.toContain(secret);
    }
    expect(text).toContain("# client_secret: is stored");
    expect(text).toContain("# password: is stored");
    expect(text).toMatch(/^# yaml-language-server: \$schema=/);
  });

  test("only has the kinds that are asked for", async () => {
    const { document } = await read("?only=roles,permissions");
    expect(Object.keys(document)).toEqual(["permissions", "roles"]);
    expect((await setup.as("GET", "/configuration?only=users")).status).toBe(400);
  });

  test("changes nothing when it is applied, as an object and as a text, also with prune", async () => {
    const { document, text } = await read();
    const before = await version();
    for (const form of [document, text]) {
      for (const prune of [false, true]) {
        const planned = await plan(form, { prune });
        expect(planned.status, planned.text).toBe(200);
        expect(changesOf(planned)).toEqual([]);
        const applied = await apply(form, { prune });
        expect(applied.body.payload).toEqual({ message: "nothing to do", changes: [] });
      }
    }
    expect(await version()).toBe(before);
    const notes = await setup.as("GET", "/oauth/clients/notes");
    expect(notes.body.payload.config).toMatchObject({
      client_secret_set: true,
      client_secrt: "a typing mistake",
    });
  });
});

describe("what is applied", () => {
  ofItsOwn();

  test("is a plan first, member by member and without secrets, then there at once, once", async () => {
    const document = {
      settings: { token: { token_lifetime: "9m" } },
      permissions: { "write-reports": { resources: [{ paths: ["/reports/**"] }] } },
      roles: {
        analyst: { permissions: ["write-reports", "read-reports"], roles: ["writer"] },
        writer: { description: "Writes" },
      },
      group_maps: { writers: { roles: ["writer"] } },
      oauth_clients: {
        notes: {
          client_name: "Notes two",
          client_secret: "another-secret-of-notes",
          redirect_uris: ["https://notes.example.com/callback"],
          management: false,
        },
      },
      service_accounts: {
        "backup-job": { alias: ["backups"], roles: ["writer"], is_active: false },
      },
    };
    const before = await version();
    const planned = await plan(document);
    expect(planned.status, planned.text).toBe(200);
    expect(await version()).toBe(before);
    expect(planned.text).not.toContain("secret-of-notes");
    const byName = new Map(
      changesOf(planned).map((one) => {
        const { kind, name, ...rest } = one as { kind: string; name: string };
        return [`${kind} ${name}`, rest] as const;
      }),
    );
    expect([...byName.keys()]).toEqual([
      "settings token",
      "oauth_clients notes",
      "permissions write-reports",
      "roles analyst",
      "roles writer",
      "group_maps writers",
      "service_accounts backup-job",
    ]);
    expect(byName.get("oauth_clients notes")).toEqual({
      action: "change",
      members: [
        { member: "client_name", before: "Notes", after: "Notes two" },
        { member: "client_secret", secret: true },
      ],
    });
    expect(byName.get("roles analyst")).toMatchObject({
      action: "change",
      members: [
        { member: "description", before: "Reads reports", after: "" },
        { member: "permissions", before: [], after: ["read-reports", "write-reports"] },
        { member: "roles", before: [], after: ["writer"] },
      ],
    });

    const applied = await apply(document);
    expect(applied.status, applied.text).toBe(200);
    expect(changesOf(applied)).toEqual(changesOf(planned));
    expect(changesOf(await apply(document))).toEqual([]);
    expect((await setup.as("GET", "/settings/token")).body.payload.value).toEqual({
      token_lifetime: "9m",
    });
    const [job] = (await setup.as("GET", "/service-accounts?alias=backup-job")).body.payload;
    const whole = await setup.as("GET", `/service-accounts/${job.id}`);
    expect(whole.body.payload).toMatchObject({
      is_active: false,
      details: { secret: "the secret of the job", token: "a custom secret" },
    });
  });

  test("has an entry of the audit log for each record, without secrets", async () => {
    await apply({
      oauth_clients: { audited: { client_name: "Audited", client_secret: "s3cret-s3cret" } },
    });
    const { body, text } = await setup.as("GET", "/audit?action=client_created&limit=1");
    expect(body.payload[0]).toMatchObject({
      target: { id: "audited" },
      principal: { name: "admin" },
    });
    expect(text).not.toContain("s3cret-s3cret");
  });

  test("replaces records, keeps absent secrets, and leaves other records alone", async () => {
    await apply({ oauth_clients: { fresh: { client_secret: "s3cret-s3cret", public: false } } });
    const fresh = (await setup.as("GET", "/oauth/clients/fresh")).body.payload.config;
    expect(fresh).toEqual({
      ...{ client_secret_set: true, registration_token_set: false },
      ...{ public: false, management: false },
    });
    await apply({ oauth_clients: { fresh: { client_secret: null } } });
    expect((await setup.as("GET", "/oauth/clients/fresh")).body.payload.config).toMatchObject({
      client_secret_set: false,
    });
    expect((await setup.as("GET", "/oauth/clients/old")).status).toBe(200);
  });

  test("is all of it or nothing", async () => {
    const before = await version();
    const refused = await apply({
      roles: { more: {} },
      oauth_clients: { broken: { redirect_uris: ["nowhere"] }, fine: {} },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain("oauth_clients.broken.redirect_uris[0]: ");
    expect(await version()).toBe(before);
  });

  test("is refused when something else was changed since the plan, and not when it was not", async () => {
    const document = { oauth_clients: { fresh: { client_name: "Planned" } } };
    const planned = await plan(document);
    const etag = planned.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const send = (tag: string) =>
      setup.service.request("POST", "/auth/v1/configuration/apply", {
        headers: { "content-type": "application/json", "x-user": "admin", "if-match": tag },
        body: JSON.stringify({ document }),
      });
    await setup.as("PUT", "/settings/totp", { value: { skew: 2 } });
    await setup.as("PUT", "/oauth/clients/fresh", { config: { client_name: "Meanwhile" } });
    const late = await send(etag);
    expect([late.status, late.body.message]).toEqual([
      412,
      "the configuration is not as it was planned",
    ]);
    expect((await send('"not-a-plan"')).status).toBe(412);
    const again = (await plan(document)).headers.get("etag") ?? "";
    await setup.as("PUT", "/settings/totp", { value: { skew: 1 } });
    expect((await send(again)).status).toBe(200);
  });

  test("a document that would lock out every administrator is refused, in its plan as well", async () => {
    const { document } = await read("?only=session_providers");
    const providers = document.session_providers?.providers as Record<string, object>;
    const off = {
      session_providers: {
        providers: { postern: { ...providers.postern, password_flow: false, passkey: false } },
      },
    };
    for (const step of [plan, apply]) {
      const refused = await step(off);
      expect(refused.status, refused.text).toBe(409);
      expect(refused.body.message).toBe("no administrator could sign in");
    }
    expect(await setup.signIn()).toBeLessThan(400);
  });
});

describe("prune", () => {
  ofItsOwn();
  beforeAll(async () => {
    const document = {
      settings: { totp: { skew: 1 } },
      roles: { analyst: { permissions: ["read-reports"] } },
      group_maps: { writers: { roles: ["analyst"] } },
    };
    expect((await apply(document)).status).toBe(200);
  });

  test("takes away what the document does not name, of kinds that it has, and no one who registered", async () => {
    const { document } = await read("?only=oauth_clients,roles,group_maps,settings");
    delete document.oauth_clients?.old;
    delete document.group_maps?.writers;
    delete document.settings?.totp;
    const people = (await setup.as("GET", "/users")).body.payload.length;
    const permissions = (await setup.as("GET", "/permissions")).body.payload.length;
    const planned = await plan(document, { prune: true });
    expect(planned.status, planned.text).toBe(200);
    expect(changesOf(planned)).toMatchObject([
      { kind: "settings", name: "totp", action: "remove" },
      { kind: "oauth_clients", name: "old", action: "remove" },
      { kind: "group_maps", name: "writers", action: "remove" },
    ]);
    expect((await apply(document, { prune: true })).status).toBe(200);
    expect(changesOf(await plan(document, { prune: true }))).toEqual([]);
    expect((await setup.as("GET", "/oauth/clients/old")).status).toBe(404);
    expect((await setup.as("GET", "/permissions")).body.payload).toHaveLength(permissions);
    expect((await setup.as("GET", "/users")).body.payload).toHaveLength(people);
  });

  test.each([
    [{ oauth_clients: {} }, "way_in", "login is what people sign in with"],
    [{ roles: {} }, "role", "admin makes administrators"],
    [{ permissions: {} }, "permission", "admin is the permission of administrators"],
  ])("%j is refused: what administrators need is named", async (document, kept, reason) => {
    const before = await version();
    const refused = await apply(document, { prune: true });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain(reason);
    expect(refused.body.messages).toContainEqual(
      expect.objectContaining({ id: `fault.document.prune_${kept}`, at: Object.keys(document)[0] }),
    );
    expect(await version()).toBe(before);
  });

  test("the service account that asks for it, itself or by its key, is not taken away, and neither is any other one then", async () => {
    const roles = (await setup.as("GET", "/roles")).body.payload as { id: string; name: string }[];
    const role_ids = roles.filter(({ name }) => name === "admin").map(({ id }) => id);
    const made = await setup.as("POST", "/service-accounts", {
      alias: ["deploy"],
      role_ids,
      details: { name: "Deploy", secret: "the secret of the deployment" },
    });
    const issued = await setup.as("POST", "/api-key-principals", {
      ...{ name: "deploy", user_id: made.body.payload.id, role_ids },
    });
    const byName = { "x-user": "deploy" };
    const byKey = {
      ...{ "x-user": `api-key:${issued.body.payload.id}`, "x-api-key-name": "deploy" },
    };
    const before = await version();
    const body = JSON.stringify({ document: { service_accounts: {} }, prune: true });
    for (const [step, who] of [
      ["plan", byName],
      ["apply", byName],
      ["plan", byKey],
      ["apply", byKey],
    ] as const) {
      const headers = { "content-type": "application/json", ...who };
      const path = `/auth/v1/configuration/${step}`;
      const refused = await setup.service.request("POST", path, { headers, body });
      expect(refused.status, refused.text).toBe(400);
      expect(refused.body.messages).toContainEqual(
        expect.objectContaining({
          ...{ id: "fault.document.prune_self", at: "service_accounts" },
          values: { name: "deploy" },
        }),
      );
    }
    expect(await version()).toBe(before);
  });

  test("a document whose role needs a permission that goes is refused", async () => {
    const { document } = await read("?only=roles,permissions");
    delete document.permissions?.["read-reports"];
    const refused = await plan(document, { prune: true });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain(
      "roles.analyst.permissions[0]: is not one of the permissions",
    );
  });
});
