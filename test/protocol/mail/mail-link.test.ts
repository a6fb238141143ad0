/** E-4, T-7: a link in a mail leads where the client's registration or our configuration says, and nowhere else. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { mailLink, openCall, openInternalCall } from "../../support/inside.ts";

const EXACT = { redirectUris: ["https://app.example.com/page"], whitelistUrls: [] };
const BELOW = { redirectUris: [], whitelistUrls: ["https://app.example.com/login"] };
const BOTH = { ...EXACT, whitelistUrls: BELOW.whitelistUrls };
const NEITHER = { redirectUris: [], whitelistUrls: [] };

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth({ session_providers: { host_replacements: {} } });
});
afterAll(() => service[Symbol.asyncDispose]());

const outside = async () =>
  openCall(await service.auth.service, new Request(`${ORIGIN}/auth/oauth2/email`), {});
const inside = async () => openInternalCall(await service.auth.service, ORIGIN);
const putOrigin = (base_url: string) =>
  service.json("PUT", "/auth/v1/settings/oauth2", { value: { base_url } });

describe("E-4: a target of the client's lists", () => {
  test.each([
    [EXACT, "https://app.example.com/page", "https://app.example.com/page?code=c"],
    [BELOW, "https://app.example.com/login/", "https://app.example.com/login/?code=c"],
    [
      BELOW,
      "https://app.example.com/login?flow=verify",
      "https://app.example.com/login?flow=verify&code=c",
    ],
    [BOTH, "https://app.example.com/login/x", "https://app.example.com/login/x?code=c"],
  ])("%j: %s", async (client, target, link) => {
    expect(mailLink(await outside(), client, { redirect_uri: target }, "c").link).toBe(link);
  });
});

describe("E-4: everything else gets no link", () => {
  test.each([
    "https://eve.example/login",
    "https://app.example.com.eve.example/login",
    "https://app.example.com/loginx",
    "https://app.example.com/login/../x",
    "https://app.example.com@eve.example/login",
    "http://app.example.com/login",
    "https://app.example.com:8443/login",
    "javascript:alert(1)",
    "//app.example.com/login",
    "https://app.example.com/login?code=other",
    "https://app.example.com/login#fragment",
    "https://app.example.com/login\r\nBcc: eve@example.com",
    "",
    undefined,
  ])("%s", async (target) => {
    for (const client of [BELOW, NEITHER]) {
      expect(mailLink(await outside(), client, { redirect_uri: target }, "c")).toEqual({});
    }
  });

  test("W1: a client with neither list has none, whatever it asks for", async () => {
    expect(mailLink(await outside(), NEITHER, { redirect_uri: `${ORIGIN}/login/` }, "c")).toEqual(
      {},
    );
  });
});

describe("T-7, A7, decision E-11: our own page", () => {
  const page = `${ORIGIN}/login/?flow=verify`;

  test("has a link only when the configuration says where we are, never by the request", async () => {
    expect(mailLink(await inside(), NEITHER, { page }, "c")).toEqual({});
    await putOrigin(ORIGIN);
    expect(mailLink(await inside(), NEITHER, { page }, "c").link).toBe(`${page}&code=c`);
    const elsewhere = { page: "https://eve.example/login/" };
    expect(mailLink(await inside(), NEITHER, elsewhere, "c")).toEqual({});
    // Asked from outside, by the client alone.
    expect(mailLink(await outside(), NEITHER, { page }, "c")).toEqual({});
  });

  test("A7: a port of its own is no registered target of a mail", async () => {
    const client = { redirectUris: ["http://127.0.0.1:7000/cb"], whitelistUrls: [] };
    const linkTo = async (redirect_uri: string) =>
      mailLink(await outside(), client, { redirect_uri }, "c").link;
    expect(await linkTo("http://127.0.0.1:7000/cb")).toBe("http://127.0.0.1:7000/cb?code=c");
    expect(await linkTo("http://127.0.0.1:7001/cb")).toBeUndefined();
  });
});
