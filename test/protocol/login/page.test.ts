/** The page's GET and the form without script (login-session-wire 3.3, 2.15; B-1, B-2, B-7, B-10). */
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AuthError } from "../../../src/index.ts";
import { type Answer, ORIGIN } from "../../support/auth.ts";
import {
  cookieLine,
  gatewayRuntime,
  locationIn,
  passwordLogin,
  SESSION_COOKIE,
  startGateway,
  type TestGateway,
  whoIs,
} from "../../support/gateway.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";
import { type Jar, POSTERN_PROVIDER } from "../../support/session.ts";

let gateway: TestGateway;
let upstream: ScriptedUpstream;
beforeAll(async () => {
  upstream = await scriptedUpstream();
  const oauth2 = { client_id: "c", token_url: `${upstream.url}/token` };
  const remote = { name: "Remote", password_flow: true, oauth2 };
  gateway = await startGateway({ session: { provider: { postern: POSTERN_PROVIDER, remote } } });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const FORM_COOKIE = "__Host-login_form";
const field = ({ text }: Answer, name: string) =>
  new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(text)?.[1] ?? "";
/** Whether the form that works without script asks for the second factor. */
const asksForCode = ({ text }: Answer) => text.split("<template")[0]?.includes('name="totp"');
const errorOf = ({ text }: Answer) => /id="login-error"[^>]*>([^<]*)</.exec(text)?.[1] ?? "";

describe("the page", () => {
  test("200, HTML that is neither cached nor framed, with a strict policy (B-1)", async () => {
    const { status, headers, text } = await gateway.jar().open("/login/");
    expect(status, text).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
    const policy = headers.get("content-security-policy") ?? "";
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "form-action 'self';",
    ]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toContain("unsafe");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("strict-transport-security")).toContain("max-age");
    expect(text).toMatch(/src="\/login\/assets\/login\.js\?v=\w+"/);
  });

  test("/login goes to /login/ and keeps its query", async () => {
    const answer = await gateway.jar().open("/login?redirect_path=%2Fapp&x=1");
    expect([answer.status, locationIn(answer)]).toEqual([301, "/login/?redirect_path=%2Fapp&x=1"]);
  });

  test("unknown paths without a dot are the page, missing files and everything below auth are 404", async () => {
    expect((await gateway.jar().open("/login/verify/me")).text).toContain('id="login-page"');
    for (const path of [
      "/login/missing.css",
      "/login/auth/nothing",
      "/login/auth",
      "/login/auth/",
    ]) {
      const { status, body } = await gateway.jar().get(path);
      expect([status, body], path).toEqual([404, { message: "Not Found" }]);
    }
  });

  test("a browser sees a page: at no address without a reason, at no provider with the one there is", async () => {
    const html = { accept: "text/html" };
    const nothing = await gateway.jar().open("/login/missing.css", html);
    expect(nothing.status).toBe(404);
    expect(nothing.text).toContain("Nothing here");
    expect(nothing.text).not.toContain("error-reason");
    const provider = await gateway.jar().open("/login/auth/code/none", html);
    expect(provider.status).toBe(404);
    expect(provider.text).toContain('id="error-reason">provider &quot;none&quot; not found<');
  });

  test("the shared auth_verify is removed", async () => {
    const answer = await gateway.jar().open("/login/");
    expect(cookieLine(answer, "auth_verify")).toContain("Max-Age=0");
  });

  test("B-3: nothing of the query reaches the page unescaped", async () => {
    const hostile = `redirect_path="><script>alert(1)</script>&title=<img src=x onerror=1>`;
    const { text } = await gateway.jar().open(`/login/?${hostile}`);
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("<img");
  });

  test("L-W29: a store that is away is 503 with Retry-After; the cookie stays", async () => {
    await using own = await startGateway();
    const jar = await own.signedIn();
    const broken = new AuthError("unavailable", "the session store is not reachable", {
      retryAfter: 2,
    });
    Object.assign(own.session, { current: () => Promise.reject(broken) });
    const answer = await jar.open("/login/");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(answer.text).toContain('id="error-page"');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(jar.cookies.has(SESSION_COOKIE)).toBe(true);
  });
});

