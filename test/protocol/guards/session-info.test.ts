/** What a page learns of its session (login-session-wire 8, L-W42). */
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionInfo } from "../../../src/guards.ts";
import type { SessionInfoOptions } from "../../support/inside.ts";
import { Jar, type SessionSetup, sessionSetup } from "../../support/session.ts";

let setup: SessionSetup;
beforeAll(async () => {
  setup = await sessionSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());

const instances = () => ({ runtime: setup.runtime, session: { main: setup.session } });

/** Not behind the session: it finds it by name. */
function page(options: Partial<SessionInfoOptions> = {}) {
  const app = new Hono();
  app.all("/info", sessionInfo({ session_middleware: "main", ...options }, instances()));
  return app;
}
async function signedIn(app: Hono) {
  const jar = new Jar(async (request) => app.fetch(request));
  for (const [name, value] of (await setup.signedIn()).cookies) jar.cookies.set(name, value);
  return jar;
}

test("copies the claims that are there, the custom members, roles and scopes", async () => {
  const app = page({
    information: {
      values: ["name", "email", "absent", "__proto__", "constructor"],
      custom: { app: { title: "Example" }, beta: true },
      roles: true,
      scopes: true,
    },
  });
  const { status, headers, body } = await (await signedIn(app)).get("/info");
  expect(status).toBe(200);
  expect(body).toEqual({
    name: "Ada",
    email: "ada@example.com",
    app: { title: "Example" },
    beta: true,
    roles: expect.any(Array),
    scopes: expect.arrayContaining(["openid", "profile", "email"]),
  });
  expect(headers.get("cache-control")).toBe("no-store");
});

test("without configuration it tells nothing but that there is a session; any method", async () => {
  const jar = await signedIn(page());
  for (const method of ["GET", "POST", "DELETE"]) {
    const { status, text } = await jar.send(method, "/info");
    expect([status, text]).toEqual([200, "{}"]);
  }
});

test("L-W42: no session, a garbled cookie and a bearer token are 401", async () => {
  const app = page({ information: { values: ["name"] } });
  const { access_token } = await setup.tokens();
  const jar = new Jar(async (request) => app.fetch(request));
  const [name = ""] = (await setup.signedIn()).cookies.keys();
  for (const headers of [
    {},
    { cookie: `${name}=x` },
    { authorization: `Bearer ${access_token}` },
  ]) {
    const { status, body, headers: told } = await jar.get("/info", headers);
    expect([status, body]).toEqual([401, { message: "Unauthorized" }]);
    expect(told.get("www-authenticate")).toBe("Bearer");
  }
});

test("L-W42: a session that is due is renewed, and the browser gets the cookie", async () => {
  const jar = await signedIn(page({ information: { values: ["name"] } }));
  setup.runtime.advance(14 * 60_000 + 55_000);
  const { status, headers } = await jar.get("/info");
  expect(status).toBe(200);
  expect(headers.getSetCookie()).toHaveLength(1);
});

test("L-W42: a store that is down is 503, not 401", async () => {
  await using down = await sessionSetup({
    session: {
      store: { active: "database" },
      provider: { postern: { auth_middleware: "auth", oauth2: { client_id: "login" } } },
    },
  });
  const app = new Hono();
  const known = { runtime: down.runtime, session: { main: down.session } };
  app.get("/info", sessionInfo({ session_middleware: "main" }, known));
  const jar = await down.signedIn();
  const cookie = jar.header();
  expect((await app.request("https://id.example.com/info", { headers: { cookie } })).status).toBe(
    200,
  );
  // One that nothing has read yet: what was read is answered from memory.
  const unread = (await down.signedIn()).header();
  const { store } = await down.service.auth.service;
  await store.driver.close();
  const answer = await app.request("https://id.example.com/info", { headers: { cookie: unread } });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("2");
});

test("a session that is not there is 500; options that cannot work end the start", async () => {
  const app = page({ session_middleware: "gone" });
  expect((await app.request("https://id.example.com/info")).status).toBe(500);
  expect(() => sessionInfo({} as SessionInfoOptions, instances())).toThrow(
    /session_middleware: is required/,
  );
});
