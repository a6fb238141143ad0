/** Invitations by mail (ADR 0086; E-1, E-3, E-4, E-5, E-7, T-7, T-8, decision E-11). */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN } from "../../support/auth.ts";
import { postJson, whoIs } from "../../support/gateway.ts";
import { flowCodes, invitations } from "../../support/inside.ts";
import { type AccountsSetup, accountsSetup, PASSWORD } from "../../support/invitations.ts";
import { LOGIN_CLIENT } from "../../support/session.ts";
import { putClient, putSetting, roleWithScopes } from "../../support/tokens.ts";

let setup: AccountsSetup;
beforeAll(async () => {
  setup = await accountsSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());

const principal = (alias: string) => setup.gateway.service.auth.api.principal(alias);
const stateOf = async (id: string) => {
  const { body } = await setup.admin("GET", "/invitations?_limit=200");
  return body.payload.find((one: { id: string }) => one.id === id);
};
/** The link has done nothing and does nothing. */
async function expectDead(code: string, address: string): Promise<void> {
  const page = await setup.gateway.jar().open(`/login/?flow=invitation&code=${code}`);
  expect(page.text).toContain("This invitation cannot be used");
  expect(page.text).not.toContain(address);
  const jar = setup.gateway.jar();
  expect((await setup.accept(code, {}, jar)).status).toBe(401);
  expect((await setup.acceptJson(code, {}, jar)).status).toBe(401);
  expect(await whoIs(jar)).toBeUndefined();
}

describe("inviting", () => {
  test("a pasted list: lines, commas, names; each entry is answered, and no one is asked twice", async () => {
    await setup.gateway.service.createUser({ alias: ["here@example.com"] });
    const lines = await setup.invite(
      'Grace Hopper <grace@list.example>, "Lovelace, Ada" <ada@list.example>\r\n' +
        "plain@list.example; PLAIN@list.example\nno address\nHere@Example.com\n\n",
    );
    expect(lines.map(({ entry, result }) => [entry, result])).toEqual([
      ["Grace Hopper <grace@list.example>", "invited"],
      ['"Lovelace, Ada" <ada@list.example>', "invited"],
      ["plain@list.example", "invited"],
      ["no address", "not_an_address"],
      ["Here@Example.com", "account_exists"],
    ]);
    const again = await setup.invite("grace@list.example");
    expect(again).toMatchObject([{ result: "invited_before", id: lines[0].id }]);
    const { to, mail } = await setup.relay.next("ada@list.example");
    expect(to).toEqual(["ada@list.example"]);
    expect(mail.subject).toBe("You are invited");
    expect(mail.text).toContain(`${ORIGIN}/login/?flow=invitation&code=`);
    expect(await stateOf(lines[1].id)).toMatchObject({
      ...{ address: "ada@list.example", name: "Lovelace, Ada", state: "open", mails: 1 },
    });
  });

  test("the mail speaks the language of the person, and the operator's template where there is one", async () => {
    await setup.invite("de@lang.example", { language: "de" });
    expect((await setup.relay.next("de@lang.example")).mail.subject).toBe("Ihre Einladung");
    await setup.invite("fr@lang.example", { language: "fr" });
    expect((await setup.relay.next("fr@lang.example")).mail.subject).toBe("Votre invitation");
    const invitation = { subject: "Come in, {{ .Name }}", sending: { unlimited: true } };
    await putSetting(setup.gateway.service, "accounts", { invitation });
    await setup.invite("Own <own@lang.example>");
    expect((await setup.relay.next("own@lang.example")).mail.subject).toBe("Come in, Own");
    await putSetting(setup.gateway.service, "accounts", {
      invitation: { sending: { unlimited: true } },
    });
  });

  test("E-4, T-7: without a configured address there is no link, so there is no invitation", async () => {
    await setup.gateway.service.json("DELETE", "/auth/v1/settings/oauth2");
    const refused = await setup.admin("POST", "/invitations", { people: "t7@example.com" });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("base_url")]);
    await putSetting(setup.gateway.service, "oauth2", { base_url: ORIGIN });
    expect(await setup.invite("t7@example.com")).toMatchObject([{ result: "invited" }]);
  });

  test("E-5: mails to one address are counted, also those that are sent again; the others go out", async () => {
    const sending = { per_account: 3, per_network: 100_000 };
    await putSetting(setup.gateway.service, "accounts", { invitation: { sending } });
    const [{ id }] = await setup.invite("bombed@example.com");
    for (const status of [200, 200, 429]) {
      expect((await setup.admin("POST", `/invitations/${id}/send`)).status).toBe(status);
    }
    await setup.admin("DELETE", `/invitations/${id}`);
    const lines = await setup.invite("bombed@example.com, spared@example.com");
    expect(lines.map(({ result }) => result)).toEqual(["limited", "invited"]);
    await putSetting(setup.gateway.service, "accounts", {
      invitation: { sending: { unlimited: true } },
    });
  });

  test("only administrators invite: not a user, and a role that does not exist is refused", async () => {
    const role_ids = ["01J0R0000000000000000000R0"];
    const unknown = await setup.admin("POST", "/invitations", {
      people: "x@example.com",
      role_ids,
    });
    expect(unknown.status).toBe(400);
    await putSetting(setup.gateway.service, "admin", { permission: "manage" });
    for (const [method, path] of [
      ["POST", "/auth/v1/invitations"],
      ["GET", "/auth/v1/invitations"],
      ["DELETE", "/auth/v1/invitations/x"],
      ["POST", "/auth/v1/invitations/x/send"],
    ] as const) {
      const body = method === "POST" ? { people: "x@example.com" } : undefined;
      const { status } = await setup.gateway.service.json(method, path, body, "ada");
      expect([path, status]).toEqual([path, 403]);
    }
    await setup.gateway.service.json("DELETE", "/auth/v1/settings/admin");
  });
});

