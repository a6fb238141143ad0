/** A service with a mail relay beside it, and what tests of mailed codes do. */
import { expect } from "vitest";
import { type Answer, type Credentials, type TestAuth, testAuth } from "../../support/auth.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";
import { createAda, putClient, WEB } from "../../support/tokens.ts";

export const PAGE = "https://app.example.com/login/";
export const ADDRESS = "ada@example.com";
export const EMAIL = "/auth/oauth2/email";
export const TOKEN = "/auth/oauth2/token";
const UNLIMITED = { unlimited: true };

export interface MailedService extends AsyncDisposable {
  readonly service: TestAuth;
  readonly relay: MailServer;
  readonly ada: string;
  /** Replaces the namespace `email`; the relay stays. */
  settings(members?: object): Promise<void>;
  ask(fields?: object, client?: Credentials): Promise<Answer>;
  redeem(code: string, fields?: object, client?: Credentials): Promise<Answer>;
  /** Asks, and reads the mail. */
  mailed(fields?: object): Promise<MailedCode>;
}

export interface MailedCode {
  readonly typed: string;
  /** Undefined without a link. */
  readonly link: URL | undefined;
  readonly text: string;
}

export const typedIn = (text: string): string => /\b[B-Z]{5}-[B-Z]{5}\b/.exec(text)?.[0] ?? "";
export const linkIn = (text: string): URL | undefined => {
  const [found] = /https?:\/\/\S+/.exec(text) ?? [];
  return found === undefined ? undefined : new URL(found);
};
export const codeOf = (link: URL | undefined): string => link?.searchParams.get("code") ?? "";

/** @param started a service that runs already */
export async function mailedService(started?: TestAuth): Promise<MailedService> {
  const relay = await startMailServer();
  const service = started ?? (await testAuth());
  const ada = await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret, whitelist_urls: [PAGE] });
  const settings: MailedService["settings"] = async (members = {}) => {
    const smtp = { host: "127.0.0.1", port: relay.port };
    const value = {
      ...{ from: "Example <id@example.com>", smtp, attempts: UNLIMITED, sending: UNLIMITED },
      ...members,
    };
    const { status, text } = await service.json("PUT", "/auth/v1/settings/email", { value });
    expect(status, text).toBe(200);
  };
  await settings();
  const ask: MailedService["ask"] = (fields = {}, client = WEB) =>
    service.form(EMAIL, { username: ADDRESS, redirect_uri: PAGE, ...fields }, client);
  return {
    service,
    relay,
    ada,
    settings,
    ask,
    redeem: (code, fields = {}, client = WEB) =>
      service.form(TOKEN, { grant_type: "email_code", code, ...fields }, client),
    async mailed(fields = {}) {
      const { status, text: refusal } = await ask(fields);
      expect(status, refusal).toBe(200);
      const { text = "" } = (await relay.next(ADDRESS)).mail;
      return { text, typed: typedIn(text), link: linkIn(text) };
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await relay[Symbol.asyncDispose]();
    },
  };
}
