/** Applications are told that a sign-in has ended (OpenID Connect Back-Channel Logout 1.0; G-6, K-10, K-11). */
import { sql } from "drizzle-orm";
import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ORIGIN } from "../../support/auth.ts";
import { parametersOf, S256 } from "../../support/authorize.ts";
import { JSON_TYPE } from "../../support/gateway.ts";
import { clientSignIns, purgeClientSignIns } from "../../support/inside.ts";
import { patient } from "../../support/patience.ts";
import type { Jar } from "../../support/session.ts";
import { END_SESSION, type SignOutSetup, signOutSetup } from "../../support/sign-out.ts";
import { claimsOf } from "../../support/tokens.ts";

/** Milliseconds in which an application is tried. */
const DAY_AND_A_HALF = 36 * 3_600_000;

let setup: SignOutSetup;
let jar: Jar;
beforeAll(async () => {
  setup = await signOutSetup();
  await setup.gateway.service.json("PUT", "/auth/v1/settings/oauth2", {
    value: { internal_hosts: ["docs.example.com"] },
  });
  await setup.application("shop");
  await setup.application("wiki", { backchannel_logout_session_required: true });
});
afterAll(() => setup[Symbol.asyncDispose]());
beforeEach(async () => {
  setup.answers.clear();
  const { store } = await setup.gateway.service.auth.service;
  await store.db.delete(clientSignIns);
  jar = await setup.gateway.signedIn();
  setup.told.length = 0;
});

const rows = async () => {
  const { store } = await setup.gateway.service.auth.service;
  return store.db.select().from(clientSignIns);
};
const idOf = async () => {
  const [user] = (await setup.gateway.service.json("GET", "/auth/v1/users?alias=ada")).body.payload;
  return user.id as string;
};
const toldOf = async (count: number) => {
  await expect.poll(() => setup.told.length, { timeout: patient(10_000) }).toBe(count);
  return setup.told.toSorted((a, b) => (a.path < b.path ? -1 : 1));
};
const gone = () => expect.poll(rows, { timeout: patient(10_000) }).toEqual([]);

/** Presses a button of the account page, in another browser of the user. */
async function onAccountPage(path: string, fields: Record<string, string> = {}) {
  const other = await setup.gateway.signedIn();
  const { text } = await other.open("/auth/ui/account");
  const form_token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
  return other.send("POST", `/auth/ui/${path}`, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ form_token, ...fields }),
  });
}

test("a logout token says what §2.4 asks for and nothing that an ID token says", async () => {
  const { id_token } = await setup.open(jar, "shop");
  await jar.open(`${END_SESSION}?id_token_hint=${id_token}`);
  const [told] = await toldOf(1);
  expect(told?.type).toMatch(/^application\/x-www-form-urlencoded/);
  expect(told?.header).toEqual({ alg: "RS256", kid: expect.any(String), typ: "logout+jwt" });
  const { sub, sid, iss } = claimsOf(id_token);
  const { iat, ...claims } = told?.claims ?? {};
  expect(claims).toEqual({
    ...{ iss, sub, sid, aud: "shop", exp: iat + 120, jti: expect.stringMatching(/^[0-9a-f]{64}$/) },
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  });
  const { body: jwks } = await setup.gateway.service.request("GET", "/auth/oauth2/certs");
  const verified = await jwtVerify(told?.token ?? "", createLocalJWKSet(jwks), {
    ...{ issuer: `${ORIGIN}/auth/oauth2`, audience: "shop", typ: "logout+jwt" },
  });
  expect(verified.payload.sub).toBe(sub);
  await gone();
});

test("ADR 0117: a copy that keeps still tells no one, and what waited is told when it may", async () => {
  const { service } = setup.gateway;
  const hold = (held: boolean) =>
    service.json("PUT", "/auth/v1/settings/outgoing", { value: { held } });
  expect((await hold(true)).status).toBe(200);
  const { id_token } = await setup.open(jar, "shop");
  await jar.open(`${END_SESSION}?id_token_hint=${id_token}`);
  const waiting = await rows();
  expect(waiting).toMatchObject([{ client_id: "shop", tries: 0 }]);
  expect((await hold(false)).status).toBe(200);
  jar = await setup.gateway.signedIn();
  const second = await setup.open(jar, "wiki");
  await jar.open(`${END_SESSION}?id_token_hint=${second.id_token}`);
  expect((await toldOf(2)).map(({ claims }) => claims.aud)).toEqual(["shop", "wiki"]);
  await gone();
});

