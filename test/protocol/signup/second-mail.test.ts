/** B16: a second mail leaves the code of the first as it is; the first that is used ends the others (decision E-12). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { testAuth } from "../../support/auth.ts";
import {
  CONFIRM,
  PASSWORD,
  RESET,
  SIGNUP,
  type SignupSetup,
  signupSetup,
  VERIFY,
} from "../../support/signup.ts";
import { TOKEN, WEB } from "../../support/tokens.ts";

let setup: SignupSetup;
beforeAll(async () => {
  setup = await signupSetup(await testAuth());
});
afterAll(() => setup[Symbol.asyncDispose]());

const member = async (email: string) => {
  await setup.registered(email);
  return email;
};

const KINDS = [
  {
    kind: "sign-in",
    person: () => member("in@example.com"),
    ask: (username: string) => setup.service.form("/auth/oauth2/email", { username }, WEB),
    use: (code: string) => setup.service.form(TOKEN, { grant_type: "email_code", code }, WEB),
  },
  {
    kind: "sign-up",
    person: async () => "up@example.com",
    ask: (email: string) => setup.form(SIGNUP, { email, password: PASSWORD }),
    use: (code: string) => setup.open(VERIFY, { code }),
  },
  {
    kind: "reset",
    person: () => member("reset@example.com"),
    ask: (email: string) => setup.form(RESET, { email }),
    use: (code: string) => setup.open(CONFIRM, { code, password: PASSWORD }),
  },
] as const;

test.each(KINDS)(
  "$kind: the code of the first mail counts after the second",
  async ({ person, ask, use }) => {
    const email = await person();
    await ask(email);
    const first = await setup.codeFor(email);
    await ask(email);
    const second = await setup.codeFor(email);
    expect(second).not.toBe(first);
    expect((await use(first)).status).toBe(200);
    expect((await use(second)).status).toBeGreaterThanOrEqual(400);
  },
);
