/** What people change of their own account where the organisation lets them (ADR 0086; E-2, E-3, E-5, E-6, I-8, T-8, decision E-12). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccountsSetup, accountsSetup, PASSWORD } from "../../support/invitations.ts";
import { codeIn } from "../../support/signup.ts";
import { createAda, putSetting, reopenPlane } from "../../support/tokens.ts";

const ALL = { name: true, address: true, language: true, deletion: true };
let setup: AccountsSetup;
const allow = (self_service: Record<string, boolean>) =>
  putSetting(setup.gateway.service, "accounts", { self_service });
beforeAll(async () => {
  setup = await accountsSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());

let count = 0;
async function newUser(fields: Record<string, unknown> = {}) {
  const alias = `self-${++count}@example.com`;
  const details = { name: "Ada", email: alias, password: PASSWORD };
  const id = await setup.gateway.service.createUser({ alias: [alias], details, ...fields });
  return { alias, id };
}
const as = (user: string, method: string, path: string, body?: unknown) =>
  setup.gateway.service.json(method, `/auth/v1/me${path}`, body, user);
const view = async (id: string) => (await setup.admin("GET", `/users/${id}`)).body.payload;

test("nothing of it is possible while the setting is off, and each switch opens its own act alone", async () => {
  const { alias, id } = await newUser();
  const acts = [
    ["name", "POST", "/name", { name: "Other" }],
    ["address", "POST", "/address", { email: "other@example.org" }],
    ["address", "POST", "/address/confirm", { code: "BCDFG-HJKLM" }],
    ["language", "POST", "/language", { language: "de" }],
    ["deletion", "DELETE", "", undefined],
  ] as const;
  for (const on of [undefined, "name", "address", "language"] as const) {
    await allow(on ? { [on]: true } : {});
    for (const [act, method, path, body] of acts) {
      if (act === on) continue;
      expect((await as(alias, method, path, body)).status, `${on} ${path}`).toBe(403);
    }
  }
  expect((await view(id)).details.name).toBe("Ada");
});

test("the name: of local users alone, and never an alias, a role or another member", async () => {
  await allow(ALL);
  const { alias, id } = await newUser();
  const body = { name: "Ada Lovelace", alias: ["boss"], role_ids: ["x"], email: "x@example.org" };
  expect((await as(alias, "POST", "/name", body)).status).toBe(200);
  expect(await view(id)).toMatchObject({
    ...{ alias: [alias], role_ids: [], details: { name: "Ada Lovelace", email: alias } },
  });
  expect((await as(alias, "POST", "/name", { name: "two\nlines" })).status).toBe(400);
  const other = await newUser({ local: false });
  expect((await as(other.alias, "POST", "/name", { name: "Other" })).status).toBe(403);
});

test("the language: one that there are texts in, or none; a claim, and nothing else of the account", async () => {
  await allow(ALL);
  const { alias, id } = await newUser();
  const speak = (language: unknown) => as(alias, "POST", "/language", { language, name: "Boss" });
  expect((await speak("fr")).status).toBe(200);
  expect((await view(id)).details).toEqual({ name: "Ada", email: alias, locale: "fr" });
  for (const wrong of ["it", "fr-FR", "__proto__", "constructor", "f".repeat(5_000), 7, null]) {
    const { status, text } = await speak(wrong);
    expect([wrong, status]).toEqual([wrong, 400]);
    expect(text).toContain("language");
  }
  expect((await speak("it")).text).toContain("en, de, fr");
  expect((await view(id)).details.locale).toBe("fr");
  expect((await speak("")).status).toBe(200);
  expect((await view(id)).details).not.toHaveProperty("locale");
  const other = await newUser({ local: false });
  expect((await as(other.alias, "POST", "/language", { language: "de" })).status).toBe(403);
});

test("the mail that an administrator sends speaks the language of the person; one that they ask for that of its page", async () => {
  await allow(ALL);
  await putSetting(setup.gateway.service, "signup", { password_reset: true });
  const { alias, id } = await newUser();
  const sent = async () => {
    expect((await setup.admin("POST", `/users/${id}/password-reset`)).status).toBe(200);
    return (await setup.relay.next(alias)).mail.subject;
  };
  expect(await sent()).toBe("Choose a new password");
  expect((await as(alias, "POST", "/language", { language: "de" })).status).toBe(200);
  expect(await sent()).toBe("Neues Passwort wählen");
});

test("the address: a code to the new one, the old one is told, and sign-in follows; E-12", async () => {
  await allow(ALL);
  const { alias, id } = await newUser();
  const email = "New-1@example.org";
  expect((await as(alias, "POST", "/address", { email })).status).toBe(200);
  expect((await view(id)).alias).toEqual([alias]);
  const code = codeIn(await setup.relay.next("new-1@example.org"));
  const thief = await newUser();
  // Another person's code confirms nothing, and stays theirs.
  expect((await as(thief.alias, "POST", "/address/confirm", { code })).status).toBe(401);
  expect((await as(alias, "POST", "/address/confirm", { code })).status).toBe(200);
  expect(await view(id)).toMatchObject({
    alias: ["new-1@example.org"],
    details: { email: "new-1@example.org", email_verified: true },
  });
  expect((await setup.relay.next(alias)).mail.subject).toBe("Your address was changed");
  expect((await as("new-1@example.org", "POST", "/address/confirm", { code })).status).toBe(401);
  expect(await setup.signsIn("new-1@example.org")).toBe("new-1@example.org");
  expect(await setup.signsIn(alias)).toBeUndefined();
});

test("T-8, E-6: never the address of another account, also of one that gets it meanwhile", async () => {
  await allow(ALL);
  const { alias, id } = await newUser();
  const victim = await newUser();
  const asked = await as(alias, "POST", "/address", { email: victim.alias });
  const free = await as(alias, "POST", "/address", { email: "free-1@example.org" });
  expect([asked.status, asked.text.replace(/"version":\d+/, "")]).toEqual([
    free.status,
    free.text.replace(/"version":\d+/, ""),
  ]);
  const code = codeIn(await setup.relay.next("free-1@example.org"));
  await newUser({ alias: ["FREE-1@example.org"] });
  expect((await as(alias, "POST", "/address/confirm", { code })).status).toBe(409);
  expect((await view(id)).alias).toEqual([alias]);
  expect((await view(victim.id)).alias).toEqual([victim.alias]);
});

test("I-8: the own account is deleted with what belongs to it, but not that of the last administrator", async () => {
  await allow(ALL);
  const { alias, id } = await newUser();
  expect((await as(alias, "DELETE", "")).status).toBe(200);
  expect((await setup.admin("GET", `/users/${id}`)).status).toBe(404);
  expect(await setup.signsIn(alias)).toBeUndefined();
  const permission = await setup.admin("POST", "/permissions", { name: "manage", resources: [] });
  const permission_ids = [permission.body.payload.id];
  await createAda(setup.gateway.service, { alias: ["boss"], permission_ids });
  await putSetting(setup.gateway.service, "admin", {
    ...{ permission: "manage", allow_missing_x_user: false },
  });
  const last = await as("boss", "DELETE", "");
  await reopenPlane(setup.gateway.service);
  expect(last.status).toBe(409);
});