test("ADR 0117: what a copy holds does not grow old, and what waits elsewhere does", async () => {
  const { service } = setup.gateway;
  const { store } = await service.auth.service;
  const hold = (held: boolean) =>
    service.json("PUT", "/auth/v1/settings/outgoing", { value: { held } });
  expect((await hold(true)).status).toBe(200);
  const { id_token } = await setup.open(jar, "shop");
  await jar.open(`${END_SESSION}?id_token_hint=${id_token}`);
  jar = await setup.gateway.signedIn();
  await setup.open(jar, "wiki");
  const LATER = sql`clock_timestamp() - interval '1 hour'`;
  const daysLater = () => store.db.update(clientSignIns).set({ expires_at: LATER });

  await daysLater();
  await purgeClientSignIns(store, true);
  expect(await rows(), "what has ended by itself goes").toMatchObject([{ client_id: "shop" }]);
  expect((await rows())[0]?.expires_at.getTime()).toBeGreaterThan(Date.now() + DAY_AND_A_HALF);
  expect((await hold(false)).status).toBe(200);
  await purgeClientSignIns(store, false);
  expect(await rows(), "there is time for every try").toHaveLength(1);
  await daysLater();
  await purgeClientSignIns(store, false);
  expect(await rows()).toEqual([]);
});

