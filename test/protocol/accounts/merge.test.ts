/** Two accounts of one person become one: shown first, done once, never by a caller who is no administrator (ADR 0086; E-5, K-11, A-4, I-8). */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { administration } from "../../support/administrators.ts";
import { issueKey, validate } from "../../support/api-keys.ts";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { tables } from "../../support/inside.ts";
import { passkeyTalk } from "../../support/passkeys.ts";
import { putClient, putSetting, reopenPlane, TOKEN, WEB } from "../../support/tokens.ts";
import { enroll } from "../../support/totp.ts";
import {
  allowUpstream,
  type Company,
  putProvider,
  signInAt,
  startCompany,
  tokensOf,
} from "../../support/upstream-sign-in.ts";

const PASSWORD = "correct horse battery";
let service: TestAuth;
let company: Company;
beforeAll(async () => {
  service = await testAuth();
  company = await startCompany();
  await allowUpstream(service);
  await putClient(service, WEB.id, {
    client_secret: WEB.secret,
    redirect_uris: ["https://app.example.com/cb"],
  });
  await allowUpstream(service);
  await putProvider(service, "google", {
    ...{ ...company.record, x_user: ["email"], claim_mapping: { register: true } },
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await company[Symbol.asyncDispose]();
});
beforeEach(() => reopenPlane(service));

let count = 0;
async function person(more: Record<string, unknown> = {}) {
  const alias = `person-${++count}@example.com`;
  const details = { name: `Person ${count}`, email: alias, password: PASSWORD };
  const id = await service.createUser({ alias: [alias], local: true, details, ...more });
  return { alias, id };
}
const role = async (name: string) =>
  (await service.json("POST", "/auth/v1/roles", { name })).body.payload.id as string;
const preview = (kept: string, user_id: string, user?: string) =>
  service.json("POST", `/auth/v1/users/${kept}/merge/preview`, { user_id }, user);
const merge = (kept: string, user_id: string, digest: string, user?: string) =>
  service.json("POST", `/auth/v1/users/${kept}/merge`, { user_id, digest }, user);
async function merged(kept: string, gone: string) {
  const { status, text, body } = await preview(kept, gone);
  expect(status, text).toBe(200);
  const done = await merge(kept, gone, body.payload.digest);
  expect(done.status, done.text).toBe(200);
  return body.payload;
}
const view = async (id: string) => (await service.json("GET", `/auth/v1/users/${id}`)).body.payload;
const tokenFor = (username: string) =>
  service.form(
    TOKEN,
    { grant_type: "password", username, password: PASSWORD, scope: "offline_access" },
    WEB,
  );
const refresh = (refresh_token: string) =>
  service.form(TOKEN, { grant_type: "refresh_token", refresh_token }, WEB);

describe("second factors", () => {
  const signIn = (username: string, totp?: string) =>
    service.form(
      TOKEN,
      { grant_type: "password", username, password: PASSWORD, ...(totp && { totp }) },
      WEB,
    );
  const spareCodes = async (user: string): Promise<readonly string[]> =>
    (await service.json("POST", "/auth/v1/totp/recovery", {}, user)).body.payload.recovery_codes;
  const factorOf = async (user: string) =>
    (await service.json("GET", "/auth/v1/totp", undefined, user)).body.payload;

  test("an app goes to the user who has none, with its recovery codes, and sign-ins ask for it", async () => {
    const [kept, gone] = [await person(), await person()];
    const app = await enroll(service, gone.alias);
    const plan = await merged(kept.id, gone.id);
    expect(plan.moves).toMatchObject({ second_factor: true, recovery_codes: 0 });
    expect(plan.lost).toMatchObject({ second_factor: false, recovery_codes: 0 });
    expect((await signIn(kept.alias)).body.error).toBe("mfa_required");
    expect((await signIn(kept.alias, app.fresh())).status).toBe(200);
    expect((await signIn(gone.alias, app.recoveryCodes[0])).status).toBe(200);
    expect(await factorOf(kept.alias)).toEqual({ enabled: true, recovery_codes_left: 7 });
  });

  test("a used code of the app stays used in the other account", async () => {
    const [kept, gone] = [await person(), await person()];
    const app = await enroll(service, gone.alias);
    const code = app.fresh();
    expect((await signIn(gone.alias, code)).status).toBe(200);
    await merged(kept.id, gone.id);
    expect((await signIn(kept.alias, code)).body.error).toBe("invalid_grant");
  });

  test("a user who has an app is asked for its codes alone; the other app and its recovery codes are worth nothing", async () => {
    const [kept, gone] = [await person(), await person()];
    const [own, other] = [await enroll(service, kept.alias), await enroll(service, gone.alias)];
    const plan = await merged(kept.id, gone.id);
    expect([plan.moves.second_factor, plan.lost.second_factor]).toEqual([false, true]);
    expect((await signIn(kept.alias, other.fresh())).status).toBe(401);
    expect((await signIn(kept.alias, other.recoveryCodes[0])).status).toBe(401);
    expect((await signIn(gone.alias, own.fresh())).status).toBe(200);
  });

  test("recovery codes beside a passkey go with it, where the user who stays has none", async () => {
    const [kept, gone] = [await person(), await person()];
    await passkeyTalk(service).register(gone.alias);
    const [code] = await spareCodes(gone.alias);
    const plan = await merged(kept.id, gone.id);
    expect(plan.moves).toMatchObject({ second_factor: false, recovery_codes: 8 });
    await putSetting(service, "second_factor", { everybody: true });
    const bare = await signIn(kept.alias);
    const given = await signIn(kept.alias, code);
    await putSetting(service, "second_factor", {});
    expect([bare.body.error, given.status]).toEqual(["passkey_required", 200]);
  });

  test("codes of both: those of the user who stays; with an app its own, and those beside the passkey end", async () => {
    const [kept, gone] = [await person(), await person()];
    for (const { alias } of [kept, gone]) await passkeyTalk(service).register(alias);
    const [[own], [other]] = [await spareCodes(kept.alias), await spareCodes(gone.alias)];
    const plan = await merged(kept.id, gone.id);
    expect([plan.moves.recovery_codes, plan.lost.recovery_codes]).toEqual([0, 8]);
    await putSetting(service, "second_factor", { everybody: true });
    const [right, wrong] = [await signIn(kept.alias, own), await signIn(kept.alias, other)];
    await putSetting(service, "second_factor", {});
    expect([right.status, wrong.status]).toEqual([200, 401]);

    const third = await person();
    const app = await enroll(service, third.alias);
    const next = await merged(kept.id, third.id);
    expect(next.moves.second_factor).toBe(true);
    expect(next.lost.recovery_codes).toBe(7);
    expect((await signIn(kept.alias, app.fresh())).status).toBe(200);
  });

  test("what was only begun moves nothing; a factor that is set up after the look stops the merge", async () => {
    const [kept, gone] = [await person(), await person()];
    await service.json("POST", "/auth/v1/totp/register", {}, gone.alias);
    const { body } = await preview(kept.id, gone.id);
    expect(body.payload.moves.second_factor).toBe(false);
    await enroll(service, gone.alias);
    expect((await merge(kept.id, gone.id, body.payload.digest)).status).toBe(409);
    expect((await factorOf(gone.alias)).enabled).toBe(true);
  });
});

describe("what moves and what is lost", () => {
  test("names, roles, permissions, keys and temporary grants move; password and details are lost", async () => {
    const [one, two, late] = [await role("one"), await role("two"), await role("late")];
    const kept = await person({ role_ids: [one] });
    const gone = await person({ role_ids: [one, two] });
    const until = new Date(service.runtime.clock.now() + 86_400_000).toISOString();
    await service.json("POST", `/auth/v1/users/${gone.id}/tmp-roles`, {
      ids: [late],
      expires_at: until,
    });
    const key = await issueKey(service, { user_id: gone.id, name: "deploy" });
    const before = await view(kept.id);
    const plan = await merged(kept.id, gone.id);
    expect(plan).toMatchObject({
      kept: { id: kept.id, name: kept.alias },
      gone: { id: gone.id, name: gone.alias },
      moves: { alias: [gone.alias], role_ids: [two], api_keys: [{ id: key.id, name: "deploy" }] },
      lost: { password: true, second_factor: false, details: ["email", "name"] },
    });
    const after = await view(kept.id);
    expect(after).toMatchObject({ alias: [kept.alias, gone.alias], details: before.details });
    expect(new Set(after.role_ids)).toEqual(new Set([one, two]));
    expect((await service.json("GET", `/auth/v1/users/${gone.id}`)).status).toBe(404);
    expect((await validate(service, key.key)).status).toBe(200);
    expect((await tokenFor(gone.alias)).status, "one account, by both names").toBe(200);
  });

  test("E-5: a sign-in elsewhere leads to the kept account by its id, whatever it is called there by then", async () => {
    company.claims = { sub: "g-1", email: "google@example.com", email_verified: true };
    const made = await tokensOf(service, await signInAt(service, company, "google"));
    const kept = await person();
    const plan = await merged(kept.id, made.access.sub);
    expect(plan.moves.identities).toMatchObject([{ provider: "oauth:google", subject: "g-1" }]);
    company.claims = { sub: "g-1", email: "renamed@example.com", email_verified: true };
    const again = await tokensOf(service, await signInAt(service, company, "google"));
    expect(again.access.sub).toBe(kept.id);
    company.claims = { sub: "g-2", email: "google@example.com", email_verified: true };
    const other = await signInAt(service, company, "google");
    expect(other.text, "the name with another id is another person").not.toContain(kept.id);
    expect(new URL(other.headers.get("location") ?? "http://x/").searchParams.get("code")).toBe(
      null,
    );
  });

  test("F-4: a passkey that moved signs in, by the handle that the authenticator has", async () => {
    const kept = await person();
    const [first, second] = [await person(), await person()];
    const talk = passkeyTalk(service);
    const passkey = await talk.register(first.alias);
    await merged(second.id, first.id);
    await merged(kept.id, second.id);
    const { status, text, body } = await talk.signIn(passkey);
    expect(status, text).toBe(200);
    const named = await talk.finish(await talk.begin({ username: kept.alias }), passkey);
    expect(named.status, named.text).toBe(200);
    const { sub } = JSON.parse(atob(body.access_token.split(".")[1]));
    expect(sub).toBe(kept.id);
  });

  test("K-11: every session of both ends", async () => {
    const [kept, gone] = [await person(), await person()];
    const tokens = [await tokenFor(kept.alias), await tokenFor(gone.alias)];
    await merged(kept.id, gone.id);
    for (const { body } of tokens) {
      expect((await refresh(body.refresh_token)).status).toBe(400);
      const me = await service.request("GET", "/auth/oauth2/userinfo", {
        headers: { authorization: `Bearer ${body.access_token}` },
      });
      expect(me.status).toBe(401);
    }
  });

  test("what applications remember moves where the kept account remembers nothing itself", async () => {
    const [kept, gone] = [await person(), await person()];
    const { consents } = tables;
    const row = { allowed: {}, client_facts: "" };
    await (await service.auth.service).store.db.insert(consents).values([
      { user_id: gone.id, client_id: "both", ...row },
      { user_id: gone.id, client_id: "theirs", ...row },
      { user_id: kept.id, client_id: "both", ...row },
    ]);
    const plan = await merged(kept.id, gone.id);
    expect([plan.moves.applications, plan.lost.applications]).toEqual([["theirs"], ["both"]]);
    const rows = await (await service.auth.service).store.db.select().from(consents);
    expect(rows.filter(({ user_id }) => user_id === gone.id)).toEqual([]);
    const left = rows.filter(({ user_id }) => user_id === kept.id);
    expect(left.map(({ client_id }) => client_id).sort()).toEqual(["both", "theirs"]);
  });

  test("the events tell of both", async () => {
    const [kept, gone] = [await person(), await person()];
    await merged(kept.id, gone.id);
    const rows = await (await service.auth.service).store.db.select().from(tables.events);
    const told = rows.filter(({ entity_id }) => [kept.id, gone.id].includes(entity_id ?? ""));
    expect(told.map(({ action, entity_id }) => [action, entity_id]).slice(-2)).toEqual([
      ["merge", kept.id],
      ["delete", gone.id],
    ]);
  });
});

describe("what is shown is done, or nothing", () => {
  test("a change in between is a conflict, and both are as they were", async () => {
    const [kept, gone] = [await person(), await person()];
    const { digest } = (await preview(kept.id, gone.id)).body.payload;
    const added = await role(`added-${count}`);
    const { id: _id, ...body } = await view(gone.id);
    await service.json("PATCH", `/auth/v1/users/${gone.id}`, { ...body, role_ids: [added] });
    const refused = await merge(kept.id, gone.id, digest);
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining("something has changed"),
    ]);
    expect((await view(gone.id)).alias).toEqual([gone.alias]);
    expect((await view(kept.id)).role_ids ?? []).toEqual([]);
  });

  test("of two at once one does it", async () => {
    const [kept, gone] = [await person(), await person()];
    const { digest } = (await preview(kept.id, gone.id)).body.payload;
    const answers = await Promise.all([
      merge(kept.id, gone.id, digest),
      merge(kept.id, gone.id, digest),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe("as an attacker", () => {
  test("no one but an administrator sees or does it, by a token, a key, or without any", async () => {
    const [kept, gone] = [await person(), await person()];
    const { digest } = (await preview(kept.id, gone.id)).body.payload;
    const key = await issueKey(service, { user_id: gone.id, name: "own" });
    const { call, admin } = await administration(service);
    for (const user of [kept.alias, gone.alias, `api-key:${key.id}`, "no one"]) {
      for (const { status } of [
        await preview(kept.id, gone.id, user),
        await merge(kept.id, gone.id, digest, user),
      ]) {
        expect([401, 403], user).toContain(status);
      }
    }
    expect((await merge(kept.id, gone.id, digest)).status).toBe(401);
    const own = await call("POST", `/users/${kept.id}/merge/preview`, { user_id: admin.id });
    expect([own.status, own.text]).toEqual([409, expect.stringContaining("signed in with")]);
  });

  test("E-1: an administrator with fewer rights is none for this, not even for people in reach", async () => {
    const [kept, gone, helper] = [await person(), await person(), await person()];
    const desk = await role(`desk-${count}`);
    const { admin, permission, call } = await administration(service);
    await call("PATCH", `/users/${helper.id}`, { role_ids: [desk] });
    const limited = [{ role_id: desk, may: ["people"] }];
    const value = { permission: permission.name, allow_missing_x_user: false, limited };
    const saved = await call("PUT", "/settings/admin", { value });
    expect(saved.status, saved.text).toBe(200);
    const listed = await service.json("GET", "/auth/v1/users", undefined, helper.alias);
    expect(listed.status, listed.text).toBe(200);
    expect((await preview(kept.id, gone.id, helper.alias)).status).toBe(403);
    const { digest } = (await preview(kept.id, gone.id, admin.alias)).body.payload;
    expect((await merge(kept.id, gone.id, digest, helper.alias)).status).toBe(403);
    expect((await merge(kept.id, gone.id, digest, admin.alias)).status).toBe(200);
  });

  test("I-8: an administrator may be given up, because the rights move", async () => {
    const [kept, helper] = [await person(), await person()];
    const { role: rights, admin } = await administration(service);
    await service.json("PATCH", `/auth/v1/users/${helper.id}`, { role_ids: [rights] }, admin.alias);
    const path = `/users/${kept.id}/merge`;
    const ask = (route: string, body: object) =>
      service.json("POST", `/auth/v1${route}`, body, helper.alias);
    const { body } = await ask(`${path}/preview`, { user_id: admin.id });
    expect(body.payload.moves.role_ids).toEqual([rights]);
    const { digest } = body.payload;
    expect((await ask(path, { user_id: admin.id, digest })).status).toBe(200);
    expect((await service.json("GET", "/auth/v1/users", undefined, kept.alias)).status).toBe(200);
  });

  test.each([
    ["a suspended user", "kept"],
    ["a suspended user", "gone"],
  ])("a merge ends no suspension: %s as the one that is %s", async (_what, which) => {
    const [kept, gone] = [await person(), await person()];
    const { id } = which === "kept" ? kept : gone;
    await service.json("POST", `/auth/v1/users/${id}/suspend`, { reason: "a stolen laptop" });
    const { status, text } = await preview(kept.id, gone.id);
    expect([status, text]).toEqual([409, expect.stringContaining("have to be enabled")]);
  });

  test("a directory's user is only kept; service accounts, unknown ones and the same one are refused", async () => {
    const kept = await person();
    const listed = await person({ local: false });
    await (await service.auth.service).store.db
      .update(tables.users)
      .set({ source: "ldap:directory" })
      .where(eq(tables.users.id, listed.id));
    expect((await preview(kept.id, listed.id)).status).toBe(409);
    expect((await preview(listed.id, kept.id)).status).toBe(200);
    const machine = await service.json("POST", "/auth/v1/service-accounts", { alias: ["robot"] });
    expect((await preview(kept.id, machine.body.payload.id)).status).toBe(404);
    expect((await preview(kept.id, "01J0USERA0000000000000000A")).status).toBe(404);
    expect((await preview(kept.id, kept.id)).status).toBe(409);
  });
});
