/** examples/nginx: real nginx, the real server, a real browser, an application that tells what reaches it (wire 6; H-1, H-5, A-1). */
import { readFileSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../protocol/docs/blocks.ts";
import {
  put,
  type Seen,
  startApplication,
  type TellingApplication,
} from "../../support/application.ts";
import { chromiumPath, openBrowser } from "../../support/chromium.ts";
import { examplePort } from "../../support/example.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { nginxMissing, startNginx, type TestNginx } from "../../support/nginx.ts";
import { patient } from "../../support/patience.ts";
import { adminToken, type RunningServer, send, startServer } from "../../support/server.ts";
import { Jar } from "../../support/session.ts";

const ADA = { username: "ada", password: "correct horse battery" };
const EVE = { username: "eve", password: "correct horse battery" };
const PATIENCE = { timeout: patient(20_000) };

const example = (name: string) => readFileSync(join(ROOT, "examples/nginx", name), "utf8");

/** A path as it is written; `fetch` would tidy it up. */
const rawStatus = (origin: string, path: string, cookie: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    httpRequest({ hostname, port, path, headers: { cookie } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once("error", reject)
      .end();
  });

const title = `examples/nginx${nginxMissing ? `: ${nginxMissing}` : ""}`;

describe.skipIf(nginxMissing !== undefined)(title, () => {
  let application: TellingApplication;
  let postern: RunningServer;
  let nginx: TestNginx;
  let origin: string;
  let token: string;
  const ids: Record<string, string> = {};

  const manage = async (method: string, path: string, json: object) => {
    const answer = await send(postern, method, `/auth/v1${path}`, { bearer: token, json });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.payload;
  };

  beforeAll(async () => {
    application = await startApplication();
    const config = join(temporaryFolder(), "postern.yaml");
    writeFileSync(config, example("postern.yaml"));
    postern = await startServer({ args: ["--config", config] });
    token = await adminToken(postern);
    const port = await examplePort();
    origin = `http://127.0.0.1:${port}`;
    const { host } = new URL(postern.url);
    const text = put(example("nginx.conf"), {
      "server 127.0.0.1:8080;": `server ${host};`,
      "server 127.0.0.1:9000;": `server ${application.address};`,
      "listen 127.0.0.1:8000;": `listen 127.0.0.1:${port};`,
    });
    nginx = await startNginx(text, port);
    const { id } = await manage("POST", "/permissions", {
      name: "app",
      resources: [{ hosts: ["127.0.0.1"], paths: ["/app/**"], methods: ["GET", "POST"] }],
    });
    await manage("POST", "/permissions", {
      name: "open",
      public: true,
      resources: [{ hosts: ["127.0.0.1"], paths: ["/app/open/**"], methods: ["GET"] }],
    });
    for (const { username, password } of [ADA, EVE]) {
      const made = await manage("POST", "/users", {
        alias: [username],
        local: true,
        permission_ids: username === "ada" ? [id] : [],
        details: { name: username, uid: username, password },
      });
      ids[username] = made.id;
    }
  });
  afterAll(async () => {
    await nginx?.stop();
    await postern?.stop("SIGKILL");
    await application?.stop();
  });

  const browserJar = () => new Jar((request) => fetch(request, { redirect: "manual" }), origin);
  async function signedIn(who = ADA): Promise<Jar> {
    const jar = browserJar();
    const answer = await jar.send("POST", "/login/auth/token/postern", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(who),
    });
    expect(answer.status, answer.text).toBe(204);
    return jar;
  }
  const accessToken = async () => {
    const { login } = postern;
    if (!login) throw new Error("this was not the first run");
    const answer = await send(postern, "POST", "/auth/oauth2/token", {
      basic: login,
      form: { grant_type: "password", ...ADA },
    });
    return answer.body.access_token as string;
  };
  const lifetime = (token_lifetime: string) =>
    manage("PUT", "/settings/token", { value: { token_lifetime } });

  describe.skipIf(!chromiumPath)("in a browser", () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser?.close());

    async function visit(act: (page: Page) => Promise<void>) {
      const context = await browser.newContext();
      try {
        await act(await context.newPage());
      } finally {
        await context.close();
      }
    }
    const signIn = async (page: Page, { username, password }: typeof ADA) => {
      await page.fill("#username", username);
      await page.fill("#password", password);
      await page.keyboard.press("Enter");
    };
    const told = async (page: Page): Promise<Seen> =>
      JSON.parse((await page.textContent("pre")) ?? "");

    test("to the login page and back, with query; X-User is who signed in; sign-out ends it", () =>
      visit(async (page) => {
        const wanted = `${origin}/app/reports/7?year=2026&q=a%20b%26c`;
        await page.goto(wanted);
        expect(new URL(page.url()).pathname).toBe("/login/");
        await signIn(page, ADA);
        await page.waitForURL(wanted, PATIENCE);
        const { url, headers } = await told(page);
        expect(url).toBe("/app/reports/7?year=2026&q=a%20b%26c");
        expect([headers["x-user"], headers["x-user-id"]]).toEqual(["ada", "ada"]);

        await page.goto(`${origin}/logout`);
        expect(page.url()).toBe(`${origin}/login/`);
        await page.goto(wanted);
        expect(new URL(page.url()).pathname).toBe("/login/");
      }));

    test("the root leads to the application, and the account page is behind the same address", () =>
      visit(async (page) => {
        await page.goto(origin);
        await signIn(page, ADA);
        await page.waitForURL(`${origin}/app/`, PATIENCE);
        expect((await told(page)).url).toBe("/app/");
        await page.goto(`${origin}/auth/ui/account`);
        expect(await page.textContent("#account-name")).toBe("ada");
      }));

    test("a person who may not is 403 and is not asked to sign in again", () =>
      visit(async (page) => {
        await page.goto(`${origin}/app/`);
        await signIn(page, EVE);
        await page.waitForURL(`${origin}/app/`, PATIENCE);
        expect((await page.reload())?.status()).toBe(403);
        expect(page.url()).toBe(`${origin}/app/`);
      }));
  });

  test("programs get 401 with a challenge and no redirect, whatever the method", async () => {
    application.seen.length = 0;
    for (const method of ["GET", "POST"]) {
      const { status, headers } = await browserJar().send(method, "/app/");
      expect([status, headers.get("location")]).toEqual([401, null]);
      expect(headers.get("www-authenticate")).toContain("Bearer");
    }
    const posted = await browserJar().send("POST", "/app/", { headers: { accept: "text/html" } });
    expect(posted.status, "a form is not sent to the login page").toBe(401);
    expect(application.seen).toEqual([]);
  });

  test("a bearer token opens it, a bad one does not", async () => {
    const call = (bearer: string) => browserJar().get("/app/", { authorization: bearer });
    const { status, body } = await call(`Bearer ${await accessToken()}`);
    expect([status, body.headers["x-user"]]).toEqual([200, "ada"]);
    const refused = await call("Bearer not-a-token");
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  const SPOOFED = {
    "x-user": "admin",
    "x-user-id": "admin",
    x_user: "admin",
    x_user_id: "admin",
    "x-forwarded-for": "203.0.113.9",
    "x-forwarded-uri": "/app/open/",
    "x-forwarded-method": "GET",
  };

  test("H-1: what a client says of itself never arrives: signed in, and on a public path", async () => {
    const jar = await signedIn();
    const { body } = await jar.get("/app/", SPOOFED);
    expect([body.headers["x-user"], body.headers["x-user-id"]]).toEqual(["ada", "ada"]);
    expect(Object.keys(body.headers).filter((name) => name.startsWith("x_"))).toEqual([]);
    expect(body.headers["x-forwarded-for"]).toBe("127.0.0.1");

    const open = await browserJar().get("/app/open/", SPOOFED);
    expect(open.status).toBe(200);
    const names = Object.keys(open.body.headers);
    expect(names.filter((name) => /^x[-_]user/.test(name))).toEqual([]);
  });

  test("H-3: neither the session's cookie nor a token or key reaches the application", async () => {
    const jar = await signedIn();
    const { body } = await jar.get("/app/", { cookie: `a=1; ${jar.sentTo("/app/")}; b=2` });
    expect(body.headers).toMatchObject({ "x-user": "ada", cookie: "a=1; b=2" });
    const call = await browserJar().get("/app/", {
      authorization: `Bearer ${await accessToken()}`,
    });
    const made = await manage("POST", "/api-key-principals", { user_id: ids.ada, name: "deploy" });
    const program = await browserJar().get("/app/", { "x-api-key": made.key });
    expect(program.status, program.text).toBe(200);
    expect((await jar.get("/app/", { "x-api-key": "tak_no" })).status).toBe(401);
    for (const { headers } of [body, call.body, program.body]) {
      expect([headers.authorization, headers["x-api-key"]]).toEqual([undefined, undefined]);
    }
  });

  test("H-1: the headers open nothing: not the application, not the management", async () => {
    expect((await browserJar().get("/app/", SPOOFED)).status).toBe(401);
    expect((await browserJar().get("/auth/v1/settings", SPOOFED)).status).toBe(401);
    const eve = await signedIn(EVE);
    expect((await eve.get("/app/", SPOOFED)).status).toBe(403);
  });

  test("A-1: a path that could be read in two ways is refused, also to who may everything here", async () => {
    const jar = await signedIn();
    const reached = application.seen.length;
    for (const path of [
      "/app/a/../b",
      "/app/a/%2e%2e/b",
      "/app/a%2fb",
      "/app//x",
      "/app/a;b",
      "//app/x",
    ]) {
      expect(await rawStatus(origin, path, jar.header()), path).toBe(403);
    }
    expect(application.seen.length).toBe(reached);
  });

  test("method and permission: what the permission does not name is 403", async () => {
    const jar = await signedIn();
    expect((await jar.send("POST", "/app/")).status).toBe(200);
    expect((await jar.send("DELETE", "/app/")).status).toBe(403);
  });

  test("the application's own 401 stays its own", async () => {
    const { status, headers } = await (await signedIn()).open("/app/refused");
    expect([status, headers.get("location")]).toEqual([401, null]);
  });

  test("a long address survives the way to the login page", async () => {
    const long = `/app/?q=${"%20".repeat(2_000)}`;
    const { status, headers } = await browserJar().open(long);
    expect(status).toBe(302);
    const location = new URL(headers.get("location") ?? "");
    expect([location.origin, location.pathname]).toEqual([origin, "/login/"]);
    expect(location.searchParams.get("redirect_path")).toBe(long);
  });

  test("a session that is renewed renews the cookie in the browser, and goes on", async () => {
    const jar = await signedIn();
    expect((await jar.get("/app/")).headers.getSetCookie()).toEqual([]);
    // Due ten seconds before its end, so from now on at every request.
    await lifetime("5s");
    try {
      const short = await signedIn();
      const { status, headers, body } = await short.get("/app/");
      expect([status, body.headers["x-user"]]).toEqual([200, "ada"]);
      expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^auth_session=[^;]{40,}; /)]);
      expect((await short.get("/app/")).status).toBe(200);
    } finally {
      await lifetime("15m");
    }
  });

  test("a session that is over takes its cookie with it, on the way to the login page", async () => {
    const jar = await signedIn();
    await manage("PATCH", `/users/${ids.ada}`, { is_active: false });
    try {
      const { status, headers } = await jar.open("/app/");
      expect(status).toBe(302);
      expect(headers.getSetCookie()).toEqual([expect.stringContaining("Max-Age=0")]);
      expect(jar.cookies.has("auth_session")).toBe(false);
    } finally {
      await manage("PATCH", `/users/${ids.ada}`, { is_active: true });
    }
  });

  test("no client can ask the route itself", async () => {
    for (const path of ["/forward-auth", "/postern-decision"]) {
      expect((await (await signedIn()).get(path)).status, path).toBe(404);
    }
  });

  test("issuer and login are at the public address", async () => {
    const { body } = await browserJar().get("/.well-known/openid-configuration");
    expect(body.issuer).toBe(`${origin}/auth/oauth2`);
    expect((await browserJar().open("/login/")).status).toBe(200);
  });

  test("Postern down: 5xx for everybody, the application sees nothing", async () => {
    const jar = await signedIn();
    await postern.stop();
    application.seen.length = 0;
    for (const path of ["/app/", "/app/open/"]) {
      expect((await jar.open(path)).status, path).toBe(500);
    }
    expect(application.seen).toEqual([]);
  });
});

test("H-5: who is no trusted proxy is told that there is no such route", async () => {
  const settings = {
    POSTERN_SERVER__FORWARD_AUTH__PATH: "/forward-auth",
    POSTERN_SERVER__TRUSTED_PROXIES: "192.0.2.1",
  };
  await using server = await startServer({ env: settings });
  const headers = {
    "x-forwarded-method": "GET",
    "x-forwarded-host": "app.example.com",
    "x-forwarded-uri": "/",
  };
  const asked = await fetch(`${server.url}/forward-auth`, { headers });
  expect(asked.status).toBe(404);
  expect((await fetch(`${server.url}/elsewhere`, { headers })).status).toBe(404);
});