describe("who is told, whatever ends the sign-in", () => {
  /** Ends the sign-in of `jar`, whose `sid` it is given. */
  const enders: Readonly<Record<string, (sid: string) => Promise<{ status: number }>>> = {
    "the page of an application": async () => {
      const page = await jar.open(END_SESSION);
      const field = (name: string) =>
        new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)?.[1] ?? "";
      return jar.send("POST", `${END_SESSION}/confirm`, {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ form_token: field("form_token"), sign_in: field("sign_in") }),
      });
    },
    "the logout of the login middleware": () => jar.open("/logout"),
    "one's own list of sign-ins": async (sid) =>
      jar.send("DELETE", `/auth/v1/me/sign-ins/${sid}`, { headers: JSON_TYPE }),
    "another browser of the user": async () => {
      const other = await setup.gateway.signedIn();
      return other.send("DELETE", "/auth/v1/me/sign-ins", { headers: JSON_TYPE });
    },
    "the account page, one other sign-in": (sid) => onAccountPage("sessions/end", { sid }),
    "the account page, all others": () => onAccountPage("sessions/end-others"),
    "an administrator, one sign-in": async (sid) =>
      setup.gateway.service.json("DELETE", `/auth/v1/users/${await idOf()}/sign-ins/${sid}`),
    "an administrator, all sign-ins": async () =>
      setup.gateway.service.json("DELETE", `/auth/v1/users/${await idOf()}/sign-ins`),
    "a changed password": async () =>
      setup.gateway.service.json("PATCH", `/auth/v1/users/${await idOf()}`, {
        details: { name: "Ada", password: "correct horse" },
      }),
  };
  test.each(Object.keys(enders))("%s", async (name) => {
    const shop = await setup.open(jar, "shop");
    const wiki = await setup.open(jar, "wiki");
    const { status } = (await enders[name]?.(claimsOf(shop.id_token).sid)) ?? {};
    expect(status).toBeLessThan(400);
    const told = await toldOf(2);
    expect(told.map(({ claims }) => [claims.aud, claims.sub])).toEqual([
      ["shop", claimsOf(shop.id_token).sub],
      ["wiki", claimsOf(wiki.id_token).sub],
    ]);
    // The one that asks for sessions gets them always (§2.2).
    expect(told[1]?.claims.sid).toBe(claimsOf(wiki.id_token).sid);
    expect(await setup.refresh("shop", shop.refresh_token)).toBe(400);
    await gone();
  });

  test("a disabled user, and a deleted one (K-10)", async () => {
    const { service } = setup.gateway;
    for (const end of ["disable", "delete"]) {
      const id = await service.createUser({
        alias: [`bob-${end}`],
        details: { password: "the word of bob" },
      });
      const browser = setup.gateway.jar();
      await browser.send("POST", "/login/auth/token/postern", {
        headers: JSON_TYPE,
        body: JSON.stringify({ username: `bob-${end}`, password: "the word of bob" }),
      });
      await setup.open(browser, "shop");
      setup.told.length = 0;
      const { status } =
        end === "delete"
          ? await service.json("DELETE", `/auth/v1/users/${id}`)
          : await service.json("PATCH", `/auth/v1/users/${id}`, { is_active: false });
      expect(status).toBe(200);
      expect((await toldOf(1))[0]?.claims.sub).toBe(id);
      await gone();
    }
  });

  test("a consent that is withdrawn is no sign-out: its tokens end, and nothing is sent (§2.4)", async () => {
    await setup.application("asked", { skip_consent: false, consent: "remember" });
    const page = await jar.open(
      `/auth/oauth2/authorize?${parametersOf({ client_id: "asked", scope: "openid", ...S256 })}`,
    );
    const flow = page.headers.get("location") ?? "";
    const { text } = await jar.open(flow);
    const decided = await jar.send("POST", "/auth/oauth2/consent", {
      headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN },
      body: new URLSearchParams({
        flow: new URL(flow, ORIGIN).searchParams.get("flow") ?? "",
        form_token: /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "",
        action: "approve",
      }),
    });
    expect(decided.status, decided.text).toBe(302);
    const tokens = await setup.open(jar, "asked");
    const path = "/auth/v1/me/applications?client_id=asked";
    expect((await jar.send("DELETE", path, { headers: JSON_TYPE })).status).toBe(200);
    expect(await setup.refresh("asked", tokens.refresh_token)).toBe(400);
    expect((await rows()).map(({ ended_at }) => ended_at)).toEqual([null]);
    expect(setup.told).toEqual([]);
    await jar.open("/logout");
    expect((await toldOf(1))[0]?.claims.aud).toBe("asked");
    await gone();
  });

  test("another sign-in of the same person is not told of", async () => {
    const other = await setup.gateway.signedIn();
    const kept = await setup.open(other, "shop");
    const ended = await setup.open(jar, "shop");
    await jar.open("/logout");
    const told = await toldOf(1);
    expect(told[0]?.claims.sid).toBe(claimsOf(ended.id_token).sid);
    expect(await setup.refresh("shop", kept.refresh_token)).toBe(200);
    expect(await rows()).toHaveLength(1);
    await other.open("/logout");
    await gone();
  });

  test("a client without the scope openid, or without an address, is none to tell", async () => {
    await setup.open(jar, "shop", "profile");
    expect(await rows()).toEqual([]);
    await jar.open("/logout");
    expect(setup.told).toEqual([]);
  });

  test("one that was disabled, or wants to be told no more, is not asked (K-10)", async () => {
    await setup.application("former");
    await setup.open(jar, "former");
    await setup.application("former", { backchannel_logout_uri: "" });
    await jar.open("/logout");
    await gone();
    expect(setup.told).toEqual([]);
  });
});

describe("an application that is away", () => {
  test("is tried again later, holds up no other, and administrators see it", async () => {
    setup.answers.set("/shop/backchannel-logout", 503);
    await setup.open(jar, "shop");
    await setup.open(jar, "wiki");
    const page = await jar.open(
      `${END_SESSION}?id_token_hint=${(await setup.open(jar, "wiki")).id_token}`,
    );
    expect(page.text).toMatch(/id="sign-out-told">\s*<li><bdi>The wiki/);
    expect(page.text).toMatch(/id="sign-out-waiting">\s*<li><bdi>The shop/);
    const path = "/auth/v1/oauth/client-logouts/shop";
    const shown = (await setup.gateway.service.json("GET", path)).body.payload;
    expect(shown).toMatchObject({ waiting: 1, given_up: 0, failure: "it answers 503" });
    setup.answers.clear();
    const { store } = await setup.gateway.service.auth.service;
    await store.db.update(clientSignIns).set({ due_at: new Date(0) });
    await expect
      .poll(() => setup.told.filter(({ path: at }) => at.startsWith("/shop")).length, {
        timeout: patient(20_000),
      })
      .toBe(2);
    const [first, second] = setup.told.filter(({ path: at }) => at.startsWith("/shop"));
    expect(first?.claims.jti).not.toBe(second?.claims.jti);
    await gone();
  });

  test("one that refuses is asked three times", async () => {
    setup.answers.set("/shop/backchannel-logout", 400);
    await setup.open(jar, "shop");
    await jar.open("/logout");
    const { store } = await setup.gateway.service.auth.service;
    for (const tries of [1, 2, 3]) {
      await expect
        .poll(async () => (await rows())[0]?.tries, { timeout: patient(20_000) })
        .toBe(tries);
      if (tries < 3) await store.db.update(clientSignIns).set({ due_at: new Date(0) });
    }
    expect((await rows())[0]?.due_at).toBe(null);
    const path = "/auth/v1/oauth/client-logouts/shop";
    expect((await setup.gateway.service.json("GET", path)).body.payload).toMatchObject({
      ...{ waiting: 0, given_up: 1, failure: "it answers 400" },
    });
    await store.db.delete(clientSignIns);
  });
});

