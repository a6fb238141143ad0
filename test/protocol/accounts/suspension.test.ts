/** Suspending users with a reason and an end, and resets that administrators send (K-10, K-11, I-8, E-5, E-8). */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN } from "../../support/auth.ts";
import { gatewayRuntime, postJson, whoIs } from "../../support/gateway.ts";
import { byItself, endSuspensions, users } from "../../support/inside.ts";
import { type AccountsSetup, accountsSetup, PASSWORD } from "../../support/invitations.ts";
import { linkCodeIn } from "../../support/signup.ts";
import { createAda, putClient, putSetting, reopenPlane, TOKEN, WEB } from "../../support/tokens.ts";

let setup: AccountsSetup;
beforeAll(async () => {
  setup = await accountsSetup({ runtime: gatewayRuntime() });
  await putClient(setup.gateway.service, WEB.id, { client_secret: WEB.secret });
  await putSetting(setup.gateway.service, "signup", {
    ...{ password_reset: true, attempts: { unlimited: true } },
  });
});
afterAll(() => setup[Symbol.asyncDispose]());

let count = 0;
/** A user who can sign in with `PASSWORD`: alias and id. */
async function newUser(fields: Record<string, unknown> = {}) {
  const alias = `person-${++count}@example.com`;
  const details = { name: "Ada", email: alias, password: PASSWORD };
  const id = await setup.gateway.service.createUser({ alias: [alias], details, ...fields });
  return { alias, id };
}
const view = async (id: string) => (await setup.admin("GET", `/users/${id}`)).body.payload;
const suspend = (id: string, body: Record<string, unknown> = {}) =>
  setup.admin("POST", `/users/${id}/suspend`, { reason: "a stolen laptop", ...body });
const granted = (alias: string, password = PASSWORD) =>
  setup.gateway.service.form(
    TOKEN,
    { grant_type: "password", username: alias, password, scope: "offline_access" },
    WEB,
  );

describe("a suspended user", () => {
  test("K-10, K-11: is refused everywhere, and every session and token ends; the reason is told to administrators alone", async () => {
    const { alias, id } = await newUser();
    const jar = setup.gateway.jar();
    await postJson(jar, "/login/auth/token/postern", { username: alias, password: PASSWORD });
    expect(await whoIs(jar)).toBe(alias);
    const { body: tokens } = await granted(alias);
    expect((await suspend(id)).status).toBe(200);
    expect(await whoIs(jar)).toBeUndefined();
    const refresh = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
    const answers = [
      await granted(alias),
      await setup.gateway.service.form(TOKEN, refresh, WEB),
      await setup.gateway.service.request("GET", "/auth/oauth2/userinfo", {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      }),
      await postJson(setup.gateway.jar(), "/login/auth/token/postern", {
        ...{ username: alias, password: PASSWORD },
      }),
    ];
    for (const { status, text } of answers) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).not.toContain("laptop");
      expect(text).not.toContain("suspend");
    }
    expect(await view(id)).toMatchObject({
      is_active: false,
      suspension: { reason: "a stolen laptop", by: "unknown", since: expect.any(String) },
    });
  });

  test("resumed, the user signs in anew; what ended stays ended", async () => {
    const { alias, id } = await newUser();
    const { body: tokens } = await granted(alias);
    await suspend(id);
    expect((await setup.admin("POST", `/users/${id}/resume`)).status).toBe(200);
    const refresh = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
    expect((await setup.gateway.service.form(TOKEN, refresh, WEB)).status).toBe(400);
    expect((await granted(alias)).status).toBe(200);
    expect(await view(id)).not.toHaveProperty("suspension");
    expect((await setup.admin("POST", `/users/${id}/resume`)).status).toBe(409);
  });

  test("until a time: it ends by itself then and not before, and no one who is disabled for good comes back", async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const { alias, id } = await newUser();
    const disabled = await newUser({ is_active: false });
    expect((await suspend(id, { until })).status).toBe(200);
    expect((await suspend(disabled.id, { until })).status).toBe(409);
    const service = await setup.gateway.service.auth.service;
    await endSuspensions(byItself(service));
    expect(await view(id)).toMatchObject({ is_active: false, suspension: { until } });
    // The clock of one instance alone says nothing: that of the database decides.
    setup.gateway.runtime.advance(7_200_000);
    await endSuspensions(byItself(service));
    expect((await view(id)).is_active).toBe(false);
    const past = { reason: "over", by: "x", since: until, until: "2020-01-01T00:00:00.000Z" };
    await service.store.db.update(users).set({ suspension: past }).where(eq(users.id, id));
    await Promise.all([endSuspensions(byItself(service)), endSuspensions(byItself(service))]);
    expect(await view(id)).toMatchObject({ is_active: true, updated_by: "suspension" });
    setup.gateway.runtime.advance(-7_200_000);
    expect((await granted(alias)).status).toBe(200);
    expect((await view(disabled.id)).is_active).toBe(false);
  });

  test("again: another reason and end; enabling ends it, and writing back what was read does not", async () => {
    const { id } = await newUser();
    await suspend(id);
    await suspend(id, { reason: "on leave" });
    expect((await view(id)).suspension.reason).toBe("on leave");
    const read = await view(id);
    const { alias, local, is_active, details } = read;
    await setup.admin("PUT", `/users/${id}`, { alias, local, is_active, details });
    expect((await view(id)).suspension.reason).toBe("on leave");
    await setup.admin("PATCH", `/users/${id}`, { is_active: true });
    expect(await view(id)).toMatchObject({ is_active: true });
    expect(await view(id)).not.toHaveProperty("suspension");
  });

  test("is found by a filter of the list", async () => {
    const { id } = await newUser();
    await suspend(id);
    const ids = async (query: string) => {
      const { body } = await setup.admin("GET", `/users?_limit=1000&${query}`);
      return body.payload.map((one: { id: string }) => one.id);
    };
    expect(await ids("suspended=true")).toContain(id);
    expect(await ids("suspended=false")).not.toContain(id);
    expect(await ids("is_active=false")).toContain(id);
  });

  test("no empty reason, no end in the past, no service account, no one unknown", async () => {
    const { id } = await newUser();
    const robot = await setup.gateway.service.createServiceAccount();
    expect((await suspend(id, { reason: " " })).status).toBe(400);
    expect((await suspend(id, { reason: "two\nlines" })).status).toBe(400);
    expect((await suspend(id, { until: "2020-01-01T00:00:00Z" })).status).toBe(400);
    expect((await suspend(robot)).status).toBe(404);
    expect((await suspend("unknown")).status).toBe(404);
  });
});

