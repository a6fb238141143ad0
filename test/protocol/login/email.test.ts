/** Sign-in by a mailed code or link at the login page, in process (login-middleware.md, Authentication 5; E-3, E-4, E-6). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeAt } from "../../support/totp.ts";
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

describe("a code whose time ends, or that is used elsewhere, while the second factor is asked for (L-W15, T-9)", () => {
  const email = "heidi@example.com";
  const GONE = "The code from the email has expired, or was used already. Ask for a new one.";
  let recovery: string[] = [];

  beforeAll(async () => {
    const details = { password: "a password of my own" };
    await admin("POST", "/auth/v1/users", { alias: [email], local: true, details });
    const signedIn = await ask("/auth/oauth2/token", {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`login:${setup.sealed.login_client.secret}`)}` },
      body: new URLSearchParams({ grant_type: "password", username: email, ...details }),
    });
    const { access_token } = (await signedIn.json()) as { access_token: string };
    const own = (path: string, body: object) =>
      post(`/auth/v1/totp/${path}`, body, { authorization: `Bearer ${access_token}` });
    const registered = await (await own("register", {})).json();
    const { secret } = (registered as { payload: { secret: string } }).payload;
    const confirmed = await own("confirm", { code: codeAt(secret, Date.now()) });
    const { payload } = (await confirmed.json()) as { payload: { recovery_codes: string[] } };
    recovery = payload.recovery_codes;
  });

  const confirm = async (body: object) => {
    const response = await post(CONFIRM, body);
    return (await response.json()) as { error: string; message: string };
  };
  /** Its time is over, and so it is when it was used in another browser meanwhile. */
  const end = async (code: string) => {
    const body = { code, email, totp: recovery.pop() };
    expect((await post(CONFIRM, body)).status).toBe(200);
  };

  test("the script is told that it is over, apart from a wrong factor and from a code that is wrong at once", async () => {
    const { code, typed } = await mailed({ email });
    expect((await confirm({ code, email })).error).toBe("mfa_required");
    expect((await confirm({ code, email, totp: "000000" })).error).toBe("invalid_code");
    await end(code);
    const over = { error: "expired_code", message: GONE };
    for (const one of [code, typed]) {
      expect(await confirm({ code: one, email, totp: recovery[0] })).toEqual(over);
      expect((await confirm({ code: one, email })).error).toBe("invalid_code");
    }
    // One that never was reads the same: it tells a stranger nothing.
    for (const one of ["BBBBB-BBBBB", "0".repeat(48)]) {
      expect(await confirm({ code: one, email, totp: "000000" })).toEqual(over);
    }
  });

  test("so it is when its lifetime has passed", async () => {
    await putEmail({ code_lifetime: "1s" });
    const { code } = await mailed({ email });
    await putEmail();
    const error = async () => (await confirm({ code, email, totp: "000000" })).error;
    await expect.poll(error, { timeout: 10_000, interval: 500 }).toBe("expired_code");
  });

  const hidden = (page: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";

  /** A page, and what its form belongs to. */
  async function opened(path: string, language = "en") {
    const headers = { accept: "text/html", "accept-language": language };
    const response = await ask(path, { headers });
    const cookie = response.headers.getSetCookie().map((line) => line.split(";")[0]);
    return { page: await response.text(), cookie: cookie.join("; "), language };
  }

  /** The form without script, pressed on this page. */
  async function press(
    { page, cookie, language }: Awaited<ReturnType<typeof opened>>,
    more: Record<string, string>,
  ) {
    const [form_token = "", provider = ""] = ["form_token", "provider"].map((name) =>
      hidden(page, name),
    );
    const response = await ask("/login/", {
      method: "POST",
      headers: { origin: ORIGIN, accept: "text/html", "accept-language": language, cookie },
      body: new URLSearchParams({ form_token, provider, ...more }),
    });
    const text = await response.text();
    const [, said] = /role="alert"[^>]*>([^<]*)/.exec(text) ?? [];
    return { status: response.status, text: text.split("<template")[0] ?? "", said };
  }

  test.each([
    ["en", GONE],
    [
      "de",
      "Der Code aus der E-Mail ist abgelaufen oder wurde schon verwendet. Lassen Sie sich einen neuen schicken.",
    ],
    ["fr", "Le code reçu par e-mail a expiré ou a déjà servi. Demandez-en un nouveau."],
  ])(
    "without script the page says it, asks for a code alone and offers another mail: %s",
    async (language, text) => {
      const { typed } = await mailed({ email });
      const page = await opened("/login/?view=mail", language);
      const fields = { view: "mail-sent", email, code: typed };
      const asked = await press(page, fields);
      expect(asked.text).toContain('name="totp"');
      const wrong = await press(page, { ...fields, totp: "000000" });
      expect(wrong.said).not.toBe(text);
      expect(wrong.text).toContain('name="totp"');
      await end(typed);
      const over = await press(page, { ...fields, totp: recovery[0] ?? "" });
      expect([over.status, over.said]).toEqual([401, text]);
      expect(over.text).not.toContain('name="totp"');
      expect(over.text).not.toContain(typed);
      expect(over.text).toContain('id="mail-again"');
    },
  );

  test("a link whose time ends there says so once, and offers another mail", async () => {
    const { link, code } = await mailed({ email });
    const page = await opened(link.pathname + link.search);
    const fields = { view: "mail-link", email, code };
    expect((await press(page, fields)).text).toContain('name="totp"');
    await end(code);
    const over = await press(page, { ...fields, totp: recovery[0] ?? "" });
    expect([over.status, over.said]).toEqual([401, ""]);
    expect(over.text).toContain("This link is not valid");
    expect(over.text).toContain('id="mail-again"');
  });
});