describe("a browser that is signed in", () => {
  let jar: Jar;
  beforeAll(async () => {
    jar = await gateway.signedIn();
  });

  test.each([
    ["/account?tab=keys#a", "/account?tab=keys#a"],
    ["/auth/ui/", "/auth/ui/"],
    ["/loginer", "/loginer"],
    ["/ünïcode", "/%C3%BCn%C3%AFcode"],
    ["", "/"],
    ["about:blank", "/"],
    ["https://x.example/y", "/"],
    ["//x.example/y", "/"],
    ["/\\x.example/y", "/"],
    ["/%5Cx/y", "/"],
    ["/%2Fx/y", "/"],
    ["/a\r\nSet-Cookie: x=1", "/"],
    ["javascript:alert(1)", "/"],
    ["/login", "/"],
    ["/login/?from=app", "/"],
    ["/login/auth/methods", "/"],
    ["/%6cogin/", "/"],
  ])("B-7: redirect_path %j leads to %s", async (given, expected) => {
    const answer = await jar.open(`/login/?redirect_path=${encodeURIComponent(given)}`);
    expect([answer.status, locationIn(answer)]).toEqual([307, expected]);
  });

  test("two redirect_path lead nowhere", async () => {
    const answer = await jar.open("/login/?redirect_path=/a&redirect_path=/b");
    expect(locationIn(answer)).toBe("/");
  });

  test("L-W39: API and assets answer as ever", async () => {
    expect((await jar.get("/login/assets/login.js")).status).toBe(200);
    expect((await jar.get("/login/auth/sdk.js")).status).toBe(200);
    expect((await jar.get("/login/auth/methods")).status).toBe(200);
    expect((await jar.get("/login/missing.css")).status).toBe(404);
  });

  test("at the root of the origin the page does not send to itself", async () => {
    await using own = await startGateway({
      login: { path: { base: "/" } },
      session: {
        provider: { postern: POSTERN_PROVIDER },
        action: { token: { login_path: "/" } },
      },
    });
    const browser = own.jar();
    const { status } = await browser.send("POST", "/auth/token/postern", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "ada", password: "correct horse" }),
    });
    expect(status).toBe(204);
    const answer = await browser.open("/");
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("You are signed in");
    // Everything else at the root belongs to others.
    expect((await browser.get("/app")).body.headers["x-user"]).toBe("ada@example.com");
    expect((await browser.get("/auth/v1/version")).text).not.toContain("Not Found");
  });
});

interface Submission {
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly fields?: Record<string, string>;
}

