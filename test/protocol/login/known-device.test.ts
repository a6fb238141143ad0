/** A browser that has signed in before is known by more than its network (I-7): the cookie `login_device`. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  ADA_LOGIN,
  cookieLine,
  passwordLogin,
  postJson,
  startGateway,
  type TestGateway,
  TOKEN_ROUTE,
} from "../../support/gateway.ts";
import type { Jar } from "../../support/session.ts";
import { putSetting } from "../../support/tokens.ts";
import { enroll } from "../../support/totp.ts";

const COOKIE = "__Secure-login_device";
const LIMIT = 3;
const MINUTE = 60_000;
const DAY = 86_400_000;
const BOB = { username: "bob", password: "battery staple" };

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway();
  await putSetting(gateway.service, "password", {
    attempts: { per_account: LIMIT, per_network: 20 },
  });
});
afterEach(() => gateway[Symbol.asyncDispose]());

const signIn = async (browser: Jar, who: Record<string, unknown> = ADA_LOGIN) =>
  (await postJson(browser, TOKEN_ROUTE, who)).status;
const wrong = (browser: Jar, username = "ada") =>
  signIn(browser, { username, password: "a wrong guess" });
const times = async <T>(count: number, ask: () => Promise<T>) => {
  const answers: T[] = [];
  for (let round = 0; round < count; round++) answers.push(await ask());
  return answers;
};
/** What a colleague without any cookie does. */
const exhaust = async (username = "ada") =>
  expect(await times(LIMIT + 1, () => wrong(gateway.jar(), username))).toEqual([
    401, 401, 401, 429,
  ]);

/** A browser that has nothing but this device. */
function browserWith(proof: string | undefined, name = COOKIE): Jar {
  const browser = gateway.jar();
  if (proof !== undefined) browser.cookies.set(name, proof);
  return browser;
}
const proofOf = (browser: Jar) => browser.cookies.get(COOKIE) ?? "";
/** Ada's proof, of a sign-in with a right password. */
const adaProof = async () => proofOf(await gateway.signedIn());

describe("the cookie", () => {
  test("B-8: HttpOnly, Secure, Lax, the path of the login, 90 days; its value does not name the person", async () => {
    const answer = await passwordLogin(gateway.jar());
    const [pair = "", ...attributes] = (cookieLine(answer, COOKIE) ?? "").split("; ");
    expect(attributes.sort()).toEqual(
      ["HttpOnly", "Max-Age=7776000", "Path=/login", "SameSite=Lax", "Secure"].sort(),
    );
    expect(pair.slice(COOKIE.length + 1)).toMatch(/^[\w-]{22}\.[0-9]{10}\.[\w-]{43}\.[\w-]{43}$/);
    const again = await passwordLogin(gateway.jar());
    const parts = (cookieLine(again, COOKIE) ?? "").split(/[=.;]/).slice(1, 5);
    for (const part of parts.filter((one) => one.length > 10)) expect(pair).not.toContain(part);
  });

  test("on http it has neither Secure nor the prefix, and counts", async () => {
    await gateway[Symbol.asyncDispose]();
    gateway = await startGateway({ origin: "http://id.example.com" });
    await putSetting(gateway.service, "password", { attempts: { per_account: LIMIT } });
    const browser = gateway.jar();
    const line = cookieLine(await passwordLogin(browser), "login_device") ?? "";
    expect(line.split("; ").slice(1)).toEqual([
      "Path=/login",
      "Max-Age=7776000",
      "HttpOnly",
      "SameSite=Lax",
    ]);
    await exhaust();
    expect(await signIn(browserWith(browser.cookies.get("login_device"), "login_device"))).toBe(
      204,
    );
  });

  test("H-3: applications beside the login do not get it; a login at the root has the prefix __Host-", async () => {
    const browser = await gateway.signedIn();
    const { body } = await browser.get("/app");
    expect(body.headers.cookie ?? "").not.toContain("login_device");
    await using root = await startGateway({ login: { path: { base: "/" } } });
    const line = cookieLine(
      await postJson(root.jar(), "/auth/token/postern", ADA_LOGIN),
      "__Host-login_device",
    );
    expect(line).toContain("; Path=/; ");
    await using elsewhere = await startGateway({
      login: { path: { base: "/login/", token: "/sign-in" } },
    });
    const moved = await postJson(elsewhere.jar(), "/sign-in/postern", ADA_LOGIN);
    expect(cookieLine(moved, "__Host-login_device")).toContain("; Path=/; ");
  });

  test("a refused sign-in sets none, and signing out leaves it", async () => {
    const failed = await postJson(gateway.jar(), TOKEN_ROUTE, { ...ADA_LOGIN, password: "wrong" });
    expect(failed.headers.getSetCookie()).toEqual([]);
    const browser = await gateway.signedIn();
    const proof = proofOf(browser);
    await browser.send("POST", "/sign-off", { headers: { origin: "https://id.example.com" } });
    expect(proofOf(browser)).toBe(proof);
    expect(proof).not.toBe("");
  });
});

