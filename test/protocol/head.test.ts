/** I-10: HEAD answers as GET without a body wherever GET is safe, and changes nothing (RFC 9110 §9.3.2). */
import { count } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN } from "../support/auth.ts";
import { CALLBACK, newFlow, parametersOf } from "../support/authorize.ts";
import { startGateway, type TestGateway, whoIs } from "../support/gateway.ts";
import { events, flowCodes } from "../support/inside.ts";
import { putClient, WEB } from "../support/tokens.ts";

let gateway: TestGateway;
/** Every GET of the API description; a parameter is filled with an id that is nowhere. */
let reads: string[];

beforeAll(async () => {
  gateway = await startGateway({ auth: { cache: { code_store: { active: "database" } } } });
  await putClient(gateway.service, WEB.id, {
    client_secret: WEB.secret,
    redirect_uris: [CALLBACK],
  });
  const { body } = await gateway.service.request("GET", "/auth/swagger/swagger.json");
  reads = Object.entries<object>(body.paths)
    .filter(([, methods]) => "get" in methods)
    .map(([path]) => path.replace(/\{[^}]+\}/g, "01J0A0B0C0D0E0F0G0H0J0K0M0"));
});
afterAll(() => gateway[Symbol.asyncDispose]());

const REFUSED = ["/auth/oauth2/authorize", "/auth/oauth2/consent", "/auth/oauth2/logout"];
/** Every GET there makes or claims something: the signing pair, a request, a code, the request of a device, the entry of an export. */
const MAKES =
  /^\/auth\/(?:saml\/|oauth2\/(?:auth|code)\/|ui\/device$|v1\/device\/|v1\/audit\/export$)/;
/** It counts the requests themselves, so that two answers can differ in length. */
const COUNTS = "/auth/v1/load";
const bytesOf = (text: string) => String(new TextEncoder().encode(text).byteLength);

/** A nonce is new every time, and a cookie comes with GET alone; nothing else may differ. */
const headersOf = (headers: Headers) =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => name !== "content-length" && name !== "set-cookie")
      .map(([name, value]) => [name, value.replace(/'nonce-[^']+'/g, "'nonce'")]),
  );

async function rows(): Promise<number[]> {
  const { db } = (await gateway.service.auth.service).store;
  const all = await Promise.all([events, flowCodes].map((t) => db.select({ n: count() }).from(t)));
  return all.map(([row]) => row?.n ?? 0);
}

describe("the service", () => {
  test("every safe GET is answered to HEAD with the same status and headers, and nothing is written", async () => {
    expect(reads.length).toBeGreaterThan(60);
    const before = await rows();
    for (const path of reads.filter((one) => !REFUSED.includes(one) && !MAKES.test(one))) {
      for (const headers of [{}, { "x-user": "ada", accept: "text/html" }]) {
        const head = await gateway.service.request("HEAD", path, { headers });
        expect(await rows(), path).toEqual(before);
        const get = await gateway.service.request("GET", path, { headers });
        expect([head.status, head.text], path).toEqual([get.status, ""]);
        expect(headersOf(head.headers), path).toEqual(headersOf(get.headers));
        const length = get.text === "" ? null : bytesOf(get.text);
        if (path === COUNTS) expect(head.headers.get("content-length"), path).toMatch(/^\d+$/);
        else expect(head.headers.get("content-length"), path).toBe(length);
      }
    }
  });

  test("a GET that stores or uses up something is 405 to HEAD: authorize, consent, sign-out, SAML, providers, devices", async () => {
    const flow = await newFlow(gateway.service);
    const before = await rows();
    const headers = { "x-user": "ada", accept: "text/html" };
    for (const path of [
      `/auth/oauth2/authorize?${parametersOf()}`,
      `/auth/oauth2/consent?flow=${flow}`,
      "/auth/oauth2/logout",
    ]) {
      const answer = await gateway.service.request("HEAD", path, { headers });
      expect([answer.status, answer.headers.get("allow"), answer.text], path).toEqual([
        405,
        "GET, POST, OPTIONS",
        "",
      ]);
    }
    for (const path of reads.filter((one) => MAKES.test(one))) {
      expect((await gateway.service.request("HEAD", path, { headers })).status, path).toBe(405);
    }
    expect(await rows()).toEqual(before);
  });

  test("405 where there is no GET, 404 where there is nothing", async () => {
    expect((await gateway.service.request("HEAD", "/auth/oauth2/token")).status).toBe(405);
    expect((await gateway.service.request("HEAD", "/auth/unknown")).status).toBe(404);
  });
});

describe("the login", () => {
  test.each([
    "/login",
    "/login/",
    "/login/?redirect_path=/app",
    "/login/auth/methods",
    "/login/auth/methods/unknown",
    "/login/auth/info/ui",
    "/login/auth/status",
    "/login/auth/sdk.js",
    "/login/auth/sdk.d.ts",
    "/login/assets/login.js",
    "/login/auth/nothing",
  ])("HEAD %s is answered as GET", async (path) => {
    const browser = gateway.jar();
    const head = await browser.send("HEAD", path);
    const get = await browser.send("GET", path);
    expect([head.status, head.text]).toEqual([get.status, ""]);
    expect(headersOf(head.headers)).toEqual(headersOf(get.headers));
    expect(head.headers.getSetCookie()).toEqual([]);
    expect(head.headers.get("content-length")).toBe(get.text === "" ? null : bytesOf(get.text));
  });

  test("starting and ending a code flow is 405, and sets no cookie", async () => {
    for (const path of ["/login/auth/code/sso", "/login/auth/code/sso?code=x&state=y"]) {
      const { status, headers } = await gateway.jar().send("HEAD", path);
      expect([status, headers.get("allow")], path).toEqual([405, "GET"]);
      expect(headers.getSetCookie(), path).toEqual([]);
    }
  });

  test("a signed-in browser's HEAD mints no code", async () => {
    const browser = await gateway.signedIn();
    const query = new URLSearchParams({
      response_type: "code",
      client_id: "login",
      redirect_uri: `${ORIGIN}/login/auth/code/sso`,
    });
    const before = await rows();
    const { status, headers } = await browser.send("HEAD", `/login/?${query}`);
    expect([status, headers.get("location")]).toEqual([405, null]);
    expect(await rows()).toEqual(before);
    expect((await browser.send("HEAD", "/login/")).status).toBe(307);
  });

  test.each(["HEAD", "OPTIONS"])("%s of the sign-out address signs no one out", async (method) => {
    const browser = await gateway.signedIn();
    const user = await whoIs(browser);
    const { status, headers } = await browser.send(method, "/logout", {
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect([status, headers.get("allow")]).toEqual([405, "GET, POST"]);
    expect([user, await whoIs(browser)]).toEqual([expect.stringContaining("ada"), user]);
  });
});
