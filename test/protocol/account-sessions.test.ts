/** Where a user is signed in, on the account page (issue of the second factor and mail, point 7; K-11, B-2, B-3). */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "../support/auth.ts";
import {
  gatewayRuntime,
  passwordLogin,
  startGateway,
  type TestGateway,
} from "../support/gateway.ts";
import { patient } from "../support/patience.ts";
import type { Jar } from "../support/session.ts";
import { TOKEN, WEB } from "../support/tokens.ts";

const PAGE = "/auth/ui/account";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ runtime: gatewayRuntime() });
  const path = `/auth/v1/oauth/clients/${WEB.id}`;
  await gateway.service.json("PUT", path, { enabled: true, config: { client_secret: WEB.secret } });
  await gateway.service.createUser({ alias: ["eve"], details: { password: "eve's password" } });
});
// The sign-ins of a test are newer than all before it: the list has the newest alone.
beforeEach(() => gateway.runtime.advance(1_000));
afterAll(() => gateway[Symbol.asyncDispose]());

async function browser(agent: string, who: Record<string, string> = {}): Promise<Jar> {
  const jar = gateway.jar();
  const { status, text } = await jar.send("POST", "/login/auth/token/postern", {
    headers: { "content-type": "application/json", "user-agent": agent },
    body: JSON.stringify({ username: "ada", password: "correct horse", ...who }),
  });
  expect(status, text).toBe(204);
  return jar;
}
const page = (jar: Jar) => jar.open(PAGE);
const listOf = ({ text }: Answer) =>
  (/id="account-sessions">(.*?)<\/ul>/s.exec(text)?.[1] ?? "").split("<li").slice(1);
const namesOf = (answer: Answer) => listOf(answer).map((row) => /<strong>([^<]*)/.exec(row)?.[1]);
const tokenOf = ({ text }: Answer) => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
const sidOf = (row: string | undefined) => /name="sid" value="([^"]+)"/.exec(row ?? "")?.[1] ?? "";

async function post(jar: Jar, path: string, fields: Record<string, string> = {}) {
  const form_token = tokenOf(await page(jar));
  return jar.send("POST", `/auth/ui/${path}`, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ form_token, ...fields }),
  });
}
const isIn = async (jar: Jar) => (await jar.open("/app")).status === 200;

