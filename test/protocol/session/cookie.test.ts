/** The session cookie: signed, sealed, renewed, ended (login-session-wire 2.2 to 2.4, 2.12; B-8). */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSession } from "../../../src/session.ts";
import { type Jar, type SessionSetup, sessionSetup } from "../../support/session.ts";

let setup: SessionSetup;
beforeAll(async () => {
  setup = await sessionSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());

const NAME = "__Host-auth_session";
const MINUTE = 60_000;

async function signIn(own: SessionSetup, jar: Jar, remember_me = false) {
  const cookie = jar.header();
  const request = new Request("https://id.example.com/login/", { headers: { cookie } });
  const answer = await own.session.signIn(
    { request, connection: {} },
    { provider: "postern", method: "password", tokens: await own.tokens(), remember_me },
  );
  const headers = new Headers(answer.map(([name, value]) => [name, value]));
  jar.take(headers);
  return headers;
}

describe("attributes", () => {
  test("B-8, L-O7: __Host-, Secure, HttpOnly, Lax, and no Max-Age without remember-me", async () => {
    const headers = await signIn(setup, setup.jar());
    const [cookie = ""] = headers.getSetCookie();
    const [pair = "", ...attributes] = cookie.split("; ");
    expect(pair.startsWith(`${NAME}=`)).toBe(true);
    expect(attributes.sort()).toEqual(["HttpOnly", "Path=/", "SameSite=Lax", "Secure"]);
    expect(headers.get("x-session-set")).toBe("true");
  });

  test("a remembered login has the Max-Age of the options", async () => {
    const [cookie = ""] = (await signIn(setup, setup.jar(), true)).getSetCookie();
    expect(cookie).toContain("; Max-Age=86400;");
  });

  test("options set path, domain, same_site and a name; the prefix needs none of them", async () => {
    await using own = await sessionSetup({
      session: {
        options: { path: "/app", domain: "example.com", same_site: 3, max_age: 60, secure: false },
      } as never,
    });
    const [cookie = ""] = (await signIn(own, own.jar(), true)).getSetCookie();
    expect(cookie).toMatch(/^auth_session=/);
    expect(cookie.split("; ").slice(1).sort()).toEqual(
      ["Domain=example.com", "HttpOnly", "Max-Age=60", "Path=/app", "SameSite=Strict"].sort(),
    );
  });

  test("cookie_name_hosts: the first rule for the host names the cookie", async () => {
    await using own = await sessionSetup({
      session: {
        cookie_name: "general",
        cookie_name_hosts: [
          { host: "other.example.com", cookie_name: "other" },
          { regex: "^id\\.", cookie_name: "by_regex" },
          { host: "id.example.com", cookie_name: "late" },
        ],
      } as never,
    });
    const [cookie = ""] = (await signIn(own, own.jar())).getSetCookie();
    expect(cookie).toMatch(/^by_regex=/);
  });
});

describe("what is accepted", () => {
  test("a signed-in browser passes with identity, and the token never reaches it", async () => {
    const browser = await setup.signedIn();
    const { status, body, headers } = await browser.get("/app");
    expect([status, body.headers["x-user-id"]]).toEqual([200, "ada"]);
    expect(headers.getSetCookie()).toEqual([]);
    expect(browser.header()).not.toContain("eyJ");
  });

  test.each([
    ["truncated", (value: string) => value.slice(0, -4)],
    ["with another id", (value: string) => `${value.startsWith("A") ? "B" : "A"}${value.slice(1)}`],
    ["with a later time", (value: string) => value.replace(/\.[0-9a-z]+\./, ".zzzzzz.")],
    ["without signature", (value: string) => value.split(".").slice(0, 2).join(".")],
    ["empty", () => ""],
    ["enormous", (value: string) => value + "A".repeat(8_000)],
    ["made of other characters", () => "a|b\u0001"],
  ])("a cookie that is %s is no session, and nothing is deleted", async (_, change) => {
    const browser = await setup.signedIn();
    const value = browser.cookies.get(NAME) ?? "";
    const cookie = `${NAME}=${change(value)}`;
    const { status, headers } = await setup.jar().get("/app", { cookie });
    expect(status).toBe(401);
    expect(headers.getSetCookie()).toEqual([]);
    expect((await browser.get("/app")).status).toBe(200);
  });

  test("a cookie of another session middleware is foreign", async () => {
    await using other = await sessionSetup();
    const browser = await other.signedIn();
    expect((await setup.jar().get("/app", { cookie: browser.header() })).status).toBe(401);
  });

  test("the value of one cookie name is not accepted under another", async () => {
    await using named = await sessionSetup({
      session: {
        session_key: "one key for two names",
        cookie_name_hosts: [
          { host: "id.example.com", cookie_name: "one" },
          { host: "b.example.com", cookie_name: "two" },
        ],
      } as never,
    });
    const browser = await named.signedIn();
    const value = browser.cookies.get("one") ?? "";
    const url = "https://b.example.com/app";
    const stranger = await named.jar().send("GET", url, { headers: { cookie: `two=${value}` } });
    expect(stranger.status).toBe(401);
  });

  describe("B-8: several cookies of the name", () => {
    const JUNK = `${NAME}=${"A".repeat(43)}.t0.${"A".repeat(43)}`;

    test.each([
      ["in front of it", (own: string) => [...Array(50).fill(JUNK), own]],
      ["around it", (own: string) => [JUNK, `${NAME}=`, own, JUNK]],
    ])("those that were not signed here, %s, do not hide the session", async (_, mix) => {
      const browser = await setup.signedIn();
      const cookie = mix(browser.header()).join("; ");
      expect((await setup.jar().get("/app", { cookie })).status).toBe(200);
    });

    test("one session named twice is one", async () => {
      const browser = await setup.signedIn();
      const cookie = `${browser.header()}; ${browser.header()}`;
      expect((await setup.jar().get("/app", { cookie })).status).toBe(200);
    });

    test("two live sessions are none, in both orders", async () => {
      const one = (await setup.signedIn()).header();
      const two = (await setup.signedIn()).header();
      for (const cookie of [`${one}; ${two}`, `${two}; ${one}`]) {
        expect((await setup.jar().get("/app", { cookie })).status).toBe(401);
      }
      expect((await setup.jar().get("/app", { cookie: one })).status).toBe(200);
    });

    test("a session that is over does not stand in the way of a live one", async () => {
      const browser = await setup.signedIn();
      const before = browser.header();
      await signIn(setup, browser);
      const cookie = `${before}; ${browser.header()}`;
      expect((await setup.jar().get("/app", { cookie })).status).toBe(200);
    });

    test("too many of our own are none", async () => {
      const browser = await setup.signedIn();
      const cookies = [browser.header()];
      for (let count = 0; count < 6; count++) {
        await signIn(setup, browser);
        cookies.push(browser.header());
      }
      const cookie = cookies.join("; ");
      expect((await setup.jar().get("/app", { cookie })).status).toBe(401);
      expect((await browser.get("/app")).status).toBe(200);
    });
  });

  test("max_age ends a cookie that was not renewed", async () => {
    await using own = await sessionSetup({
      session: { options: { max_age: 600 } } as never,
    });
    const browser = await own.signedIn();
    own.runtime.advance(9 * MINUTE);
    expect((await browser.get("/app")).status).toBe(200);
    own.runtime.advance(2 * MINUTE);
    expect((await browser.get("/app")).status).toBe(401);
  });

  test("of several keys the first signs and all verify", async () => {
    const keys = ["an old session key", "the new session key"];
    const at = (session_key: string | string[]) =>
      sessionSetup({ session: { session_key, store: { active: "database" } } as never });
    await using before = await at(keys[0] ?? "");
    const browser = await before.signedIn();
    const { options } = before.session;
    const rotated = createSession(
      {
        session_key: [...keys].reverse(),
        store: { active: "database" },
        provider: options.provider as never,
      },
      { runtime: before.runtime, auth: { auth: before.service.auth.api } },
    );
    const asked = {
      request: new Request("https://id.example.com/app", { headers: { cookie: browser.header() } }),
      connection: {},
    };
    expect((await rotated.admit(asked)).kind).toBe("pass");
  });
});

describe("a login", () => {
  test("B-8, L-W7: changes the id, and the former one is dead", async () => {
    const browser = await setup.signedIn();
    const before = browser.header();
    await signIn(setup, browser);
    expect(browser.header()).not.toBe(before);
    expect((await setup.jar().get("/app", { cookie: before })).status).toBe(401);
    expect((await browser.get("/app")).status).toBe(200);
  });

  test("signing out removes record and cookie", async () => {
    const browser = await setup.signedIn();
    const before = browser.header();
    const request = new Request("https://id.example.com/", { headers: { cookie: before } });
    const answer = await setup.session.signOut({ request, connection: {} });
    browser.take(new Headers(answer.map(([name, value]) => [name, value])));
    expect(browser.cookies.size).toBe(0);
    expect((await setup.jar().get("/app", { cookie: before })).status).toBe(401);
  });
});

describe("a session that is over", () => {
  test("L-D3: a disabled user is out at once; a browser goes to sign in and loses the cookie", async () => {
    await using own = await sessionSetup();
    const browser = await own.signedIn();
    const { id } = (await own.service.auth.api.principal("ada")) ?? {};
    await own.service.json("PATCH", `/auth/v1/users/${id}`, { is_active: false });
    const { status, headers } = await browser.open("/app");
    expect(status).toBe(307);
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-auth_session=; .*Max-Age=0/);
    expect(browser.cookies.size).toBe(0);
  });

  test("conformance 9: on an optional path it stays as it is", async () => {
    await using own = await sessionSetup({ session: { skip_paths: ["/open"] } as never });
    const browser = await own.signedIn();
    const before = browser.header();
    const { id } = (await own.service.auth.api.principal("ada")) ?? {};
    await own.service.json("PATCH", `/auth/v1/users/${id}`, { is_active: false });
    const { status, body, headers } = await browser.get("/open");
    expect([status, body.headers["x-user"]]).toEqual([200, undefined]);
    expect(headers.getSetCookie()).toEqual([]);
    expect(browser.header()).toBe(before);
    const request = new Request("https://id.example.com/", { headers: { cookie: before } });
    expect(await own.session.stored({ request, connection: {} })).toBeDefined();
  });

  test("L-W28: with disable_redirect it is ended all the same", async () => {
    await using own = await sessionSetup();
    const browser = await own.signedIn();
    const { id } = (await own.service.auth.api.principal("ada")) ?? {};
    await own.service.json("PATCH", `/auth/v1/users/${id}`, { is_active: false });
    const request = new Request("https://id.example.com/app", {
      headers: { cookie: browser.header(), accept: "text/html" },
    });
    const admitted = await own.session.admit({
      request,
      connection: {},
      flags: { disable_redirect: true },
    });
    const response = admitted.kind === "answer" ? admitted.response : undefined;
    expect(response?.status).toBe(401);
    expect(response?.headers.getSetCookie()[0]).toContain("Max-Age=0");
    expect(await own.session.stored({ request, connection: {} })).toBeUndefined();
  });
});