const send = (
  jar: Jar,
  fields: Record<string, string>,
  { query = "", headers = {} }: Submission = {},
) =>
  jar.send("POST", `/login/${query}`, {
    headers: {
      accept: "text/html",
      origin: "null",
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });

/** Opens the page and sends its form, as a browser without script does. */
async function submit(jar: Jar, given: Submission = {}): Promise<Answer> {
  const page = await jar.open(`/login/${given.query ?? ""}`);
  expect(page.status).toBe(200);
  return send(
    jar,
    {
      form_token: field(page, "form_token"),
      provider: "/login/auth/token/postern",
      username: "ada",
      password: "correct horse",
      ...given.fields,
    },
    given,
  );
}

describe("B-10: signing in without script", () => {
  test("303 to the safe redirect_path with the session", async () => {
    const jar = gateway.jar();
    const answer = await submit(jar, { query: "?redirect_path=%2Fapp%3Fa%3D1" });
    expect([answer.status, locationIn(answer)]).toEqual([303, "/app?a=1"]);
    expect(await whoIs(jar)).toBe("ada@example.com");
  });

  test("hostile redirect_path leads to /", async () => {
    const answer = await submit(gateway.jar(), {
      query: "?redirect_path=https%3A%2F%2Fevil.example",
    });
    expect([answer.status, locationIn(answer)]).toEqual([303, "/"]);
  });

  test("with response_type=code back to the page, which goes on from there", async () => {
    const query = "?response_type=code&client_id=a&redirect_uri=https%3A%2F%2Frp.example.com%2F";
    const answer = await submit(gateway.jar(), { query });
    expect([answer.status, locationIn(answer)]).toEqual([303, `/login/${query}`]);
  });

  test("the form posts to the page's own query", async () => {
    const page = await gateway.jar().open("/login/?redirect_path=%2Fapp&x=%22");
    expect(/<form[^>]*action="([^"]*)"/.exec(page.text)?.[1]).toBe(
      "/login/?redirect_path=%2Fapp&amp;x=%22",
    );
    // It may end at a client, which leads on as it likes.
    expect(page.headers.get("content-security-policy")).not.toContain("form-action");
  });

  test("the provider may be a key, a link, or left out where there is no choice", async () => {
    const byKey = await submit(gateway.jar(), { fields: { provider: "postern" } });
    expect(byKey.status).toBe(303);
    const none = await submit(gateway.jar(), { fields: { provider: "" } });
    expect(none.status).toBe(404);
    await using own = await startGateway();
    expect((await submit(own.jar(), { fields: { provider: "" } })).status).toBe(303);
  });

  test("remember_me counts unless it is switched off", async () => {
    const fields = { remember_me: "true" };
    const kept = await submit(gateway.jar(), { fields });
    expect(cookieLine(kept, SESSION_COOKIE)).toContain("Max-Age");
    await using own = await startGateway({ login: { info: { disable_remember_me: true } } });
    const ignored = await submit(own.jar(), { fields });
    expect(cookieLine(ignored, SESSION_COOKIE)).not.toContain("Max-Age");
  });

  test("a refusal shows the page again: neutral error, user name kept, password not repeated", async () => {
    const jar = gateway.jar();
    const answer = await submit(jar, {
      fields: { password: "wrong horse battery", username: 'a"da<b>' },
    });
    expect(answer.status).toBe(401);
    expect(errorOf(answer)).toBe("Invalid username or password.");
    expect(field(answer, "username")).toBe("a&quot;da&lt;b&gt;");
    expect(answer.text).not.toContain("wrong horse battery");
    expect(answer.text).not.toContain("<b>");
    expect(cookieLine(answer, SESSION_COOKIE)).toBeUndefined();
    expect(asksForCode(answer)).toBe(false);
    // The page that came back works.
    const again = await send(jar, {
      form_token: field(answer, "form_token"),
      provider: "postern",
      username: "ada",
      password: "correct horse",
    });
    expect(again.status).toBe(303);
  });

  test("no password: 400", async () => {
    const answer = await submit(gateway.jar(), { fields: { password: "" } });
    expect([answer.status, errorOf(answer)]).toEqual([
      400,
      "Please fill in all fields and try again.",
    ]);
  });

  test("an unknown provider is no crash and no reflection", async () => {
    for (const provider of ["absent", "constructor", "%E0%A4%A", "/login/auth/token/<b>"]) {
      const answer = await submit(gateway.jar(), { fields: { provider } });
      expect(answer.status, provider).toBe(404);
      expect(answer.text).not.toContain("<b>");
    }
  });

  test("L-D5: mfa_required asks for the code; it goes along", async () => {
    upstream.on("/token", { status: 401, body: { error: "mfa_required" } });
    const jar = gateway.jar();
    const fields = { provider: "/login/auth/token/remote" };
    const answer = await submit(jar, { fields });
    expect(answer.status).toBe(401);
    expect(asksForCode(answer)).toBe(true);
    upstream.clear();
    const token = field(answer, "form_token");
    await send(jar, { ...fields, form_token: token, username: "u", password: "p", totp: "123456" });
    expect(upstream.sentTo("/token")[0]?.form.get("totp")).toBe("123456");
  });

  test("a wrong code beside the password: the page says that it can be either, and asks for both", async () => {
    upstream.on("/token", { status: 400, body: { error: "invalid_grant" } });
    const fields = { provider: "/login/auth/token/remote", totp: "000000" };
    const answer = await submit(gateway.jar(), { fields });
    expect(answer.status).toBe(401);
    expect(errorOf(answer)).toBe("Invalid username, password or code.");
    expect(asksForCode(answer)).toBe(true);
  });

  test("an outage says so", async () => {
    upstream.on("/token", { status: 503, body: { error: "temporarily_unavailable" } });
    const answer = await submit(gateway.jar(), { fields: { provider: "remote" } });
    expect([answer.status, errorOf(answer)]).toEqual([
      503,
      "Sign-in is not available right now. Please try again.",
    ]);
  });
});

