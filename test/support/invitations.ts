/** A service with its login page and a relay, where administrators invite people. */
import { expect } from "vitest";
import { type Answer, ORIGIN } from "./auth.ts";
import { type GatewayOptions, postJson, startGateway, type TestGateway, whoIs } from "./gateway.ts";
import type { Jar } from "./session.ts";
import { linkCodeIn } from "./signup.ts";
import { type MailServer, startMailServer } from "./smtp.ts";
import { putSetting } from "./tokens.ts";

export const PASSWORD = "a password to begin with";

export interface AccountsSetup extends AsyncDisposable {
  readonly gateway: TestGateway;
  readonly relay: MailServer;
  /** `POST /v1/invitations`: the lines of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: read member by member
  invite(people: string, more?: Record<string, unknown>): Promise<any[]>;
  /** The code in the link of the next mail to this address. */
  code(address: string): Promise<string>;
  /** Invites one person: the code of the mail. */
  invited(address: string, more?: Record<string, unknown>): Promise<string>;
  /** As the page without script sends it. */
  accept(code: string, more?: Record<string, string>, jar?: Jar): Promise<Answer>;
  /** By JSON. */
  acceptJson(code: string, more?: Record<string, string>, jar?: Jar): Promise<Answer>;
  /** Who signs in with this name and password; undefined for no one. */
  signsIn(username: string, password?: string): Promise<string | undefined>;
  admin(method: string, path: string, body?: unknown): Promise<Answer>;
}

const formTokenOf = ({ text }: Answer): string =>
  /name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? "";

/** More than any test asks for; limits have tests of their own. */
const UNLIMITED = { unlimited: true };

export async function accountsSetup(options: GatewayOptions = {}): Promise<AccountsSetup> {
  const gateway = await startGateway(options);
  const relay = await startMailServer();
  const { service } = gateway;
  await putSetting(service, "oauth2", { base_url: ORIGIN });
  await putSetting(service, "email", {
    from: "Example <id@example.com>",
    ...{ attempts: UNLIMITED, sending: UNLIMITED },
    smtp: { host: "127.0.0.1", port: relay.port },
  });
  await putSetting(service, "accounts", { invitation: { sending: UNLIMITED } });
  const setup: AccountsSetup = {
    gateway,
    relay,
    async invite(people, more = {}) {
      const { status, text, body } = await setup.admin("POST", "/invitations", { people, ...more });
      expect(status, text).toBe(200);
      return body.payload;
    },
    code: async (address) => linkCodeIn(await relay.next(address)),
    async invited(address, more = {}) {
      expect(await setup.invite(address, more)).toMatchObject([{ result: "invited" }]);
      return setup.code(address);
    },
    async accept(code, more = {}, jar = gateway.jar()) {
      const page = await jar.open(`/login/?flow=invitation&code=${code}`);
      const fields = {
        ...{ form_token: formTokenOf(page), view: "invitation", provider: "postern" },
        ...{ code, new_password: PASSWORD, ...more },
      };
      return jar.send("POST", "/login/", {
        headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN },
        body: new URLSearchParams(fields).toString(),
      });
    },
    acceptJson: (code, more = {}, jar = gateway.jar()) =>
      postJson(jar, "/login/auth/invitation/postern", { code, password: PASSWORD, ...more }),
    async signsIn(username, password = PASSWORD) {
      const jar = gateway.jar();
      const { status } = await postJson(jar, "/login/auth/token/postern", { username, password });
      return status === 204 ? whoIs(jar) : undefined;
    },
    admin: (method, path, body) => service.json(method, `/auth/v1${path}`, body),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await relay[Symbol.asyncDispose]();
    },
  };
  return setup;
}
