/** A service where people sign up: a relay that takes its mail, a client, and short ways to the four routes. */
import { expect } from "vitest";
import type { Answer, TestAuth } from "./auth.ts";
import { type MailServer, type ReceivedMail, startMailServer } from "./smtp.ts";
import { putClient, putSetting, TOKEN, WEB } from "./tokens.ts";

type Fields = Readonly<Record<string, string>>;

export const PAGE = "https://app.example.com/login/";
export const SIGNUP = "/auth/oauth2/signup";
export const VERIFY = `${SIGNUP}/verify`;
export const RESET = "/auth/oauth2/password-reset";
export const CONFIRM = `${RESET}/confirm`;
export const PASSWORD = "a password to sign up";

/** More than any test asks for; limits have tests of their own. */
const UNLIMITED = { attempts: { unlimited: true } };

export interface SignupSetup extends AsyncDisposable {
  readonly service: TestAuth;
  readonly relay: MailServer;
  /** A form with the client's credentials. */
  form(path: string, fields: Fields): Promise<Answer>;
  /** JSON with them in the body. */
  json(path: string, fields: Fields): Promise<Answer>;
  /** Without any credentials. */
  open(path: string, fields: Fields): Promise<Answer>;
  settings(value?: Record<string, unknown>): Promise<void>;
  signsIn(username: string, password: string): Promise<boolean>;
  /** The code of the next mail to this address. */
  codeFor(address: string): Promise<string>;
  /** Signs up and confirms the address. */
  registered(address: string, password?: string): Promise<void>;
}

/** The code to type. */
export const codeIn = ({ mail }: Pick<ReceivedMail, "mail">): string =>
  /\b[B-Z]{5}-[B-Z]{5}\b/.exec(mail.text ?? "")?.[0] ?? "";
/** The code of the link; empty without one. */
export const linkCodeIn = ({ mail }: Pick<ReceivedMail, "mail">): string =>
  /code=([0-9a-f]{48})\b/.exec(mail.text ?? "")?.[1] ?? "";

export async function signupSetup(service: TestAuth): Promise<SignupSetup> {
  const relay = await startMailServer();
  await putClient(service, WEB.id, {
    client_secret: WEB.secret,
    whitelist_urls: [PAGE],
    redirect_uris: ["https://app.example.com/cb"],
  });
  await putSetting(service, "email", {
    from: "Example <id@example.com>",
    attempts: { unlimited: true },
    sending: { unlimited: true },
    smtp: { host: "127.0.0.1", port: relay.port },
  });
  const setup: SignupSetup = {
    service,
    relay,
    form: (path, fields) => service.form(path, fields, WEB),
    json: (path, fields) =>
      service.json("POST", path, { client_id: WEB.id, client_secret: WEB.secret, ...fields }),
    open: (path, fields) => service.form(path, fields),
    settings: (value = {}) =>
      putSetting(service, "signup", {
        ...{ enabled: true, password_reset: true },
        ...UNLIMITED,
        ...value,
      }),
    async signsIn(username, password) {
      const form = { grant_type: "password", username, password };
      return (await service.form(TOKEN, form, WEB)).status === 200;
    },
    codeFor: async (address) => codeIn(await relay.next(address)),
    async registered(address, password = PASSWORD) {
      const asked = await setup.form(SIGNUP, { email: address, password });
      expect(asked.status, asked.text).toBe(200);
      const { status, text } = await setup.open(VERIFY, { code: await setup.codeFor(address) });
      expect(status, text).toBe(200);
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await relay[Symbol.asyncDispose]();
    },
  };
  await setup.settings();
  return setup;
}

/** What an attacker can compare of two answers. */
export const visible = ({ status, headers, text }: Answer) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => name !== "date"),
});
