/** Sign-in by a mailed code or link at the login page, in process (login-middleware.md, Authentication 5; E-3, E-4, E-6). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSetup, type RouteEnv } from "../docs/setup.ts";

const ORIGIN = "https://id.example.com";
const ADDRESS = "grace@example.com";
const ASK = "/login/auth/email/postern";
const CONFIRM = "/login/auth/email/confirm/postern";
let setup: RouteEnv;
let token = "";

const ask = (path: string, init: RequestInit = {}) =>
  setup.fetch(new Request(`${ORIGIN}${path}`, init), undefined);
const post = (path: string, body: object, headers: Record<string, string> = { origin: ORIGIN }) =>
  ask(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const admin = async (method: string, path: string, body: object) => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const response = await ask(path, { method, headers, body: JSON.stringify(body) });
  expect(response.status, await response.text()).toBe(200);
};
const putEmail = (members: object = {}) =>
  admin("PUT", "/auth/v1/settings/email", {
    value: {
      from: "id@example.com",
      smtp: { host: "mail.example.com" },
      sending: { unlimited: true },
      ...members,
    },
  });

beforeAll(async () => {
  setup = await openSetup();
  const { admin: person, login_client: login } = setup.sealed;
  const form = { grant_type: "password", username: "admin", password: person.password };
  const response = await ask("/auth/oauth2/token", {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`login:${login.secret}`)}` },
    body: new URLSearchParams(form),
  });
  token = ((await response.json()) as { access_token: string }).access_token;
  await admin("PUT", "/auth/v1/settings/oauth2", { value: { base_url: ORIGIN } });
  await admin("POST", "/auth/v1/users", { alias: ["grace", ADDRESS], local: true });
  await putEmail();
});
afterAll(() => setup[Symbol.asyncDispose]());

const manifest = async () =>
  ((await (await ask("/login/auth/methods")).json()) as { payload: { provider: object } }).payload
    .provider;

/** Asks, and reads the code and the link of the mail. */
async function mailed(more: object = {}) {
  const before = setup.mails.length;
  const response = await post(ASK, { email: ADDRESS, ...more });
  expect(response.status, await response.clone().text()).toBe(200);
  await expect.poll(() => setup.mails.length).toBe(before + 1);
  const text = setup.mails.at(-1)?.text ?? "";
  const [link = ""] = /https:\S+/.exec(text) ?? [];
  const [typed = ""] = /\b[B-Z]{5}-[B-Z]{5}\b/.exec(text) ?? [];
  return { link: new URL(link), typed, code: new URL(link).searchParams.get("code") ?? "" };
}

describe("the manifest", () => {
  test("offers it while the service can send, live", async () => {
    await admin("DELETE", "/auth/v1/settings/email", {});
    expect(await manifest()).not.toHaveProperty("email");
    await putEmail();
    expect(await manifest()).toMatchObject({ email: [{ url: ASK, confirm_url: CONFIRM }] });
    await putEmail({ disabled: true });
    expect(await manifest()).not.toHaveProperty("email");
    await putEmail();
  });
});

