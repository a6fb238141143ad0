/** The login page with the built SDK, in front of routes that answer as the specification says. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { buildBrowser } from "../../scripts/build-browser.ts";
import type { LoginManifest, PasswordLink } from "../../src/login/manifest.ts";
import { METHODS } from "../../src/login/methods/methods.ts";
import { loginPage } from "../../src/login/page/login-page.ts";
import type { LoginFormView, OpenedView } from "../../src/login/page/view.ts";
import { pageResponse } from "../../src/web/pages/response.ts";
import { toResponse } from "../../src/web/reply.ts";

const AUTH = "/login/auth";

/** A password link with every feature. */
export const passwordLink = (key: string, name: string): PasswordLink => ({
  name,
  url: `${AUTH}/token/${key}`,
  signup_url: `${AUTH}/signup/${key}`,
  signup_verify_url: `${AUTH}/signup/verify/${key}`,
  password_reset_url: `${AUTH}/reset/${key}`,
  password_reset_confirm_url: `${AUTH}/reset/confirm/${key}`,
  password_min_length: 10,
});
export const codeLink = (key: string, name: string) => ({ name, url: `${AUTH}/code/${key}` });
export const passkeyLink = (key: string, name: string) => ({ name, url: `${AUTH}/passkey/${key}` });

export const emailLink = (key: string, name: string) => ({
  name,
  url: `${AUTH}/email/${key}`,
  confirm_url: `${AUTH}/email/confirm/${key}`,
});

export const manifestOf = (
  provider: Partial<LoginManifest["provider"]>,
  more: Partial<LoginManifest> = {},
): LoginManifest => ({
  title: "Sign in",
  provider: { password: null, code: null, passkey: null, ...provider },
  ...more,
});

interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly type: string;
  readonly body: string;
}

/** What a test sets before it opens the page. */
export interface Scene {
  manifest: LoginManifest;
  form: LoginFormView;
  /** The window of a code flow: posts the message, sets the cookie silently and late, or never ends. */
  window: "message" | "cookie" | "stuck";
  enrollment: { prompt: boolean; prompt_id?: string; snooze_seconds?: number } | "fails";
  /** The page may open no windows; driven browsers do not block them on their own. */
  blocksWindows: boolean;
  /** Milliseconds that every POST takes. */
  delay: number;
  /** Of the address, as the service would read it. */
  opened?: OpenedView;
}

const scene = (): Scene => ({
  manifest: manifestOf({ password: [passwordLink("local", "Local")] }),
  form: { token: "form-token" },
  window: "message",
  enrollment: { prompt: false },
  blocksWindows: false,
  delay: 0,
});

const CHALLENGE = "Y2hhbGxlbmdlLWNoYWxsZW5nZS1jaGFsbGVuZ2U";
const USER_ID = "dXNlci0x";

const failure = (c: Context, status: 400 | 401 | 409, message: string, error?: string) =>
  c.json({ message, ...(error && { error }) }, status);

function signIn(c: Context, body: string) {
  const { username, password, totp } = JSON.parse(body);
  if (password !== "correct") return failure(c, 401, "password not match", "invalid_grant");
  if (username === "careful@example.com") {
    if (totp === undefined) return failure(c, 401, "totp code required", "mfa_required");
    if (totp !== "123456" && totp !== "abcdefgh-ijklmnop") {
      return failure(c, 401, "totp code invalid", "invalid_grant");
    }
  }
  c.header("Set-Cookie", "session=signed-in; Path=/; HttpOnly; SameSite=Lax");
  return c.body(null, 204);
}

/** The window of a code flow; its script lies beside it, as the policy wants. */
const flowWindow = (script: string) =>
  `<!doctype html><title>Sign-in complete</title><p>Sign-in complete</p><script src="${AUTH}/window/${script}.js"></script>`;

const WINDOW_SCRIPTS: Readonly<Record<string, string>> = {
  message: `opener?.postMessage("svc:login:success", location.origin); setTimeout(() => close(), 50);`,
  cookie: `const flow = new URLSearchParams(location.search).get("svc_flow");
setTimeout(() => { document.cookie = "auth_verify_" + flow + "=true; Path=/; Max-Age=60"; }, 700);`,
  stuck: "",
};

function passkey(c: Context, body: string) {
  const { assertion } = JSON.parse(body);
  if (assertion) return c.body(null, 204);
  return c.json({
    session_id: "begun",
    options: {
      challenge: CHALLENGE,
      timeout: 60_000,
      rpId: "localhost",
      userVerification: "preferred",
    },
  });
}

