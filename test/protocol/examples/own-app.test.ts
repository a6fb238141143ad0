/** examples/own-app: seals itself, signs people in, and lets those in whom a permission covers (P-9; A-1, L-W1). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningExample, startExample } from "../../support/example.ts";
import { Jar } from "../../support/session.ts";

const ENV = { ADMIN_PASSWORD: "correct horse", CLIENT_SECRET: "app-secret" };
const LOGIN = "/login/auth/token/password";

let app: RunningExample;
beforeAll(async () => {
  app = await startExample("own-app", ENV);
});
afterAll(() => app?.[Symbol.asyncDispose]());

const browser = () => new Jar((request) => fetch(request, { redirect: "manual" }), app.origin);
const json = (body: object) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

async function signedIn(username = "admin", password = ENV.ADMIN_PASSWORD): Promise<Jar> {
  const jar = browser();
  const { status, text } = await jar.send("POST", LOGIN, json({ username, password }));
  expect(status, text).toBe(204);
  return jar;
}

async function bearer(): Promise<Record<string, string>> {
  const answer = await fetch(`${app.origin}/id/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "password",
      client_id: "app",
      client_secret: "app-secret",
      username: "admin",
      password: ENV.ADMIN_PASSWORD,
    }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return { authorization: `Bearer ${access_token}` };
}

test("it seals itself: no one manages without a credential, whatever a header says", async () => {
  for (const headers of [{}, { "x-user": "admin" }]) {
    expect((await browser().get("/id/v1/settings", headers)).status).toBe(401);
  }
  expect((await browser().get("/id/v1/settings", await bearer())).status).toBe(200);
});

test("the own page and the discovery documents are for everybody", async () => {
  expect((await browser().get("/")).text).toBe("our own page");
  const { body } = await browser().get("/.well-known/openid-configuration");
  expect(body.issuer).toBe(`${app.origin}/id/oauth2`);
});

test("anonymous: a browser goes to the login page, a program is told", async () => {
  const sent = await browser().open("/reports?page=2");
  expect([sent.status, sent.headers.get("location")]).toEqual([
    307,
    "/login/?redirect_path=%2Freports%3Fpage%3D2",
  ]);
  expect((await browser().open("/login/")).text).toContain("login-form");
  expect((await browser().get("/reports", { "x-user": "admin" })).status).toBe(401);
});

test("signed in with the permission: the reports; signed out: the login page again", async () => {
  const jar = await signedIn();
  const { status, text } = await jar.open("/reports");
  expect([status, text]).toEqual([200, "Reports for admin"]);
  const kept = jar.header();
  const out = await jar.open("/logout");
  expect([out.status, out.headers.get("location")]).toEqual([307, "/login/"]);
  expect((await browser().open("/reports", { cookie: kept })).status).toBe(307);
});

test("an access token opens the reports as well", async () => {
  expect((await browser().get("/reports", await bearer())).text).toBe("Reports for admin");
});

test("signed in without the permission: 403, until the administrator gives it", async () => {
  const admin = await signedIn();
  const made = await admin.send(
    "POST",
    "/id/v1/users",
    json({ alias: ["ada"], local: true, details: { password: "battery staple" } }),
  );
  expect(made.status, made.text).toBe(200);
  const ada = await signedIn("ada", "battery staple");
  expect((await ada.open("/reports")).status).toBe(403);
  expect((await ada.get("/id/v1/settings")).status).toBe(403);

  const found = await admin.get("/id/v1/permissions?name=reports");
  const { id } = found.body.payload[0];
  const user = `/id/v1/users/${made.body.payload.id}`;
  expect((await admin.send("PATCH", user, json({ permission_ids: [id] }))).status).toBe(200);
  expect((await ada.open("/reports")).text).toBe("Reports for ada");
});

test("it stops in order, and a second start keeps what the first one made", async () => {
  const jar = await signedIn();
  expect(await app.stop()).toBe(0);
  const { CLIENT_SECRET } = ENV;
  app = await startExample("own-app", { CLIENT_SECRET }, app.folder);
  expect((await signedIn()).cookies.size).toBeGreaterThan(0);
  expect((await browser().open("/reports", { cookie: jar.header() })).text).toBe(
    "Reports for admin",
  );
});
