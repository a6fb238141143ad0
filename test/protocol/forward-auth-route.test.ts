/** `server.forward_auth` of the standalone server: who may ask, and what they are told (H-5, L-W18; ). */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  byItself,
  createStandalone,
  type FirstRun,
  loadConfig,
  openGateway,
  type Standalone,
  sealFirstRun,
} from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";

const PROXY = "10.0.0.5";
const STRANGER = "203.0.113.9";
/** The address behind the service's own listener, as the proxy calls it. */
const ROUTE = "http://127.0.0.1:8080/forward-auth";

let service: TestAuth;
let admin: FirstRun["admin"];
/** Address of the peer of the next requests. */
let peer = PROXY;

/** The server with this configuration; all of them share one service. */
function standalone(forwardAuth: object): Standalone {
  const server = { trusted_proxies: [PROXY], forward_auth: forwardAuth };
  const { config } = loadConfig({
    argv: ["--config", "postern.yaml"],
    env: {},
    cwd: "/",
    readFile: () => JSON.stringify({ server }),
  });
  const runtime = { ...service.runtime, connection: () => ({ remoteAddress: peer }) };
  const gateway = openGateway(config, service.auth, runtime);
  return createStandalone(service.auth, runtime, { prefix: "/auth", gateway });
}

function opened(forwardAuth: object): Standalone {
  const made = standalone(forwardAuth);
  made.open();
  return made;
}

beforeEach(async () => {
  service = await testAuth({}, testRuntime());
  const sealed = await sealFirstRun(byItself(await service.auth.service), {
    login_path: "/login/",
  });
  if (!sealed) throw new Error("the database was not empty");
  admin = sealed.admin;
});
afterEach(() => service[Symbol.asyncDispose]());

const PATH = { path: "/forward-auth" };
const FORWARDED = {
  "x-forwarded-method": "GET",
  "x-forwarded-host": "app.example.com",
  "x-forwarded-proto": "https",
  "x-forwarded-uri": "/reports?page=2&x=a%20b",
};
const LOGIN = "https://app.example.com/login/?redirect_path=%2Freports%3Fpage%3D2%26x%3Da%2520b";
const PAGE = { accept: "text/html" };

interface Sent {
  readonly url?: string;
  readonly method?: string;
  readonly from?: string;
  readonly body?: string;
}

async function ask(
  { fetch }: Standalone,
  headers: Readonly<Record<string, string>> = {},
  { url = ROUTE, method = "GET", from = PROXY, body }: Sent = {},
) {
  peer = from;
  const request = new Request(url, {
    method,
    headers: { ...FORWARDED, ...headers },
    body: body ?? null,
  });
  const response = await fetch(request, undefined);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test("without a path there is no such route", async () => {
  expect((await ask(opened({}))).status).toBe(404);
});

test("no one is signed in: 401, and a browser's names the login page with the way back", async () => {
  const server = opened(PATH);
  const { status, headers } = await ask(server, PAGE);
  expect([status, headers.get("x-login-url")]).toEqual([401, LOGIN]);
  expect(headers.get("www-authenticate")).toContain("Bearer");
  expect(headers.get("cache-control")).toBe("no-store");
});

test("programs, and browsers that post, are not led to the login page", async () => {
  const server = opened(PATH);
  for (const more of [{}, { ...PAGE, "x-forwarded-method": "POST" }]) {
    const { status, headers } = await ask(server, more);
    expect([status, headers.get("x-login-url")]).toEqual([401, null]);
  }
});

test("redirect: the same as 302, for proxies that relay it", async () => {
  const { status, headers } = await ask(opened({ ...PATH, redirect: true }), PAGE);
  expect([status, headers.get("location"), headers.get("x-login-url")]).toEqual([302, LOGIN, null]);
});

test("the headers of the proxy may be called otherwise", async () => {
  const server = opened({ ...PATH, uri_header: "X-Original-Uri" });
  const { headers } = await ask(server, { ...PAGE, "x-original-uri": "/other" });
  expect(headers.get("x-login-url")).toMatch(/redirect_path=%2Fother$/);
  expect((await ask(server)).text).toContain("missing header: X-Original-Uri");
});

test("H-5: for all but trusted proxies it does not exist, whatever they say of themselves", async () => {
  const server = opened(PATH);
  const url = "http://127.0.0.1:8080/elsewhere";
  const nothing = await ask(server, {}, { from: STRANGER, url });
  for (const more of [{}, { "x-forwarded-for": PROXY, "x-real-ip": PROXY, forwarded: PROXY }]) {
    const { status, text } = await ask(server, more, { from: STRANGER });
    expect([status, text]).toEqual([nothing.status, nothing.text]);
  }
  expect(nothing.status).toBe(404);
});

test("it is one path, and it is read", async () => {
  const server = opened(PATH);
  expect((await ask(server, {}, { method: "POST" })).status).toBe(404);
  for (const suffix of ["/", "/more", "x"]) {
    expect((await ask(server, {}, { url: ROUTE + suffix })).status, suffix).toBe(404);
  }
  expect((await ask(server, {}, { url: `${ROUTE}?x=1` })).status).toBe(401);
});

test("X-User of the proxy's client is no identity and is not echoed", async () => {
  const { status, headers } = await ask(opened(PATH), { "x-user": "admin", "x-user-id": "admin" });
  expect([status, headers.get("x-user"), headers.get("x-user-id")]).toEqual([401, null, null]);
});

test("R-12: 503 until it is open; R-11: still answered while it drains", async () => {
  const server = standalone(PATH);
  expect((await ask(server)).status).toBe(503);
  server.open();
  server.drain();
  expect((await ask(server)).status).toBe(401);
});

test("who is signed in gets 200 or 403; what cannot be decided is 503", async () => {
  const server = opened(PATH);
  const { alias: username, password } = admin;
  const signIn = async () => {
    const signedIn = await ask(
      server,
      { "content-type": "application/json" },
      {
        method: "POST",
        url: "http://127.0.0.1:8080/login/auth/token/postern",
        body: JSON.stringify({ username, password }),
      },
    );
    expect(signedIn.status, signedIn.text).toBe(204);
    return (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  };
  const [cookie, unread] = [await signIn(), await signIn()];
  expect((await ask(server, { cookie })).status).toBe(403);
  const saved = await ask(
    server,
    { cookie, "content-type": "application/json" },
    {
      method: "PUT",
      url: "http://127.0.0.1:8080/auth/v1/settings/check",
      body: JSON.stringify({ value: { no_host_check: true } }),
    },
  );
  expect(saved.status, saved.text).toBe(200);
  const allowed = await ask(server, { cookie, "x-forwarded-uri": "/auth/v1/info" });
  expect([allowed.status, allowed.headers.get("x-user")]).toEqual([200, "admin"]);

  await service.auth.close();
  expect((await ask(server, { cookie: unread })).status).toBe(503);
});
