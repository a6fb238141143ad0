/** The panel "Two-step sign-in" of the account page, without script (auth-wire 6.4; B-2, B-10, F-2, F-3, T-10). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SessionContext } from "../../src/session.ts";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { testRuntime } from "../support/runtime.ts";
import { createAda, withSetting } from "../support/tokens.ts";
import { codeAt } from "../support/totp.ts";

const PAGE = "/auth/ui/account";
let service: TestAuth;
let user = "";
let users = 0;

beforeAll(async () => {
  service = await testAuth({}, testRuntime({ now: Date.UTC(2030, 0, 1) }));
  await service.createServiceAccount();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  users += 1;
  user = `user${users}`;
  await createAda(service, { alias: [user] }, { email: `${user}@example.com` });
});

const now = () => Math.floor(service.runtime.clock.now() / 1_000);
const session = (signedIn = 0): SessionContext => ({
  principal: user,
  auth_time: now() - signedIn,
});

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function ask(
  who: SessionContext,
  path = PAGE,
  fields?: Record<string, string>,
): Promise<Page> {
  const request = new Request(`${ORIGIN}${path}`, {
    method: fields ? "POST" : "GET",
    headers: { origin: ORIGIN },
    ...(fields && { body: new URLSearchParams(fields) }),
  });
  const response = await service.auth.fetch(request, undefined, { session: who });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const card = ({ text }: Page) =>
  /<section class="card" id="account-two-step-panel"[\s\S]*?<\/section>/.exec(text)?.[0] ?? "";
const tokenOf = ({ text }: Page) => /name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? "";
const messageOf = (page: Page) => /id="account-(?:problem|notice)">([^<]*)</.exec(card(page))?.[1];
const secretOf = (page: Page) =>
  (/id="two-step-secret">([^<]*)</.exec(card(page))?.[1] ?? "").replaceAll(" ", "");
const codesOf = (page: Page) =>
  [...card(page).matchAll(/<li><code>([^<]*)<\/code>/g)].map(([, code]) => code);
const codeNow = (secret: string) => codeAt(secret, service.runtime.clock.now());

/** Sends a form of the panel as its page has it. */
async function send(form: string, fields: Record<string, string> = {}, who = session()) {
  const form_token = tokenOf(await ask(who));
  return ask(who, `/auth/ui/two-step/${form}`, { form_token, ...fields });
}

async function turnedOn(): Promise<Page> {
  const secret = secretOf(await send("set-up"));
  return send("confirm", { code: codeNow(secret) });
}

