/** The account page (specification, Management UI routes; B-1 to B-3, K-11, auth-wire 2.9). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionContext } from "../../src/session.ts";
import { type Answer, ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { apiKeys, mutate, passkeyCredentials, totpSecrets } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  ADA,
  closePlane,
  createAda,
  putClient,
  putSetting,
  reopenPlane,
  roleWithScopes,
  TOKEN,
  WEB,
  withSetting,
} from "../support/tokens.ts";

const PAGE = "/auth/ui/account";
const CONSOLE = "/auth/ui/";
const CHANGE = "/auth/ui/password";
const HTML = "text/html; charset=utf-8";
const NEW = "a much better password";
let service: TestAuth;
let ada = "";

beforeAll(async () => {
  service = await testAuth({}, testRuntime());
  const role = await roleWithScopes(service, "operators", { "read-api": {}, "write-api": {} });
  ada = await createAda(service, { role_ids: [role] });
  await service.createUser({ alias: ["far"], local: false, details: { name: "From afar" } });
  await service.createUser({ alias: ["bare"], details: {} });
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => service[Symbol.asyncDispose]());

const open = (user?: string) =>
  service.request("GET", PAGE, { headers: user === undefined ? {} : { "x-user": user } });

/** With our own session in front. */
async function inSession(
  session: SessionContext,
  method = "GET",
  path = PAGE,
  fields?: Record<string, string>,
): Promise<Answer> {
  const body = fields && new URLSearchParams(fields);
  const request = new Request(`${ORIGIN}${path}`, { method, ...(body && { body }) });
  const response = await service.auth.fetch(request, undefined, { session });
  const { status, headers } = response;
  return { status, headers, text: await response.text(), body: undefined };
}

const tokenOf = ({ text }: Answer) => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
const problemOf = ({ text }: Answer) => /id="account-problem">([^<]+)</.exec(text)?.[1];
const shown = ({ text }: Answer, id: string) =>
  new RegExp(`id="${id}"[^>]*>(.*?)</(?:dd|strong|ul|p|h1)>`, "s").exec(text)?.[1];
const plain = (markup = "") =>
  markup
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

interface Change {
  readonly user?: string;
  readonly headers?: Record<string, string>;
  readonly fields?: Record<string, string>;
}

/** Fills in the form of a page that was just opened, and sends it. */
async function change({ user = "ada", headers = {}, fields = {} }: Change = {}): Promise<Answer> {
  const form_token = tokenOf(await open(user));
  return service.request("POST", CHANGE, {
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(user && { "x-user": user }),
      ...headers,
    },
    body: new URLSearchParams({
      form_token,
      current_password: ADA.password,
      new_password: NEW,
      repeated_password: NEW,
      ...fields,
    }),
  });
}
const signsIn = async (password: string) =>
  (await service.form(TOKEN, { ...ADA, password }, WEB)).status === 200;

describe("who sees it", () => {
  test.each(["/auth", "/auth/", "/auth/ui"])(
    "decisions 4d: GET %s leads to ui/ with 307",
    async (path) => {
      for (const answer of [
        await service.request("GET", path),
        await service.request("GET", `${path}?x=1`, { headers: { "x-user": "ada" } }),
      ]) {
        expect([answer.status, answer.headers.get("location")]).toEqual([307, CONSOLE]);
      }
      expect((await service.request("POST", path)).status).toBe(405);
    },
  );

  test("decisions 4d: with the prefix / the root itself leads there", async () => {
    await using root = await testAuth({ prefix_path: "/" });
    const { status, headers } = await root.request("GET", "/");
    expect([status, headers.get("location")]).toEqual([307, "/ui/"]);
    const { body } = await root.request("GET", "/swagger/swagger.json");
    expect(Object.keys(body.paths)).toContain("/");
    expect(Object.keys(body.paths)).not.toContain("");
  });

  test("an anonymous browser goes to `authorize.login_url`, with the way back", async () => {
    await withSetting(service, "authorize", { login_url: "/login/" }, async () => {
      for (const answer of [await open(), await inSession({})]) {
        expect(answer.status).toBe(302);
        expect(answer.headers.get("location")).toBe("/login/?redirect_path=%2Fauth%2Fui%2Faccount");
        expect(answer.headers.get("cache-control")).toBe("no-store");
      }
    });
  });

  test("without a login page: 401 HTML asking to log in first", async () => {
    for (const answer of [await open(), await inSession({})]) {
      expect([answer.status, answer.headers.get("content-type")]).toEqual([401, HTML]);
      expect(answer.text).toContain("log in first");
    }
  });

  test.each(["absent", "", "ada, bob", "api-key:x"])(
    "X-User %j is refused with 401, and never sent to log in again",
    async (user) => {
      await withSetting(service, "authorize", { login_url: "/login/" }, async () => {
        const answer = await open(user);
        expect(answer.status).toBe(401);
        expect(answer.headers.has("location")).toBe(false);
        expect(answer.text).not.toContain("account-profile");
      });
    },
  );

  test("with a session in front the header is not read", async () => {
    const request = new Request(`${ORIGIN}${PAGE}`, { headers: { "x-user": "ada" } });
    const session: SessionContext = {};
    expect((await service.auth.fetch(request, undefined, { session })).status).toBe(401);
  });
});

