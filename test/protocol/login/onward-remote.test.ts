/** Where a person was going who asks a service elsewhere for a mail: kept sealed by the browser, told to no service, and led to by the link in that browser alone (B-7, L-W13; ADR 0097). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ORIGIN } from "../../support/auth.ts";
import { postJson, startGateway, type TestGateway } from "../../support/gateway.ts";
import { type ScriptedUpstream, scriptedUpstream } from "../../support/scripted-upstream.ts";
import type { Jar } from "../../support/session.ts";

const GOING = "?redirect_path=%2Fapp%3Fpage%3D2";
const COOKIE = "__Host-login_onward";
const CODE = "0".repeat(48);
const ASKED = {
  signup: { password: "a password of my own" },
  reset: {},
} as const;
const FLOWS = { signup: "verify", reset: "reset" } as const;
const KINDS = ["signup", "reset"] as const;

let upstream: ScriptedUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await scriptedUpstream();
  const oauth2 = {
    ...{ client_id: "c-1", client_secret: "s-1", scopes: ["openid"] },
    cert_url: `${upstream.url}/jwks`,
    token_url: `${upstream.url}/token`,
    signup_url: `${upstream.url}/signup`,
    password_reset_url: `${upstream.url}/reset`,
  };
  gateway = await startGateway({
    session: { provider: { remote: { password_flow: true, x_user: ["email"], oauth2 } } },
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});
beforeEach(() => {
  upstream.clear();
  for (const path of ["/signup", "/reset"]) upstream.on(path, { body: { message: "sent" } });
});

let count = 0;
async function ask(jar: Jar, kind: (typeof KINDS)[number], search: string | undefined = GOING) {
  // Requests for one address are limited.
  const email = `person-${count++}@example.com`;
  const body = { ...ASKED[kind], email, search, svc_flow: "f1" };
  const { status, text } = await postJson(jar, `/login/auth/${kind}/remote`, body);
  expect(status, text).toBe(200);
}
const opened = (jar: Jar, kind: (typeof KINDS)[number]) =>
  jar.open(`/login/?flow=${FLOWS[kind]}&code=${CODE}`);
const onward = (location: string | null) =>
  location === null ? null : new URL(location, ORIGIN).searchParams.get("redirect_path");

describe.each(KINDS)("%s", (kind) => {
  test("the link leads there in that browser, and nowhere in another one", async () => {
    const jar = gateway.jar();
    await ask(jar, kind);
    const { status, headers } = await opened(jar, kind);
    expect([status, onward(headers.get("location"))]).toEqual([307, "/app?page=2"]);
    const other = await opened(gateway.jar(), kind);
    expect([other.status, other.text.includes("page%3D2")]).toEqual([200, false]);
  });

  test("the service elsewhere learns nothing of it, and the cookie says nothing to who reads it", async () => {
    const jar = gateway.jar();
    await ask(jar, kind);
    const sent = upstream.requests.map(({ text, path }) => `${path} ${text}`).join();
    for (const word of ["page%3D2", "page=2", "search", "svc_flow"])
      expect(sent).not.toContain(word);
    expect(jar.cookies.get(COOKIE)).toMatch(/^[\w-]{40,}$/);
  });

  test("one that was made up, or of another name, counts for nothing; the next request takes its place or ends it", async () => {
    const jar = gateway.jar();
    await ask(jar, kind);
    const value = jar.cookies.get(COOKIE) ?? "";
    for (const cookie of [`${COOKIE}=x${value}`, `${COOKIE}=${value}; ${COOKIE}=${value}`]) {
      const page = await gateway.jar().send("GET", `/login/?flow=${FLOWS[kind]}&code=${CODE}`, {
        headers: { cookie, accept: "text/html" },
      });
      expect([cookie.length > 0, page.status]).toEqual([true, 200]);
    }
    await ask(jar, kind, "?redirect_path=%2Fother");
    expect(onward((await opened(jar, kind)).headers.get("location"))).toBe("/other");
    await ask(jar, kind, undefined);
    await ask(jar, kind, "");
    expect((await opened(jar, kind)).status).toBe(200);
  });

  test("B-7: a target elsewhere stays none", async () => {
    const jar = gateway.jar();
    await ask(jar, kind, "?redirect_path=https%3A%2F%2Feve.example%2F");
    const first = await opened(jar, kind);
    const page = await jar.open(first.headers.get("location") ?? "");
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('href="https://eve.example');
  });
});