describe("I-7: a colleague of the same network has used up the account's attempts", () => {
  test("a browser without the cookie is 429, the one of the owner signs in, again and again", async () => {
    const browser = browserWith(await adaProof());
    for (let round = 0; round < 3; round++) {
      await exhaust();
      expect(await signIn(gateway.jar())).toBe(429);
      expect(await wrong(browser)).toBe(401);
      expect(await signIn(browser)).toBe(204);
      gateway.runtime.advance(16 * MINUTE);
    }
  });

  test("the limit of the network, used up with other names, does not stop it either", async () => {
    const proof = await adaProof();
    let name = 0;
    const many = await times(21, () => wrong(gateway.jar(), `user-${name++}`));
    expect(many.at(-1)).toBe(429);
    expect(await signIn(browserWith(proof))).toBe(204);
  });

  test("the form of the page without script is one of the ways", async () => {
    const proof = await adaProof();
    await exhaust();
    const browser = browserWith(proof);
    const page = await browser.open("/login/");
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const answer = await browser.send("POST", "/login/", {
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
      body: new URLSearchParams({ form_token: token, ...ADA_LOGIN }),
    });
    expect(answer.status).toBe(303);
  });

  test("a colleague who knows the password uses up the one-time codes, and not those of this browser", async () => {
    await putSetting(gateway.service, "totp", {
      attempts: { per_account: LIMIT, per_network: 20 },
    });
    const app = await enroll(gateway.service, "ada");
    const known = gateway.jar();
    expect(await signIn(known, { ...ADA_LOGIN, totp: app.fresh() })).toBe(204);
    const code = (browser: Jar, totp: string) => signIn(browser, { ...ADA_LOGIN, totp });
    const colleague = await times(LIMIT + 1, () => code(gateway.jar(), "abcdef"));
    expect(colleague).toEqual([401, 401, 401, 429]);
    expect(await code(browserWith(proofOf(known)), app.fresh())).toBe(204);
    // A password alone is no sign-in, so it proves no browser.
    const half = await postJson(gateway.jar(), TOKEN_ROUTE, ADA_LOGIN);
    expect([half.status, half.headers.getSetCookie()]).toEqual([401, []]);
  });
});