describe("where one is signed in", () => {
  test("browser, time and last use of each, the newest first; this one is marked and has no button", async () => {
    const windows = await browser(FIREFOX);
    gateway.runtime.advance(1_000);
    const phone = await browser(SAFARI);
    const shown = await page(phone);
    expect(namesOf(shown).slice(0, 2)).toEqual(["Safari on iPhone", "Firefox on Windows"]);
    const inGerman = await phone.send("GET", PAGE, { headers: { "accept-language": "de" } });
    expect(namesOf(inGerman)[0]).toBe("Safari unter iPhone");
    const [here = "", other = ""] = listOf(shown);
    expect(here).toContain("This browser");
    expect(here).not.toContain("<form");
    expect(other).toContain("Signed in ");
    expect(other.match(/<time datetime="[^"]+Z">/g)).toHaveLength(2);
    expect(listOf(await page(windows))[1]).toContain("This browser");
  });

  test("last use follows the refresh of the tokens", async () => {
    const jar = await browser(FIREFOX);
    const times = async () =>
      [...(listOf(await page(jar))[0] ?? "").matchAll(/datetime="([^"]+)"/g)].map((found) =>
        Date.parse(found[1] ?? ""),
      );
    const [signedIn = 0, used = 0] = await times();
    expect(used).toBe(signedIn);
    gateway.runtime.advance(16 * 60_000);
    expect(await isIn(jar)).toBe(true);
    await expect
      .poll(async () => ((await times())[1] ?? 0) - signedIn, { timeout: patient(10_000) })
      .toBeGreaterThan(15 * 60_000);
    expect((await times())[0]).toBe(signedIn);
  });

  test("one is ended: at once, for good, and no other", async () => {
    const here = await browser(FIREFOX);
    const phone = await browser(SAFARI);
    const rows = listOf(await page(here));
    const row = rows.find((one) => one.includes("Safari"));
    const answer = await post(here, "sessions/end", { sid: sidOf(row) });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, PAGE]);
    expect(await isIn(phone)).toBe(false);
    expect(await isIn(here)).toBe(true);
    expect(await page(here).then(({ text }) => text)).not.toContain(sidOf(row));
    const again = await post(here, "sessions/end", { sid: sidOf(row) });
    expect([again.status, again.headers.get("location")]).toEqual([302, PAGE]);
    const never = await post(here, "sessions/end", { sid: "0".repeat(64) });
    expect(never.status).toBe(400);
    expect(never.text).toContain("signed out already");
  });

  test("all others are ended, also tokens that the list does not have; this one goes on", async () => {
    const here = await browser(FIREFOX);
    const phone = await browser(SAFARI);
    const form = { grant_type: "password", username: "ada", password: "correct horse" };
    const { body: tokens } = await gateway.service.form(TOKEN, form, WEB);
    const answer = await post(here, "sessions/end-others");
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("signed out everywhere else");
    expect(namesOf(answer)).toEqual(["Firefox on Windows"]);
    expect([await isIn(here), await isIn(phone)]).toEqual([true, false]);
    const refreshed = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
    expect((await gateway.service.form(TOKEN, refreshed, WEB)).body.error).toBe("invalid_grant");
    // It goes on: also its refresh, and also after a restart of the read model.
    const service = await gateway.service.auth.service;
    await service.snapshots.reload();
    gateway.runtime.advance(16 * 60_000);
    expect(await isIn(here)).toBe(true);
    // A changed password ends the one that was spared, too (K-11).
    const change = { current_password: "correct horse", new_password: "correct horse" };
    const changed = await post(here, "password", { ...change, repeated_password: "correct horse" });
    expect(changed.status).toBe(200);
    expect(await isIn(here)).toBe(false);
  });

  test("A-3: the sign-in of another user is none here", async () => {
    const ada = await browser(FIREFOX);
    const eve = await browser(SAFARI, { username: "eve", password: "eve's password" });
    const second = await browser(SAFARI);
    const row = listOf(await page(ada)).find((one) => one.includes("Safari"));
    const answer = await post(eve, "sessions/end", { sid: sidOf(row) });
    expect(answer.status).toBe(400);
    await post(eve, "sessions/end-others");
    expect([await isIn(ada), await isIn(second)]).toEqual([true, true]);
  });

  test("B-2: no form token, or one of another sign-in, ends nothing", async () => {
    const here = await browser(FIREFOX);
    const phone = await browser(SAFARI);
    for (const form_token of ["", `1.${"A".repeat(43)}`]) {
      const answer = await post(here, "sessions/end-others", { form_token });
      expect(answer.status).toBe(400);
    }
    const foreign = await here.send("POST", "/auth/ui/sessions/end-others", {
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "cross-site",
      },
      body: new URLSearchParams({ form_token: tokenOf(await page(here)) }),
    });
    expect(foreign.status).toBe(403);
    expect(await isIn(phone)).toBe(true);
  });

  test("the list is bounded: the newest twenty, however many sign in", async () => {
    const here = await browser(FIREFOX);
    const api = gateway.service.auth.api;
    const form = { grant_type: "password", username: "ada", password: "correct horse" };
    const { body } = await gateway.service.form(TOKEN, form, WEB);
    await Promise.all(
      Array.from({ length: 30 }, () => api.signedIn(body.access_token, "x".repeat(10_000))),
    );
    expect(listOf(await page(here)).length).toBeLessThanOrEqual(20);
    expect(namesOf(await page(here))).toContain("Unknown browser");
  });

  test("without a session of ours there is no list", async () => {
    const { text } = await gateway.service.request("GET", PAGE, { headers: { "x-user": "ada" } });
    expect(text).not.toContain("account-sessions");
    expect((await passwordLogin(gateway.jar())).status).toBe(204);
  });
});