describe("what an address of a stranger can make the service do (G-6)", () => {
  test.each([
    "http://app.example.com/logout",
    "https://user:pass@app.example.com/logout",
    "https://app.example.com/logout#x",
    "ftp://app.example.com/logout",
    "//app.example.com",
  ])("a record with %s is refused", async (backchannel_logout_uri) => {
    const config = { client_secret: "x", backchannel_logout_uri };
    const path = "/auth/v1/oauth/clients/odd";
    const answer = await setup.gateway.service.json("PUT", path, { enabled: true, config });
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining("backchannel_logout_uri"),
    ]);
  });

  test("a private address is never asked, and the reason names no more than that", async () => {
    for (const uri of ["https://127.0.0.1/x", "https://10.0.0.1:8443/x", "https://[::1]/x"]) {
      await setup.application("inside", { backchannel_logout_uri: uri });
      const browser = await setup.gateway.signedIn();
      await setup.open(browser, "inside");
      await browser.open("/logout");
      await expect
        .poll(async () => (await rows())[0]?.failure, { timeout: patient(10_000) })
        .toBeTruthy();
      const { store } = await setup.gateway.service.auth.service;
      await store.db.delete(clientSignIns);
    }
  });

  test("a redirect is not followed", async () => {
    const uri = setup.host.answer("/moves", (_request, response) => {
      response.writeHead(307, { location: setup.host.urlOf("/shop/backchannel-logout") }).end();
    });
    await setup.application("moving", { backchannel_logout_uri: uri });
    await setup.open(jar, "moving");
    await jar.open("/logout");
    await expect
      .poll(async () => (await rows())[0]?.failure, { timeout: patient(10_000) })
      .toBe("it answers 307");
    expect(setup.told).toEqual([]);
    const { store } = await setup.gateway.service.auth.service;
    await store.db.delete(clientSignIns);
  });
});

test("a client that registers itself may ask to be told, at an https address (RFC 7591 §2)", async () => {
  const { service } = setup.gateway;
  await service.json("PUT", "/auth/v1/settings/registration", { value: { enabled: true } });
  const metadata = {
    redirect_uris: ["https://app.example.com/callback"],
    post_logout_redirect_uris: ["https://app.example.com/"],
    backchannel_logout_uri: "https://app.example.com/logout",
    backchannel_logout_session_required: true,
  };
  const { status, body } = await service.json("POST", "/auth/oauth2/register", metadata);
  expect([status, body]).toEqual([201, expect.objectContaining(metadata)]);
  for (const bad of [
    { backchannel_logout_uri: "http://app.example.com/logout" },
    { backchannel_logout_session_required: "yes" },
    { post_logout_redirect_uris: ["http://app.example.com/"] },
  ]) {
    const refused = await service.json("POST", "/auth/oauth2/register", { ...metadata, ...bad });
    expect(refused.status).toBe(400);
  }
});

test("an address is https, without username, password and fragment (§2.2)", async () => {
  const path = "/auth/v1/oauth/clients/shaped";
  for (const backchannel_logout_uri of [
    "http://app.example.com/logout",
    "https://app.example.com/logout#here",
    "https://app.example.com/logout#",
    "https://user:word@app.example.com/logout",
    "/logout",
  ]) {
    const config = { client_secret: "a secret of an application", backchannel_logout_uri };
    const { status, text } = await setup.gateway.service.json("PUT", path, { config });
    expect([status, text.includes("backchannel_logout_uri")], backchannel_logout_uri).toEqual([
      400,
      true,
    ]);
  }
});