describe("B-2: only a page of ours sends the form", () => {
  test("its token: HttpOnly, SameSite=Strict, Secure, __Host-; one per browser", async () => {
    const jar = gateway.jar();
    const first = await jar.open("/login/");
    const [pair, ...attributes] = (cookieLine(first, FORM_COOKIE) ?? "").split("; ");
    expect(pair).toBe(`${FORM_COOKIE}=${field(first, "form_token")}`);
    expect(attributes.sort()).toEqual(["HttpOnly", "Path=/", "SameSite=Strict", "Secure"]);
    const second = await jar.open("/login/");
    expect(field(second, "form_token")).toBe(field(first, "form_token"));
    expect(cookieLine(second, FORM_COOKIE)).toBeUndefined();
  });

  test.each([
    ["no token", ""],
    ["another token", "x".repeat(43)],
  ])("%s: the page again with 400, and no session", async (_, form_token) => {
    const answer = await submit(gateway.jar(), { fields: { form_token } });
    expect([answer.status, errorOf(answer)]).toEqual([
      400,
      "This page was open for too long. Please try again.",
    ]);
    expect(cookieLine(answer, SESSION_COOKIE)).toBeUndefined();
    expect(field(answer, "username")).toBe("ada");
  });

  test("a token without its cookie is nothing", async () => {
    const page = await gateway.jar().open("/login/");
    const form = {
      form_token: field(page, "form_token"),
      username: "ada",
      password: "correct horse",
    };
    expect((await send(gateway.jar(), { ...form, provider: "postern" })).status).toBe(400);
  });

  test.each<Record<string, string>>([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
  ])("from elsewhere %o: 403", async (headers) => {
    const answer = await submit(gateway.jar(), { headers });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("request comes from another origin");
    expect(cookieLine(answer, SESSION_COOKIE)).toBeUndefined();
  });

  test("another media type, a repeated field, a huge form", async () => {
    const jar = gateway.jar();
    expect((await send(jar, {}, { headers: { "content-type": "text/plain" } })).status).toBe(415);
    const repeated = await jar.send("POST", "/login/", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "username=a&username=b",
    });
    expect(repeated.status).toBe(400);
    expect((await send(jar, { x: "y".repeat(70_000) })).status).toBe(413);
  });
});

describe("ui.external_folder", () => {
  let own: TestGateway;
  beforeAll(async () => {
    const ui = new Hono();
    ui.get("/login/*", (c) => c.text(`custom ${new URL(c.req.url).pathname}`));
    own = await startGateway({
      ui,
      login: { ui: { external_folder: true } },
      runtime: gatewayRuntime(),
    });
  });
  afterAll(() => own[Symbol.asyncDispose]());

  test.each([
    "/login/",
    "/login/register",
    "/login/assets/app.js",
    "/login/assets/login.js",
    "/login/x.css",
  ])("%s goes to the next handler", async (path) => {
    expect((await own.jar().open(path)).text).toBe(`custom ${path}`);
  });

  test("login API, SDK and our scripts stay, in the reserved part", async () => {
    for (const path of ["methods", "sdk.js", "sdk.d.ts", "info/ui", "assets/complete.js"]) {
      const { status, text } = await own.jar().get(`/login/auth/${path}`);
      expect(status, path).toBe(200);
      expect(text).not.toContain("custom");
    }
    expect((await own.jar().get("/login/auth/nothing")).status).toBe(404);
    expect((await passwordLogin(own.jar())).status).toBe(204);
  });

  test("its files are served to a signed-in browser too; its pages send it on (L-W39)", async () => {
    const jar = await own.signedIn();
    expect((await jar.open("/login/app.css")).text).toBe("custom /login/app.css");
    const answer = await jar.open("/login/?redirect_path=/app");
    expect([answer.status, locationIn(answer)]).toEqual([307, "/app"]);
  });

  test("our form is not there", async () => {
    expect((await send(own.jar(), {})).status).toBe(404);
  });
});

describe("T-10: a page may ask for a newer sign-in with `max_age`", () => {
  const ask = (jar: Jar, query: string) => jar.open(`/login/?redirect_path=%2Fapp&${query}`);

  test("an older session signs in again, and is another one then", async () => {
    const jar = await gateway.signedIn();
    expect((await ask(jar, "max_age=600")).status, "signed in just now").toBe(307);
    gateway.runtime.advance(601_000);
    const page = await ask(jar, "max_age=600");
    expect(page.status).toBe(200);
    expect(page.text).toContain('data-text="signInAgain"');
    expect((await ask(jar, "")).status, "no page asks for it").toBe(307);
    const before = jar.cookies.get(SESSION_COOKIE);
    expect((await passwordLogin(jar)).status).toBe(204);
    expect(jar.cookies.get(SESSION_COOKIE)).not.toBe(before);
    const after = await ask(jar, "max_age=600");
    expect([after.status, locationIn(after)]).toEqual([307, "/app"]);
  });

  test.each(["max_age=", "max_age=x", "max_age=-1", "max_age=1e9"])(
    "what is no number of seconds asks for nothing: %s",
    async (query) => {
      const jar = await gateway.signedIn();
      gateway.runtime.advance(601_000);
      expect((await ask(jar, query)).status).toBe(307);
    },
  );
});

test("without Hono: undefined belongs to the next handler", async () => {
  const ask = (path: string) =>
    gateway.login.answer({ request: new Request(`${ORIGIN}${path}`), connection: {} });
  expect(await ask("/app")).toBeUndefined();
  expect(await ask("/loginer")).toBeUndefined();
  expect((await ask("/login/"))?.status).toBe(200);
});