describe("what does not count", () => {
  const refused = async (browser: Jar) => expect(await signIn(browser)).toBe(429);

  test("the cookie of another account; what it answers is what none answers", async () => {
    await gateway.service.createUser({ alias: ["bob"], details: { password: BOB.password } });
    const bob = gateway.jar();
    expect(await signIn(bob, BOB)).toBe(204);
    const proof = proofOf(bob);
    for (const username of ["ada", "no-such-name"]) {
      const answers = [];
      for (const device of [proof, undefined, proof, undefined, proof]) {
        const body = { username, password: "a wrong guess" };
        const { status, text } = await postJson(browserWith(device), TOKEN_ROUTE, body);
        answers.push({ status, text });
      }
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429]);
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[3]).toEqual(answers[4]);
    }
    await refused(browserWith(proof));
    // Its owner is still known by it.
    expect(await signIn(browserWith(proof), BOB)).toBe(204);
  });

  test("one that was changed in any part, is in pieces, or comes twice with another", async () => {
    const proof = await adaProof();
    const [id = "", until = "", first = "", second = ""] = proof.split(".");
    const other = (await adaProof()).split(".");
    await exhaust();
    const flipped = (text: string) => (text.startsWith("A") ? "B" : "A") + text.slice(1);
    for (const forged of [
      "",
      "x",
      "...",
      `${id}.${until}.${first}`,
      `${id}.${until}.${first}.`,
      `${id}.${until}.${first}.${flipped(second)}`,
      `${id}.${until}.${flipped(first)}.${second}`,
      `${id}.${until}.${second}.${first}`,
      `${id}.${until}.${first}.${second}x`,
      `${id}.${until}.${first}.${other[3]}`,
      `${id}.${until}.${other[2]}.${other[3]}`,
      `${other[0]}.${until}.${first}.${second}`,
      `${id}.${Number(until) + 1}.${first}.${second}`,
      `${id}.99999999999.${first}.${second}`,
      `${flipped(id)}.${until}.${first}.${second}`,
      "A".repeat(4_000),
    ]) {
      await refused(browserWith(forged));
    }
    const twice = browserWith(proof);
    twice.cookies.set(`${COOKIE}=x; ${COOKIE}`, proof);
    await refused(twice);
    expect(await signIn(browserWith(proof))).toBe(204);
  });

  test("one that has expired", async () => {
    const proof = await adaProof();
    gateway.runtime.advance(90 * DAY - MINUTE);
    await exhaust();
    expect(await signIn(browserWith(proof))).toBe(204);
    gateway.runtime.advance(MINUTE);
    await refused(browserWith(proof));
  });

  test("one that another encryption key signed", async () => {
    const proof = await adaProof();
    const new_key = "a new key for these tests";
    const { status, text } = await gateway.service.json("POST", "/auth/v1/encryption/rotate", {
      new_key,
    });
    expect(status, text).toBe(200);
    const later = await adaProof();
    await exhaust();
    await refused(browserWith(proof));
    expect(await signIn(browserWith(later))).toBe(204);
  });

  test("one from before the password was changed", async () => {
    const browser = await gateway.signedIn();
    const changed = await postJson(browser, "/auth/v1/me/password", {
      current_password: ADA_LOGIN.password,
      new_password: "correct horse two",
    });
    expect(changed.status, changed.text).toBeLessThan(300);
    const now = { ...ADA_LOGIN, password: "correct horse two" };
    await exhaust();
    expect(await signIn(browserWith(proofOf(browser)), now)).toBe(429);
    gateway.runtime.advance(16 * MINUTE);
    const again = gateway.jar();
    expect(await signIn(again, now)).toBe(204);
    await exhaust();
    expect(await signIn(browserWith(proofOf(again)), now)).toBe(204);
  });
});

describe("its own limit", () => {
  test("a stolen cookie guesses as often as a network, then as a stranger, whatever network it is used from", async () => {
    const proof = await adaProof();
    const guesses = await times(2 * LIMIT + 2, () => wrong(browserWith(proof)));
    expect(guesses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    expect(await signIn(browserWith(proof))).toBe(429);
    // A new sign-in has a count of its own; the thief does not keep the owner out.
    gateway.runtime.advance(16 * MINUTE);
    const owner = browserWith(await adaProof());
    await times(2 * LIMIT, () => wrong(browserWith(proof)));
    expect(await signIn(browserWith(proof))).toBe(429);
    expect(await signIn(owner)).toBe(204);
  });

  test("of thirty guesses at once no more are checked", async () => {
    const proof = await adaProof();
    const answers = await Promise.all(Array.from({ length: 30 }, () => wrong(browserWith(proof))));
    expect(answers.filter((status) => status === 401)).toHaveLength(2 * LIMIT);
    expect(answers.filter((status) => status === 429)).toHaveLength(30 - 2 * LIMIT);
  });

  test("a success forgets what this browser failed, and nothing of what others did", async () => {
    const browser = browserWith(await adaProof());
    await exhaust();
    for (let round = 0; round < 3; round++) {
      expect(await times(LIMIT - 1, () => wrong(browser))).toEqual([401, 401]);
      expect(await signIn(browser)).toBe(204);
    }
    expect(await wrong(gateway.jar())).toBe(429);
  });
});
