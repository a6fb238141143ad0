/** The second factor at the login of this service, with and without script (L-D5; login-session-wire 3.6; F-1, F-2). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "../../support/auth.ts";
import {
  ADA_LOGIN,
  passwordLogin,
  SESSION_COOKIE,
  startGateway,
  type TestGateway,
  whoIs,
} from "../../support/gateway.ts";
import type { Jar } from "../../support/session.ts";
import { type Authenticator, enroll } from "../../support/totp.ts";

let gateway: TestGateway;
let app: Authenticator;
let jar: Jar;

beforeAll(async () => {
  gateway = await startGateway();
  app = await enroll(gateway.service, "ada");
});
afterAll(() => gateway[Symbol.asyncDispose]());
beforeEach(() => {
  jar = gateway.jar();
});

const isSignedIn = () => jar.cookies.has(SESSION_COOKIE);
let used = 0;
const recoveryCode = () => app.recoveryCodes[used++] ?? "";

describe("the route of the script", () => {
  test("asks for the code: 401 mfa_required, and no session", async () => {
    const { status, body } = await passwordLogin(jar);
    expect([status, body]).toEqual([401, { message: "totp code required", error: "mfa_required" }]);
    expect(isSignedIn()).toBe(false);
  });

  test("the code signs in: 204, and applications see how", async () => {
    expect((await passwordLogin(jar, { totp: app.fresh() })).status).toBe(204);
    expect(await whoIs(jar)).toBe("ada@example.com");
    expect((await jar.get("/app")).body.claims).toMatchObject({
      amr: ["pwd", "otp", "mfa"],
      acr: "mfa",
    });
  });

  test("a wrong code is answered as a wrong password, so the page knows that it is the code", async () => {
    const { status, body } = await passwordLogin(jar, { totp: "000000" });
    expect([status, body.error]).toEqual([401, "invalid_grant"]);
    expect(isSignedIn()).toBe(false);
  });

  test("a recovery code signs in, and says how many are left", async () => {
    const { status, body } = await passwordLogin(jar, { totp: recoveryCode() });
    expect([status, body]).toEqual([200, { payload: { recovery_codes_left: 8 - used } }]);
    expect(isSignedIn()).toBe(true);
  });
});

describe("the form without script", () => {
  const token = ({ text }: Answer) => /name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? "";
  const asksForCode = ({ text }: Answer) => text.split("<template")[0]?.includes('name="totp"');

  async function submit(totp?: string, query = "") {
    const form_token = token(await jar.open(`/login/${query}`));
    return jar.send("POST", `/login/${query}`, {
      headers: { accept: "text/html", origin: "https://id.example.com" },
      body: new URLSearchParams({ form_token, ...ADA_LOGIN, ...(totp && { totp }) }),
    });
  }

  test("asks for the code in a step of its own, and goes on with it", async () => {
    const asked = await submit();
    expect([asked.status, asksForCode(asked)]).toEqual([401, true]);
    expect(asked.text, "nothing went wrong").toContain('role="alert"></p>');
    expect(asked.text.match(/code from your authenticator app, or/g)).toHaveLength(1);
    const { status, headers } = await submit(app.fresh(), "?redirect_path=%2Fapp");
    expect([status, headers.get("location")]).toEqual([303, "/app"]);
  });

  test("after a recovery code a page says how many are left, with the way on", async () => {
    const { status, text } = await submit(recoveryCode(), "?redirect_path=%2Fapp");
    expect(status).toBe(200);
    expect(text).toContain(`Recovery codes left: ${8 - used}.`);
    expect(text).toContain('<a id="error-next" href="/app">');
    expect(isSignedIn()).toBe(true);
  });

  test("F-1: too many wrong codes: 429, and how long to wait", async () => {
    for (let round = 0; round < 5; round++) {
      expect((await submit("000000")).text).toContain("Invalid username, password or code.");
    }
    const { status, text, headers } = await submit(app.fresh());
    expect(status).toBe(429);
    expect(text).toContain("Too many attempts. Try again in 15 minutes.");
    expect(headers.get("retry-after")).not.toBeNull();
  });
});