describe("without a factor", () => {
  test("the panel says what it is for, and has one button", async () => {
    const page = await ask(session());
    expect(card(page)).toContain("Two-step sign-in");
    expect(card(page).match(/<button/g)).toHaveLength(1);
    expect(page.text).not.toContain("<svg xmlns");
  });

  test("set-up shows a QR code, the key in groups, and a field for the first code", async () => {
    const page = await send("set-up");
    expect(page.status).toBe(200);
    expect(card(page)).toMatch(/<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox/);
    expect(secretOf(page)).toMatch(/^[A-Z2-7]{32}$/);
    expect(card(page)).toContain('autocomplete="one-time-code"');
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("content-security-policy")).not.toContain("unsafe");
    expect(secretOf(await ask(session())), "a reload does not show it").toBe("");
  });

  test("a right code turns it on and shows eight recovery codes, this one time", async () => {
    const page = await turnedOn();
    expect([page.status, messageOf(page)]).toEqual([200, "Two-step sign-in is on."]);
    expect(codesOf(page)).toHaveLength(8);
    const again = await ask(session());
    expect(codesOf(again)).toEqual([]);
    expect(card(again)).toContain("8 of 8 recovery codes left.");
  });

  test("blanks between the digits are taken; a wrong code shows the same key once more", async () => {
    const secret = secretOf(await send("set-up"));
    const wrong = await send("confirm", { code: "000000" });
    expect([wrong.status, secretOf(wrong)]).toEqual([400, secret]);
    expect(messageOf(wrong)).toContain("This code is not valid.");
    const code = codeNow(secret);
    const right = await send("confirm", { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` });
    expect(codesOf(right)).toHaveLength(8);
  });

  test("a set-up that is over says so", async () => {
    const page = await send("confirm", { code: "123456" });
    expect([page.status, messageOf(page)]).toEqual([
      400,
      "This set-up is no longer valid. Please start again.",
    ]);
  });

  test("F-1: too many wrong codes: the page says how long to wait", async () => {
    await send("set-up");
    for (let round = 0; round < 5; round++) await send("confirm", { code: "000000" });
    const page = await send("confirm", { code: "000000" });
    expect([page.status, messageOf(page)]).toEqual([
      429,
      "Too many attempts. Try again in 15 minutes.",
    ]);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(60);
  });

  test("`totp.disabled`: there is no panel", async () => {
    await withSetting(service, "totp", { disabled: true }, async () => {
      expect(card(await ask(session()))).toBe("");
    });
  });
});

describe("with a factor", () => {
  test("new recovery codes, in place of the old ones", async () => {
    const before = codesOf(await turnedOn());
    const page = await send("recovery-codes");
    expect(codesOf(page)).toHaveLength(8);
    expect(codesOf(page)).not.toContain(before[0]);
  });

  test("turning it off", async () => {
    await turnedOn();
    const page = await send("turn-off");
    expect([page.status, messageOf(page)]).toEqual([
      200,
      "Two-step sign-in is off. Only your password is asked for now.",
    ]);
    expect(card(page)).toContain("Set up");
  });

  test("another device: the old secret stays until the new one is confirmed", async () => {
    await turnedOn();
    expect(secretOf(await send("set-up"))).not.toBe("");
    expect(card(await ask(session()))).toContain('id="two-step-on"');
  });
});

describe("T-10: a sign-in of more than ten minutes ago", () => {
  const FORMS = ["set-up", "confirm", "recovery-codes", "turn-off"];

  test.each(FORMS)("%s leads through the sign-in and back to the panel", async (form) => {
    await withSetting(service, "authorize", { login_url: "/login/" }, async () => {
      const { status, headers, text } = await send(form, { code: "000000" }, session(601));
      expect(status).toBe(302);
      const target = new URL(headers.get("location") ?? "", ORIGIN);
      expect(target.pathname).toBe("/login/");
      expect(target.searchParams.get("max_age")).toBe("600");
      expect(target.searchParams.get("redirect_path")).toBe(`${PAGE}?again=two-step`);
      expect(text).not.toContain("two-step-secret");
    });
  });

  test("who comes back can go on; a login that did not ask again makes no circle", async () => {
    const back = await ask(session(5), `${PAGE}?again=two-step`);
    expect([back.status, messageOf(back)]).toEqual([200, "Thank you. You can go on now."]);
    const stale = await ask(session(700), `${PAGE}?again=two-step`);
    expect(stale.status).toBe(403);
    expect(messageOf(stale)).toContain("Sign out and sign in again");
    expect((await ask(session(700), `${PAGE}?again=nothing`)).status).toBe(200);
  });

  test("without a login page it is refused, and says what to do", async () => {
    const page = await send("turn-off", {}, session(601));
    expect(page.status).toBe(403);
    expect(page.text).toContain("Sign in again");
  });
});

describe("B-2", () => {
  test.each(["set-up", "recovery-codes", "turn-off"])(
    "%s needs the token of the page, and its origin",
    async (form) => {
      await turnedOn();
      const path = `/auth/ui/two-step/${form}`;
      expect((await ask(session(), path, { form_token: "x" })).status).toBe(400);
      const request = new Request(`${ORIGIN}${path}`, {
        method: "POST",
        headers: { origin: "https://evil.example.com" },
        body: new URLSearchParams({ form_token: tokenOf(await ask(session())) }),
      });
      const foreign = await service.auth.fetch(request, undefined, { session: session() });
      expect(foreign.status).toBe(403);
      expect(card(await ask(session()))).toContain("8 of 8");
    },
  );
});