describe("a reset that an administrator sends", () => {
  const send = (id: string) => setup.admin("POST", `/users/${id}/password-reset`);

  test("E-8: the link opens the login page; until it is used password and sessions stay as they are", async () => {
    const { alias, id } = await newUser();
    const jar = setup.gateway.jar();
    await postJson(jar, "/login/auth/token/postern", { username: alias, password: PASSWORD });
    expect((await send(id)).status).toBe(200);
    const { mail, to } = await setup.relay.next(alias);
    expect([to, mail.subject]).toEqual([[alias], "Choose a new password"]);
    const code = linkCodeIn({ mail });
    expect(mail.text).toContain(`${ORIGIN}/login/?flow=reset&code=${code}`);
    expect(await whoIs(jar)).toBe(alias);
    const confirm = { code, password: "chosen by the person" };
    const path = "/login/auth/reset/confirm/postern";
    expect((await postJson(setup.gateway.jar(), path, confirm)).status).toBe(200);
    expect((await granted(alias, "chosen by the person")).status).toBe(200);
    expect((await granted(alias)).status).toBe(400);
    expect(await whoIs(jar)).toBeUndefined();
    expect((await postJson(setup.gateway.jar(), path, confirm)).status).toBe(401);
  });

  test("not for a suspended user, one of a directory, one without an address, or while resets are off", async () => {
    const suspended = await newUser();
    await suspend(suspended.id);
    expect((await send(suspended.id)).status).toBe(409);
    expect((await send((await newUser({ local: false })).id)).status).toBe(409);
    expect((await send((await newUser({ alias: ["no-address"] })).id)).status).toBe(409);
    const { id } = await newUser();
    await putSetting(setup.gateway.service, "signup", { password_reset: false });
    expect((await send(id)).status).toBe(403);
    await putSetting(setup.gateway.service, "signup", {
      ...{ password_reset: true, attempts: { unlimited: true } },
    });
  });

  test("E-5: its mails are counted, and a code that waits ends with a suspension", async () => {
    const { alias, id } = await newUser();
    await send(id);
    const code = linkCodeIn(await setup.relay.next(alias));
    await suspend(id);
    await setup.admin("POST", `/users/${id}/resume`);
    const confirm = { code, password: "chosen by another" };
    const path = "/login/auth/reset/confirm/postern";
    expect((await postJson(setup.gateway.jar(), path, confirm)).status).toBe(401);
    const attempts = { per_account: 3, per_network: 100_000 };
    await putSetting(setup.gateway.service, "signup", { password_reset: true, attempts });
    const statuses = [];
    for (let times = 0; times < 4; times++) statuses.push((await send(id)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

test("I-8: the last administrator is not suspended; and no user suspends, resumes or sends", async () => {
  const { service } = setup.gateway;
  const permission = await setup.admin("POST", "/permissions", { name: "manage", resources: [] });
  const { id } = permission.body.payload;
  const ada = await createAda(service, { alias: ["boss"], permission_ids: [id] });
  const other = await newUser();
  await putSetting(service, "admin", { permission: "manage", allow_missing_x_user: false });
  const as = (user: string, path: string, body?: unknown) =>
    service.json("POST", `/auth/v1/users${path}`, body, user);
  expect((await as("boss", `/${ada}/suspend`, { reason: "myself" })).status).toBe(409);
  for (const path of ["suspend", "resume", "password-reset"]) {
    const body = path === "suspend" ? { reason: "revenge" } : undefined;
    expect((await as(other.alias, `/${ada}/${path}`, body)).status).toBe(403);
  }
  expect((await as("boss", `/${other.id}/suspend`, { reason: "allowed" })).status).toBe(200);
  await reopenPlane(service);
});