describe("the same over the API", () => {
  const LIST = "/auth/v1/me/sign-ins";
  // biome-ignore lint/suspicious/noExplicitAny: bodies are read member by member
  const read = async (jar: Jar): Promise<any[]> => {
    const { status, text } = await jar.open(LIST);
    expect(status, text).toBe(200);
    const { payload, meta } = JSON.parse(text);
    expect(meta.total_item_count).toBe(payload.length);
    return payload;
  };
  const remove = (jar: Jar, path = LIST) => jar.send("DELETE", path, {});

  test("lists the own ones and marks this one; nothing of another user is in it", async () => {
    const here = await browser(FIREFOX);
    const eve = await browser(SAFARI, { username: "eve", password: "eve's password" });
    const [first, ...others] = await read(here);
    expect(first).toMatchObject({ browser: "Firefox on Windows", current: true });
    expect(Object.keys(first).sort()).toEqual(
      ["agent", "browser", "current", "expires_at", "last_used_at", "sid", "signed_in_at"].sort(),
    );
    expect(others.some(({ current }) => current)).toBe(false);
    const [hers] = await read(eve);
    expect((await read(here)).map(({ sid }) => sid)).not.toContain(hers.sid);
    expect((await remove(here, `${LIST}/${hers.sid}`)).status).toBe(404);
    expect(await isIn(eve)).toBe(true);
  });

  test("ends one, then all others; this one goes on", async () => {
    const phone = await browser(SAFARI);
    gateway.runtime.advance(1_000);
    const other = await browser(FIREFOX);
    const here = await browser(FIREFOX);
    const found = (await read(here)).find((one) => one.browser === "Safari on iPhone");
    expect((await remove(here, `${LIST}/${found.sid}`)).status).toBe(200);
    expect(await isIn(phone)).toBe(false);
    expect((await remove(here, `${LIST}/${found.sid}`)).status).toBe(404);
    expect((await remove(here)).status).toBe(200);
    expect(await isIn(other)).toBe(false);
    expect(await isIn(here)).toBe(true);
    expect(await read(here)).toHaveLength(1);
  });

  test("without a sign-in there are no others, and without a caller nothing", async () => {
    const bare = await gateway.service.json("DELETE", LIST, undefined, "eve");
    expect([bare.status, bare.body.message]).toEqual([400, "this request belongs to no sign-in"]);
    expect((await gateway.service.json("GET", LIST)).status).toBe(401);
    expect((await gateway.service.json("DELETE", LIST)).status).toBe(401);
  });
});

describe("administrators, over the API", () => {
  const idOf = async (alias: string) => (await gateway.service.auth.api.principal(alias))?.id ?? "";
  const ask = (method: string, id: string, rest = "") =>
    gateway.service.json(method, `/auth/v1/users/${id}/sign-ins${rest}`);

  test("see where a user is signed in, and end one for good", async () => {
    const ada = await idOf("ada");
    await ask("DELETE", ada);
    gateway.runtime.advance(1_000);
    const phone = await browser(SAFARI);
    gateway.runtime.advance(1_000);
    const windows = await browser(FIREFOX);
    const { body } = await ask("GET", ada);
    expect(body.meta.total_item_count).toBe(2);
    expect(body.payload).toMatchObject([
      { browser: "Firefox on Windows", current: false },
      { browser: "Safari on iPhone", current: false },
    ]);
    const { sid } = body.payload[1];
    expect((await ask("DELETE", ada, `/${sid}`)).status).toBe(200);
    expect([await isIn(phone), await isIn(windows)]).toEqual([false, true]);
    expect((await ask("DELETE", ada, `/${sid}`)).status).toBe(404);
  });

  test("end all of them, also tokens that the list does not have, and of no other user", async () => {
    const ada = await idOf("ada");
    const here = await browser(FIREFOX);
    const eve = await browser(SAFARI, { username: "eve", password: "eve's password" });
    const form = { grant_type: "password", username: "ada", password: "correct horse" };
    const { body: tokens } = await gateway.service.form(TOKEN, form, WEB);
    expect((await ask("DELETE", ada)).status).toBe(200);
    expect((await ask("GET", ada)).body.payload).toEqual([]);
    expect([await isIn(here), await isIn(eve)]).toEqual([false, true]);
    const refreshed = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
    expect((await gateway.service.form(TOKEN, refreshed, WEB)).body.error).toBe("invalid_grant");
    expect(await isIn(await browser(FIREFOX)), "a new sign-in is none of them").toBe(true);
  });

  test("a sign-in of another user, an unknown user and a service account are not found", async () => {
    const [ada, eve] = [await idOf("ada"), await idOf("eve")];
    const jar = await browser(FIREFOX);
    const [{ sid }] = (await ask("GET", ada)).body.payload;
    expect((await ask("DELETE", eve, `/${sid}`)).status).toBe(404);
    expect(await isIn(jar)).toBe(true);
    const robot = await gateway.service.createServiceAccount({ alias: ["robot-of-sign-ins"] });
    for (const id of ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "constructor", robot]) {
      for (const [method, rest] of [["GET"], ["DELETE"], ["DELETE", `/${sid}`]] as const) {
        expect((await ask(method, id, rest)).status, `${method} ${id}`).toBe(404);
      }
    }
  });
});