describe("what it shows", () => {
  test("name, user names, e-mail, roles and permissions", async () => {
    const page = await open("ada");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, HTML]);
    expect(plain(shown(page, "account-name"))).toBe("Ada");
    expect(plain(shown(page, "account-aliases"))).toBe("ada ada@example.com");
    expect(plain(shown(page, "account-email"))).toBe("ada@example.com");
    expect(plain(shown(page, "account-roles"))).toBe("operators");
    expect(plain(shown(page, "account-permissions"))).toBe("read-api write-api");
    expect(shown(page, "account-id")).toContain(ada);
    expect(page.text).not.toMatch(/\$2[aby]\$|JDJi/);
  });

  test("what secures the account, as `GET /v1/me` tells it", async () => {
    const states = async () => {
      const page = await open("ada");
      return ["totp", "passkeys", "api-keys"].map((id) => shown(page, `account-${id}`));
    };
    expect(await states()).toEqual([undefined, undefined, undefined]);
    const { ownStore: store } = await service.auth.service;
    const change = { topic: "totp", action: "create", entity: ada, actor: ada } as const;
    const secret = { secret_encrypted: "x", confirmed: true, recovery_codes: [] };
    const passkey = { user_id: ada, name: "k", public_key: new Uint8Array(1), credential: {} };
    const key = { user_id: ada, name: "k", role_ids: [], permission_ids: [], details: {} };
    await mutate(store, change, async ({ tx, touch }) => {
      await tx.insert(totpSecrets).values({ user_id: ada, ...secret });
      await tx.insert(passkeyCredentials).values(["one", "two"].map((id) => ({ id, ...passkey })));
      await tx.insert(apiKeys).values({ id: "key", key_hash: "h", ...key });
      touch("totp", ada);
    });
    expect(await states()).toEqual(["On", "2", "1"]);
    const { body } = await service.json("GET", "/auth/v1/me", undefined, "ada");
    expect(body.payload).toMatchObject({ totp_enabled: true, passkey_count: 2, api_key_count: 1 });
    await mutate(store, { ...change, action: "delete" }, async ({ tx, touch }) => {
      await tx.delete(totpSecrets);
      touch("totp", ada);
    });
    expect(await states()).toEqual([undefined, "2", "1"]);
  });

  test.each([
    ["ada", "Set", true],
    ["bare", "Not set", false],
    ["far", "Managed elsewhere", false],
  ])(
    "whether a password exists, and a form for local users alone: %s",
    async (user, state, form) => {
      const page = await open(user);
      expect(shown(page, "account-password-state")).toBe(state);
      expect(page.text.includes('id="account-password"')).toBe(form);
    },
  );

  test("administrators find the description of the API; no one else does", async () => {
    const role = await roleWithScopes(service, "admins", { "perm-admin": {} });
    await service.createUser({ alias: ["root"], details: {}, role_ids: [role] });
    await putSetting(service, "admin", { permission: "perm-admin", allow_missing_x_user: false });
    try {
      const { text } = await open("root");
      expect(text).toContain('href="/auth/swagger/"');
      expect(text).toContain('href="/auth/swagger/swagger.json"');
      expect((await open("ada")).text).not.toContain("swagger");
    } finally {
      await reopenPlane(service);
    }
  });

  test.each([true, false])(
    "administrators find the console where it is built: %s",
    async (built) => {
      const assets = {
        read: async (name: string) =>
          built && name === "ui/console.json" ? new TextEncoder().encode("{}") : undefined,
      };
      await using own = await testAuth({}, { ...testRuntime(), assets });
      await createAda(own);
      const seen = async () => {
        const { text } = await own.request("GET", PAGE, { headers: { "x-user": "ada" } });
        return text.includes('href="/auth/ui/"');
      };
      expect(await seen()).toBe(built);
      await closePlane(own);
      expect(await seen(), "no administrator").toBe(false);
    },
  );

  test("a sign-out form when the session says where it goes, and none otherwise", async () => {
    const session = { principal: "ada", logout_url: "/logout?a=1&b=2" };
    const page = await inSession(session);
    expect(page.text).toContain('method="post" action="/logout?a=1&amp;b=2"');
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self';");
    const away = await inSession({ ...session, logout_url: "https://login.example.com/logout" });
    expect(away.headers.get("content-security-policy")).toContain(
      "form-action 'self' https://login.example.com;",
    );
    for (const logout_url of ["javascript:alert(1)", "//evil.example.com/", ""]) {
      expect((await inSession({ ...session, logout_url })).text).not.toContain("Sign out");
    }
    expect((await open("ada")).text).not.toContain("Sign out");
  });

  test("B-1: every header that keeps a page to itself, and no script", async () => {
    // Without passkeys and password nothing on the page needs one.
    await putSetting(service, "passkey", { disabled: true });
    const { headers, text } = await open("far");
    await service.json("DELETE", "/auth/v1/settings/passkey");
    const policy = headers.get("content-security-policy") ?? "";
    const [, nonce] = /style-src 'nonce-([\w-]{22})'/.exec(policy) ?? [];
    expect(text).toContain(`<style nonce="${nonce}">`);
    expect(policy).toBe(
      `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "strict-transport-security": "max-age=31536000",
    });
    expect(text).not.toMatch(/<script|javascript:|\son\w+=|style="|src=|https?:\/\//i);
  });

  test("B-1: one script of our own for the password form, and none in the markup", async () => {
    const assets = {
      read: async (name: string) =>
        name === "login/account.js" ? new TextEncoder().encode("/* account */") : undefined,
    };
    await using own = await testAuth({}, { ...testRuntime(), assets });
    await createAda(own);
    const page = await own.request("GET", PAGE, { headers: { "x-user": "ada" } });
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self';");
    expect(page.text.match(/<script[^>]*>[^<]*/g)).toEqual([
      '<script type="module" src="/auth/ui/account.js">',
    ]);
    const script = await own.request("GET", "/auth/ui/account.js");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(script.headers.get("x-content-type-options")).toBe("nosniff");
    const known = { "if-none-match": script.headers.get("etag") ?? "" };
    expect((await own.request("GET", "/auth/ui/account.js", { headers: known })).status).toBe(304);
  });

  test("B-3: hostile names are escaped, bounded and one line", async () => {
    const evil = `"><script>alert(1)</script>\u202e`;
    const role = await roleWithScopes(service, "hostile", {
      [`${evil}permission`]: {},
      ["p".repeat(5_000)]: {},
      ...Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`many-${n}`, {}])),
    });
    const named = await service.json("PATCH", `/auth/v1/roles/${role}`, {
      name: evil.replace("\u202e", "role"),
    });
    expect(named.status, named.text).toBe(200);
    await service.createUser({
      alias: ["mallory"],
      role_ids: [role],
      details: { name: `${evil}${"n".repeat(5_000)}`, email: { toString: "no text" } },
    });
    const page = await open("mallory");
    expect(page.status).toBe(200);
    const ours = '<script type="module" src="/auth/ui/account.js"></script>';
    expect(page.text.replace(ours, "")).not.toContain("<script");
    expect(page.text).not.toContain("\u202e");
    for (const kind of ["role", "permission"]) {
      expect(page.text).toContain(`&lt;script&gt;alert(1)&lt;/script&gt;${kind}`);
    }
    expect(page.text).toContain("more</li>");
    expect(page.text.length).toBeLessThan(40_000);
    expect(page.text).not.toContain("account-email");
  });
});

