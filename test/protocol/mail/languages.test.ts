/** Every mail × each way by which it is caused × the language of who reads it (ADR 0040; E-5). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, ORIGIN } from "../../support/auth.ts";
import { postJson } from "../../support/gateway.ts";
import { type Language, type MailKind, mailCatalogues } from "../../support/inside.ts";
import { type AccountsSetup, accountsSetup, PASSWORD } from "../../support/invitations.ts";
import type { Jar } from "../../support/session.ts";
import { codeIn } from "../../support/signup.ts";
import type { ReceivedMail } from "../../support/smtp.ts";
import { putClient, putSetting, WEB } from "../../support/tokens.ts";

type Headers = Record<string, string>;

let setup: AccountsSetup;
beforeAll(async () => {
  setup = await accountsSetup();
  const { service } = setup.gateway;
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  const attempts = { unlimited: true };
  await putSetting(service, "api_key", { self_service: true });
  await putSetting(service, "signup", { enabled: true, password_reset: true, attempts });
  await putSetting(service, "accounts", {
    ...{ self_service: { address: true }, invitation: { sending: { unlimited: true } } },
  });
});
afterAll(() => setup[Symbol.asyncDispose]());

const OTHERS = ["de", "fr"] as const;
/** A browser that prefers it, and that of another person. */
const inLanguage = (language: Language): Headers => ({
  "accept-language": `${language}-CH,${language};q=0.9,en;q=0.5`,
});
const ENGLISH = inLanguage("en");

let count = 0;
const newAddress = () => `person-${++count}@example.com`;
async function newUser(details: Record<string, unknown> = {}) {
  const address = newAddress();
  const id = await setup.gateway.service.createUser({
    alias: [address],
    details: { name: "Ada", email: address, password: PASSWORD, ...details },
  });
  return { address, id };
}

const accepted = (answer: Answer): void => expect(answer.status, answer.text).toBeLessThan(400);

/** The next mail to the address: of this kind, and every word of it in this language. */
async function expectMail(to: string, kind: MailKind, language: Language): Promise<ReceivedMail> {
  const received = await setup.relay.next(to);
  const { subject, linkSubject } = mailCatalogues[language].kinds[kind];
  expect([subject, linkSubject]).toContain(received.mail.subject);
  expect(received.mail.html).toContain(`<html lang="${language}">`);
  return received;
}