function enroll(c: Context, body: string) {
  const { credential } = JSON.parse(body);
  if (credential) return c.json({ payload: { message: "passkey registered", id: "key-1" } });
  const options = {
    challenge: CHALLENGE,
    rp: { id: "localhost", name: "Postern" },
    user: { id: USER_ID, name: "ada@example.com", displayName: "Ada" },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
    timeout: 60_000,
  };
  return c.json({ payload: { session_id: "begun", options } });
}

/** As it stands in the mail of a person with a second factor. */
const CAREFUL_CODE = "BCDFG-HJKLM";

function account(c: Context, path: string, body: string) {
  const { email, code, totp } = JSON.parse(body);
  // The right code of a person who has a second factor.
  if (code === CAREFUL_CODE && totp === undefined) {
    return failure(c, 401, "totp code required", "mfa_required");
  }
  if (email === "taken@example.com") return failure(c, 409, "account already exists");
  if (code !== undefined && code !== "mail-code")
    return failure(c, 401, "code not found or expired");
  const message = "if the account exists, a mail has been sent";
  return c.json({
    payload: { message, ...(path.includes("/signup/") && { verification_required: true }) },
  });
}

export async function startLoginServer(port = 0) {
  const folder = mkdtempSync(join(tmpdir(), "postern-login-"));
  await buildBrowser(folder);
  const built = (name: string) => readFileSync(join(folder, name), "utf8");
  const [sdk, script, rules] = [built("sdk.js"), built("login.js"), built("password-rules.js")];

  let now = scene();
  const requests: Recorded[] = [];
  const app = new Hono();
  app.use(async (c, next) => {
    const url = new URL(c.req.url);
    requests.push({
      method: c.req.method,
      path: url.pathname,
      query: url.searchParams,
      type: c.req.header("content-type") ?? "",
      body: c.req.method === "POST" ? await c.req.raw.clone().text() : "",
    });
    if (c.req.method === "POST" && now.delay > 0) {
      await new Promise((resolve) => setTimeout(resolve, now.delay));
    }
    await next();
  });
  const javascript = (text: string) => (c: Context) =>
    c.body(text, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
    });
  app.get(`${AUTH}/sdk.js`, javascript(sdk));
  app.get("/login/assets/login.js", javascript(script));
  app.get("/login/assets/password-rules.js", javascript(rules));
  app.get(`${AUTH}/window/:script`, (c) =>
    javascript(WINDOW_SCRIPTS[c.req.param("script").replace(".js", "")] ?? "")(c),
  );
  app.get(`${AUTH}/methods`, (c) => c.json({ payload: now.manifest }));
  app.get(`${AUTH}/code/:key`, (c) => {
    if (now.window === "message") {
      c.header("Set-Cookie", `auth_verify_${c.req.query("svc_flow")}=true; Path=/; Max-Age=60`);
    }
    return c.html(flowWindow(now.window));
  });
  app.get(`${AUTH}/passkey/enrollment`, (c) =>
    now.enrollment === "fails"
      ? c.json({ message: "no" }, 500)
      : c.json({ payload: now.enrollment }),
  );
  app.post(`${AUTH}/passkey/enrollment`, async (c) => enroll(c, await c.req.text()));
  app.post(`${AUTH}/token/:key`, async (c) => signIn(c, await c.req.text()));
  app.post(`${AUTH}/passkey/:key`, async (c) => passkey(c, await c.req.text()));
  app.post(`${AUTH}/*`, async (c) => account(c, c.req.path, await c.req.text()));
  app.post("/login/", (c) => c.redirect("/form-posted", 303));
  app.get("/login/", (c) => {
    const origin = new URL(c.req.url).origin;
    const page = loginPage({
      origin,
      base: "/login",
      action: "/login/",
      methods: METHODS,
      manifest: now.manifest,
      script: "/login/assets/login.js",
      rulesScript: "/login/assets/password-rules.js",
      form: now.form,
      opened: now.opened,
    });
    const options = { status: 200, formAction: ["'self'"], scripted: true };
    const response = toResponse(pageResponse({ origin }, page, options));
    const sandbox = "sandbox allow-scripts allow-same-origin allow-forms";
    if (now.blocksWindows) response.headers.append("Content-Security-Policy", sandbox);
    return response;
  });
  app.get("/favicon.ico", (c) => c.body(null, 204));
  app.get("*", (c) =>
    c.html(`<!doctype html><title>${c.req.path}</title><p id="here">${c.req.path}</p>`),
  );

  const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" });
  await new Promise<void>((resolve) => server.once("listening", resolve));
  return {
    /** A name, because passkeys do not work at an address of digits. */
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    built,
    /** Starts a test: nothing recorded, everything as in the beginning but for `changes`. */
    set(changes: Partial<Scene> = {}) {
      now = { ...scene(), ...changes };
      requests.length = 0;
    },
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}

export type LoginServer = Awaited<ReturnType<typeof startLoginServer>>;