describe("changing the own password", () => {
  test("the form works without script: the password is changed and every session ends (K-11)", async () => {
    const { body } = await service.form(TOKEN, ADA, WEB);
    const answer = await change();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, HTML]);
    expect(answer.text).toContain("Your password has been changed");
    expect(answer.text).toContain(`href="${CONSOLE}"`);
    expect(await signsIn(NEW)).toBe(true);
    expect(await signsIn(ADA.password)).toBe(false);
    const refreshed = { grant_type: "refresh_token", refresh_token: body.refresh_token };
    expect((await service.form(TOKEN, refreshed, WEB)).body.error).toBe("invalid_grant");

    const back = { current_password: NEW, new_password: ADA.password };
    const restored = await change({ fields: { ...back, repeated_password: ADA.password } });
    expect(restored.status).toBe(200);
    expect(await signsIn(ADA.password)).toBe(true);
  });

  test.each<[string, Record<string, string>, string]>([
    ["a wrong one", { current_password: "wrong" }, "The current password is incorrect."],
    ["none", { current_password: "" }, "The current password is incorrect."],
    ["over-long", { current_password: "x".repeat(100) }, "The current password is incorrect."],
    [
      "a new one that is too short",
      { new_password: "short", repeated_password: "short" },
      "The new password must be at least 8 characters.",
    ],
    [
      "a new one that is too long",
      { new_password: "ü".repeat(40), repeated_password: "ü".repeat(40) },
      "The new password must be at most 72 bytes.",
    ],
    ["a slip", { repeated_password: `${NEW} ` }, "The two new passwords are not the same."],
  ])("%s: the page again with what was wrong, and nothing changed", async (_, fields, problem) => {
    const answer = await change({ fields });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([400, HTML]);
    expect(problemOf(answer)).toBe(problem);
    expect(answer.text).not.toContain(NEW);
    expect(tokenOf(answer)).toMatch(/^\d+\.[\w-]{22}\.[\w-]{43}$/);
    expect(await signsIn(ADA.password)).toBe(true);
  });

  test.each(["far", "bare"])("no one without a password of ours changes one: %s", async (user) => {
    // Their page has no form; a token of their own is what they lack least.
    const answer = await change({ user });
    expect(answer.status).toBe(400);
  });

  test.each([
    ["none", ""],
    ["made up", `1.${"A".repeat(43)}`],
    ["not a token", "x"],
  ])("B-2: a form token is needed: %s", async (_, form_token) => {
    const answer = await change({ fields: { form_token } });
    expect(answer.status).toBe(400);
    expect(problemOf(answer)).toContain("out of date");
    expect(await signsIn(ADA.password)).toBe(true);
  });

  test("B-2: the token is bound to the user, to the login, and to an hour", async () => {
    await service.createUser({ alias: ["eve"], details: { password: "eve's password" } });
    const eves = tokenOf(await open("eve"));
    expect(eves).not.toBe("");
    expect(problemOf(await change({ fields: { form_token: eves } }))).toContain("out of date");

    const first = { principal: "ada", auth_time: 1_000 };
    const form_token = tokenOf(await inSession(first));
    const wrong = {
      form_token,
      current_password: "wrong",
      new_password: NEW,
      repeated_password: NEW,
    };
    const sent = (session: SessionContext) => inSession(session, "POST", CHANGE, wrong);
    expect(problemOf(await sent(first))).toBe("The current password is incorrect.");
    const later = { principal: "ada", auth_time: 2_000 };
    expect(problemOf(await sent(later))).toContain("out of date");
    service.runtime.advance(3_601_000);
    expect(problemOf(await sent(first))).toContain("out of date");
  });

  test.each<[string, Record<string, string>]>([
    ["another origin", { origin: "https://evil.example.com" }],
    ["our own host on another scheme", { origin: ORIGIN.replace("https:", "http:") }],
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another host of the site", { "sec-fetch-site": "same-site", origin: "null" }],
  ])("B-2: a form from %s is refused with 403", async (_, headers) => {
    const answer = await change({ headers });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([403, HTML]);
    expect(await signsIn(ADA.password)).toBe(true);
  });

  test("B-2: GET changes nothing, and JSON is not taken", async () => {
    const got = await service.request("GET", CHANGE, { headers: { "x-user": "ada" } });
    expect([got.status, got.headers.get("location")], "the address of the form").toEqual([
      307,
      PAGE,
    ]);
    const body = { current_password: ADA.password, new_password: NEW, repeated_password: NEW };
    expect((await service.json("POST", CHANGE, body, "ada")).status).toBe(415);
  });

  test("an anonymous form is sent to sign in, or refused", async () => {
    expect((await change({ user: "" })).status).toBe(401);
    await withSetting(service, "authorize", { login_url: "/login/" }, async () => {
      const { status, headers } = await change({ user: "" });
      expect([status, headers.get("location")]).toEqual([
        302,
        "/login/?redirect_path=%2Fauth%2Fui%2Faccount",
      ]);
    });
  });

  test("E-2: too many wrong passwords: the page again says how long to wait, with Retry-After", async () => {
    await service.createUser({ alias: ["grace"], details: { password: "grace's password" } });
    const guess = () => change({ user: "grace", fields: { current_password: "wrong" } });
    for (let round = 0; round < 10; round++) expect((await guess()).status).toBe(400);
    const refused = await guess();
    expect([refused.status, refused.headers.get("content-type")]).toEqual([429, HTML]);
    expect(problemOf(refused)).toBe("Too many attempts. Try again in 15 minutes.");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(refused.text).toContain('id="account-password"');
  });

  test("C-6: no password is in a log line", () => {
    const lines = JSON.stringify(service.runtime.lines);
    expect(lines).not.toContain(NEW);
    expect(lines).not.toContain(ADA.password);
  });
});