const hidden = (text: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";
const actionOf = (text: string): string =>
  /<form[^>]* action="([^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "/login/";

/** As the page without script sends a form of its view. */
async function sendForm(jar: Jar, page: string, fields: Headers, headers: Headers) {
  const { text } = await jar.open(page, headers);
  const form_token = hidden(text, "form_token");
  accepted(
    await jar.send("POST", actionOf(text), {
      headers: { origin: ORIGIN, accept: "text/html", ...headers },
      body: new URLSearchParams({ form_token, provider: "postern", ...fields }),
    }),
  );
}

/** To the service itself, as an application sends it for its user. */
async function asApplication(path: string, fields: Headers, headers: Headers): Promise<void> {
  const body = { client_id: WEB.id, client_secret: WEB.secret, ...fields };
  accepted(
    await setup.gateway.service.request("POST", `/auth/oauth2${path}`, {
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    }),
  );
}

async function asUser(user: string, path: string, body: object, headers: Headers): Promise<void> {
  accepted(
    await setup.gateway.service.request("POST", `/auth/v1${path}`, {
      headers: { "content-type": "application/json", ...(user && { "x-user": user }), ...headers },
      body: JSON.stringify(body),
    }),
  );
}
const asAdministrator = (path: string, body: object, headers: Headers) =>
  asUser("", path, body, headers);

interface Asked {
  readonly address: string;
  readonly headers: Headers;
  readonly language: Language;
}
type Ask = (asked: Asked) => Promise<void>;

/** What a person asks for themselves: at the page with script and without, and at an application. */
const byPerson = (json: string, view: string, endpoint: string, more: Headers = {}) => {
  const { new_password: password = "" } = more;
  const posted = password === "" ? {} : { password };
  const named = endpoint === "/email" ? "username" : "email";
  return {
    "the login page": async ({ address, headers }) =>
      accepted(await postJson(setup.gateway.jar(), json, { email: address, ...posted }, headers)),
    "its form without script": async ({ address, headers }) => {
      const fields = { view, email: address, ...more };
      await sendForm(setup.gateway.jar(), `/login/?view=${view}`, fields, headers);
    },
    "its form in the language that an application asked for": async ({ address, language }) => {
      const page = `/login/?view=${view}&ui_locales=${language}`;
      const fields = { view, email: address, ...more };
      await sendForm(setup.gateway.jar(), page, fields, ENGLISH);
    },
    "an application": ({ address, headers }) =>
      asApplication(endpoint, { [named]: address, ...posted }, headers),
  } satisfies Record<string, Ask>;
};

const SIGNUP = byPerson("/login/auth/signup/postern", "signup", "/signup", {
  new_password: PASSWORD,
});
const RESET = byPerson("/login/auth/reset/postern", "reset", "/password-reset");
const LOGIN = byPerson("/login/auth/email/postern", "mail", "/email");

const cases = (ways: Record<string, Ask>) =>
  Object.entries(ways).flatMap(([name, ask]) =>
    OTHERS.map((language) => [name, language, ask] as const),
  );

describe("what a person asks for is in the language of their request", () => {
  test.each(cases(SIGNUP))("an address to confirm: %s, %s", async (_, language, ask) => {
    const address = newAddress();
    await ask({ address, language, headers: inLanguage(language) });
    await expectMail(address, "verify", language);
  });

  test.each(cases(SIGNUP))("an address that has an account: %s, %s", async (_, language, ask) => {
    const { address } = await newUser();
    await ask({ address, language, headers: inLanguage(language) });
    await expectMail(address, "account_exists", language);
  });

  test.each(cases(RESET))("a forgotten password: %s, %s", async (_, language, ask) => {
    const { address } = await newUser();
    await ask({ address, language, headers: inLanguage(language) });
    const code = codeIn(await expectMail(address, "reset", language));
    const headers = inLanguage(language);
    const body = { code, password: "another password" };
    const path = "/login/auth/reset/confirm/postern";
    accepted(await postJson(setup.gateway.jar(), path, body, headers));
    await expectMail(address, "password_changed", language);
  });

  test.each(cases(LOGIN))("a code or link to sign in: %s, %s", async (_, language, ask) => {
    const { address } = await newUser();
    await ask({ address, language, headers: inLanguage(language) });
    await expectMail(address, "login", language);
  });

  test.each(OTHERS)("another address of the own account, %s", async (language) => {
    const { address } = await newUser();
    const [next, headers] = [newAddress(), inLanguage(language)];
    await asUser(address, "/me/address", { email: next }, headers);
    const code = codeIn(await expectMail(next, "address_change", language));
    await asUser(address, "/me/address/confirm", { code }, headers);
    await expectMail(address, "address_changed", language);
  });
});

describe("what an administrator sends", () => {
  test.each(OTHERS)("a test and an invitation: the administrator's, %s", async (language) => {
    const [tested, invited, headers] = [newAddress(), newAddress(), inLanguage(language)];
    await asAdministrator("/email/test", { to: tested }, headers);
    await expectMail(tested, "test", language);
    await asAdministrator("/invitations", { people: invited }, headers);
    await expectMail(invited, "invitation", language);
  });

  test("an invitation is in the language that was chosen for the person, also when it is sent again", async () => {
    const address = newAddress();
    const people = { people: address, language: "fr" };
    await asAdministrator("/invitations", people, inLanguage("de"));
    await expectMail(address, "invitation", "fr");
    const { body } = await setup.admin("GET", "/invitations");
    const { id } = body.payload.find((one: { address: string }) => one.address === address);
    await asAdministrator(`/invitations/${id}/send`, {}, inLanguage("de"));
    await expectMail(address, "invitation", "fr");
  });

  test.each(OTHERS)("a new password: the administrator's language, %s", async (language) => {
    const { address, id } = await newUser();
    await asAdministrator(`/users/${id}/password-reset`, {}, inLanguage(language));
    await expectMail(address, "reset_sent", language);
  });

  test.each([
    ["fr-CA", "fr"],
    // One that we have no texts in, and what is no language: the administrator's.
    ["it", "de"],
    [7, "de"],
  ] as const)("a new password, to a person whose locale is %s: %s", async (locale, language) => {
    const { address, id } = await newUser({ locale });
    await asAdministrator(`/users/${id}/password-reset`, {}, inLanguage("de"));
    await expectMail(address, "reset_sent", language);
  });

  test.each(OTHERS)(
    "the preview of a mail is in the administrator's language, %s",
    async (language) => {
      const { body } = await setup.gateway.service.request("POST", "/auth/v1/email/preview", {
        headers: { "content-type": "application/json", ...inLanguage(language) },
        body: JSON.stringify({ settings: {} }),
      });
      expect(body.payload.subject).toBe(mailCatalogues[language].kinds.login.subject);
      expect(body.payload.html).toContain(`<html lang="${language}">`);
    },
  );
});

test.each(OTHERS)("what was changed of an account: the person's request, %s", async (language) => {
  await putSetting(setup.gateway.service, "email", {
    ...(await setup.admin("GET", "/settings/email")).body.payload.value,
    account_changes: true,
  });
  const { address } = await newUser();
  await asUser(address, "/api-keys", { name: "deploy" }, inLanguage(language));
  const { mail } = await expectMail(address, "api_key_added", language);
  expect(mail.text).toContain(mailCatalogues[language].facts.when);
});

/** Each is caused in `account-changes.test.ts`. */
const ACCOUNT_CHANGES = [
  ...["passkey_added", "passkey_removed", "app_added", "app_removed", "recovery_codes_made"],
  ...["recovery_codes_removed", "recovery_code_used", "api_key_added", "api_key_changed"],
  ...["api_key_removed", "sign_in_linked", "sign_in_unlinked", "address_added"],
];

test("no kind of mail is left out above", () => {
  const seen = [
    ...ACCOUNT_CHANGES,
    ...["login", "verify", "account_exists", "reset", "reset_sent", "password_changed"],
    ...["invitation", "address_change", "address_changed", "test"],
  ];
  expect(Object.keys(mailCatalogues.en.kinds).sort()).toEqual(seen.sort());
});