describe("a mail", () => {
  test("E-4: its link opens our own page at the configured origin, and keeps where one was going", async () => {
    const { link } = await mailed({ svc_flow: "f1", redirect_path: "/app?x=1" });
    expect(link.origin + link.pathname).toBe(`${ORIGIN}/login/`);
    const query = Object.fromEntries(link.searchParams);
    expect(query).toMatchObject({ flow: "email", provider: "postern", svc_flow: "f1" });
    expect(query.redirect_path).toBe("/app?x=1");
    const evil = await mailed({ redirect_path: "https://eve.example/", svc_flow: "<script>" });
    expect(evil.link.href).not.toContain("eve.example");
    expect(evil.link.searchParams.has("svc_flow")).toBe(false);
    expect(link.searchParams.has("remember_me")).toBe(false);
    expect((await mailed({ remember_me: true })).link.searchParams.get("remember_me")).toBe("true");
    expect((await mailed({ remember_me: "x" })).link.searchParams.has("remember_me")).toBe(false);
  });

  test("E-4: opening the link, as mail scanners do, uses nothing up; the page has one button", async () => {
    const { link, code } = await mailed();
    for (const method of ["GET", "HEAD", "GET"]) {
      const page = await ask(link.pathname + link.search, {
        method,
        headers: { accept: "text/html" },
      });
      expect(page.status).toBe(200);
      if (method === "GET") expect(await page.text()).toContain('id="mail-link-form"');
    }
    expect((await post(CONFIRM, { code })).status).toBe(204);
  });

  test("I-7: mails that others of the network asked for do not keep a browser out that has signed in", async () => {
    const { code } = await mailed();
    const signedIn = await post(CONFIRM, { code });
    const cookie =
      signedIn.headers.getSetCookie().find((line) => line.includes("login_device=")) ?? "";
    const device = cookie.split(";")[0] ?? "";
    await putEmail({ sending: { per_account: 3 } });
    const before = setup.mails.length;
    const asked = async (headers: Record<string, string>, email = ADDRESS) =>
      (await post(ASK, { email }, { origin: ORIGIN, ...headers })).status;
    const colleague = [];
    for (let round = 0; round < 4; round++) colleague.push(await asked({}));
    expect(colleague).toEqual([200, 200, 200, 429]);
    expect(await asked({ cookie: device })).toBe(200);
    const unknown = "nothing@example.com";
    const others = [];
    for (let round = 0; round < 4; round++) others.push(await asked({ cookie: device }, unknown));
    expect(others).toEqual([200, 200, 200, 429]);
    await expect.poll(() => setup.mails.length).toBe(before + 4);
    await putEmail();
  });

  test("E-6: the answer is the same for an unknown address", async () => {
    const before = setup.mails.length;
    const answers = [];
    for (const email of [ADDRESS, "nothing@example.com"]) {
      const response = await post(ASK, { email });
      const { payload } = (await response.json()) as { payload: { message: string } };
      answers.push([response.status, payload.message]);
    }
    expect(answers[0]).toEqual(answers[1]);
    await expect.poll(() => setup.mails.length).toBe(before + 1);
  });
});

describe("a code", () => {
  test("signs in, typed or from the link, and ends the page that waits in the same browser", async () => {
    const first = await mailed();
    const typed = await post(CONFIRM, { code: first.typed, email: ADDRESS });
    expect(typed.status).toBe(204);
    expect(typed.headers.get("set-cookie")).not.toContain("auth_verify");
    const cookie = typed.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const status = await ask("/login/auth/status", {
      headers: { cookie, accept: "application/json" },
    });
    expect(await status.json()).toEqual({ payload: { logged_in: true } });

    const second = await mailed({ svc_flow: "waiting" });
    const linked = await post(CONFIRM, { code: second.code, svc_flow: "waiting" });
    expect(linked.status).toBe(204);
    expect(linked.headers.getSetCookie().join()).toContain("auth_verify_waiting=true");
  });

  test.each(["", "BBBBB-BBBBB", "0".repeat(48), "x".repeat(10_000)])(
    "L-W15: %j is refused neutrally",
    async (code) => {
      const response = await post(CONFIRM, { code });
      expect([400, 401]).toContain(response.status);
      expect(await response.text()).not.toMatch(/user|client|grant/);
      expect(response.headers.get("set-cookie") ?? "").not.toContain("session");
    },
  );

  test("L-W14: another origin neither asks nor signs in", async () => {
    const eve = { origin: "https://eve.example" };
    const { code } = await mailed();
    expect((await post(ASK, { email: ADDRESS }, eve)).status).toBe(403);
    expect((await post(CONFIRM, { code }, eve)).status).toBe(403);
    expect((await post(CONFIRM, { code })).status).toBe(204);
  });
});