describe("accepting", () => {
  test("the page says whose it is; password and name make the account, and the person is signed in", async () => {
    const role = await roleWithScopes(setup.gateway.service, "guests", {});
    const code = await setup.invited("new@accept.example", {
      role_ids: [role],
    });
    const jar = setup.gateway.jar();
    const page = await jar.open(`/login/?flow=invitation&code=${code}`);
    expect(page.text).toContain("new@accept.example");
    // Opening a link changes nothing (E-4).
    expect(await principal("new@accept.example")).toBeUndefined();
    const accepted = await setup.accept(code, { name: "Ada L" }, jar);
    expect([accepted.status, accepted.headers.get("location")]).toEqual([303, "/"]);
    expect(await whoIs(jar)).toBe("new@accept.example");
    const user = await principal("new@accept.example");
    expect(user).toMatchObject({
      ...{ alias: ["new@accept.example"], local: true, is_active: true, updated_by: "invitation" },
      details: { name: "Ada L", email: "new@accept.example", email_verified: true },
    });
    expect(user?.roles?.map(({ id }) => id)).toContain(role);
    expect(await setup.signsIn("new@accept.example")).toBe("new@accept.example");
    const [listed] = (await setup.admin("GET", "/invitations?state=accepted")).body.payload;
    expect(listed).toMatchObject({ address: "new@accept.example", user_id: user?.id });
  });

  test("a link works once, also at another route", async () => {
    const code = await setup.invited("once@accept.example");
    expect((await setup.acceptJson(code)).status).toBe(200);
    await expectDead(code, "once@accept.example");
    expect(await setup.signsIn("once@accept.example")).toBe("once@accept.example");
  });

  test("of many at once one makes the account", async () => {
    const code = await setup.invited("race@accept.example");
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        setup.acceptJson(code, { password: `password number ${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
  });

  test("not after it was withdrawn, nor by the link of a mail before the last", async () => {
    const [{ id }] = await setup.invite("gone@accept.example");
    const first = await setup.code("gone@accept.example");
    expect((await setup.admin("POST", `/invitations/${id}/send`)).status).toBe(200);
    const second = await setup.code("gone@accept.example");
    await expectDead(first, "gone@accept.example");
    expect((await setup.admin("DELETE", `/invitations/${id}`)).status).toBe(200);
    await expectDead(second, "gone@accept.example");
    expect(await stateOf(id)).toMatchObject({ state: "withdrawn", mails: 2 });
    expect((await setup.admin("POST", `/invitations/${id}/send`)).status).toBe(409);
    expect((await setup.admin("DELETE", `/invitations/${id}`)).status).toBe(409);
  });

  test("not after its time; sent again it has a new one", async () => {
    const [{ id }] = await setup.invite("late@accept.example");
    const code = await setup.code("late@accept.example");
    const { store } = await setup.gateway.service.auth.service;
    const past = { expires_at: new Date(Date.now() - 1_000) };
    await store.db.update(invitations).set(past).where(eq(invitations.id, id));
    expect(await stateOf(id)).toMatchObject({ state: "expired" });
    await expectDead(code, "late@accept.example");
    expect((await setup.admin("POST", `/invitations/${id}/send`)).status).toBe(200);
    const next = await setup.code("late@accept.example");
    expect((await setup.acceptJson(next)).status).toBe(200);
  });

  test("for its own address alone: what a form adds counts for nothing", async () => {
    const code = await setup.invited("mine@accept.example");
    const more = {
      email: "victim@accept.example",
      username: "ada",
      alias: "ada",
      role_ids: "admin",
    };
    expect((await setup.acceptJson(code, more)).status).toBe(200);
    expect(await principal("victim@accept.example")).toBeUndefined();
    expect(await setup.signsIn("ada")).toBeUndefined();
    expect((await principal("mine@accept.example"))?.alias).toEqual(["mine@accept.example"]);
  });

  test("T-8, E-7: never an account that has the address by now, of whatever source and spelling", async () => {
    const records = {
      "local@taken.example": { local: true, details: { password: "the password of another" } },
      "directory@taken.example": { local: false },
    };
    for (const [alias, fields] of Object.entries(records)) {
      const code = await setup.invited(alias);
      const before = await setup.gateway.service.createUser({
        ...fields,
        alias: [alias.toUpperCase()],
      });
      const jar = setup.gateway.jar();
      const page = await jar.open(`/login/?flow=invitation&code=${code}`);
      expect(page.text).toContain("You have an account already");
      expect(page.text).toContain("Sign in, or reset its password.");
      expect(page.text).not.toContain("new_password");
      const refused = await setup.accept(code, {}, jar);
      expect(refused.status).toBe(409);
      expect(await whoIs(jar)).toBeUndefined();
      const { payload } = (await setup.admin("GET", `/users/${before}`)).body;
      expect(payload).toMatchObject({ alias: [alias.toUpperCase()], updated_by: "unknown" });
      expect(await setup.signsIn(alias)).toBeUndefined();
    }
    const [{ id }] = await setup.invite("client@taken.example");
    const code = await setup.code("client@taken.example");
    await putClient(setup.gateway.service, "client@taken.example", { client_secret: "secret" });
    expect((await setup.acceptJson(code)).status).toBe(409);
    expect(await stateOf(id)).toMatchObject({ state: "open" });
  });

  test("E-1: the rules of passwords hold, and a refused one leaves the invitation as it is", async () => {
    const code = await setup.invited("short@accept.example");
    expect((await setup.accept(code, { new_password: "short" })).status).toBe(400);
    expect((await setup.acceptJson(code, { password: "nul\u0000 in the middle" })).status).toBe(
      400,
    );
    expect((await setup.accept(code)).status).toBe(303);
  });

  test("the first sign-in asks for what every sign-in asks for: then the person signs in by themselves", async () => {
    const code = await setup.invited("off@accept.example");
    const client = (grant_types: string[]) =>
      putClient(setup.gateway.service, LOGIN_CLIENT.id, {
        ...{ client_secret: LOGIN_CLIENT.secret, grant_types, skip_consent: true },
      });
    await client(["authorization_code"]);
    const jar = setup.gateway.jar();
    const page = await setup.accept(code, {}, jar);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Your account is ready");
    expect(await whoIs(jar)).toBeUndefined();
    await client(["password", "authorization_code", "refresh_token"]);
    expect(await setup.signsIn("off@accept.example")).toBe("off@accept.example");
  });

  test("a page of another site cannot accept", async () => {
    const code = await setup.invited("csrf@accept.example");
    const jar = setup.gateway.jar();
    const body = { code, password: PASSWORD };
    const headers = { origin: "https://evil.example.net", "sec-fetch-site": "cross-site" };
    const path = "/login/auth/invitation/postern";
    expect((await postJson(jar, path, body, headers)).status).toBe(403);
    expect(await principal("csrf@accept.example")).toBeUndefined();
  });

  test("C-5: the code is in no table", async () => {
    const code = await setup.invited("hash@accept.example");
    const { store } = await setup.gateway.service.auth.service;
    expect(JSON.stringify(await store.db.select().from(invitations))).not.toContain(code);
    expect(JSON.stringify(await store.db.select().from(flowCodes))).not.toContain(code);
  });
});

describe("decision E-11: where the person goes on", () => {
  const client_id = "their-app";
  const redirect_uri = "https://app.example.com/start";

  test("to a registered target of the client; what is registered no more is left out", async () => {
    const client = (redirect_uris: string[]) =>
      putClient(setup.gateway.service, client_id, {
        ...{ client_name: "Their app", client_secret: "secret", redirect_uris },
      });
    await client([redirect_uri]);
    const first = await setup.invited("app@land.example", { client_id, redirect_uri });
    const accepted = await setup.accept(first);
    expect([accepted.status, accepted.headers.get("location")]).toEqual([303, redirect_uri]);
    const second = await setup.invited("app2@land.example", { client_id, redirect_uri });
    await client(["https://app.example.com/other"]);
    const later = await setup.accept(second);
    expect([later.status, later.headers.get("location")]).toEqual([303, "/"]);
  });

  test("to nothing else: no address of another site, of no client, of a client that registered itself", async () => {
    const refusedFor = async (more: Record<string, unknown>) =>
      (await setup.admin("POST", "/invitations", { people: "e11@land.example", ...more })).status;
    expect(await refusedFor({ client_id, redirect_uri: "https://evil.example.net/" })).toBe(400);
    expect(await refusedFor({ redirect_uri })).toBe(400);
    expect(await refusedFor({ client_id: "unknown", redirect_uri })).toBe(400);
    expect(await principal("e11@land.example")).toBeUndefined();
  });
});

test("an account that is deleted takes its invitation along", async () => {
  const code = await setup.invited("leaver@accept.example");
  await setup.acceptJson(code);
  const { id } = (await principal("leaver@accept.example")) ?? {};
  expect((await setup.admin("DELETE", `/users/${id}`)).status).toBe(200);
  const { text } = await setup.admin("GET", "/invitations?_limit=200");
  expect(text).not.toContain("leaver@accept.example");
});
