/** People are told by mail what was changed of the ways into their account, by every way to the change (ADR 0107). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { type MailKind, mailCatalogues } from "../../support/inside.ts";
import { CREDENTIALS, passkeyTalk } from "../../support/passkeys.ts";
import { testRuntime } from "../../support/runtime.ts";
import { type MailServer, type ReceivedMail, startMailServer } from "../../support/smtp.ts";
import { putSetting } from "../../support/tokens.ts";
import { enroll } from "../../support/totp.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SMTP = { from: "Example <id@example.com>", sending: { unlimited: true } };

let service: TestAuth;
let relay: MailServer;
let count = 0;
/** Of the person of this test. */
let address = "";
let id = "";

const settings = (more: object = {}) =>
  putSetting(service, "email", {
    ...{ ...SMTP, account_changes: true, smtp: { host: "127.0.0.1", port: relay.port } },
    ...more,
  });
beforeAll(async () => {
  relay = await startMailServer();
  service = await testAuth({}, testRuntime({ now: Date.UTC(2030, 0, 1) }));
  await putSetting(service, "oauth2", { base_url: ORIGIN });
  await putSetting(service, "api_key", { self_service: true });
  await service.createUser({ alias: ["boss"], details: { name: "Boss" } });
  await putSetting(service, "accounts", { self_service: { address: true } });
});
beforeEach(async () => {
  await settings();
  address = `person-${++count}@example.com`;
  id = await service.createUser({ alias: [address], details: { name: "Ada", email: address } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await relay[Symbol.asyncDispose]();
});

/** As the person, in a browser. */
const self = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
  service.request(method, `/auth/v1${path}`, {
    headers: {
      ...{ "x-user": address, "user-agent": FIREFOX, "content-type": "application/json" },
      ...more,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
/** As an administrator: the plane is open. */
const admin = (method: string, path: string, body?: unknown) =>
  service.json(method, `/auth/v1${path}`, body, "boss");
const done = ({ status, text }: Answer) => expect(status, text).toBe(200);

async function told(kind: MailKind, to = address, language: "en" | "de" | "fr" = "en") {
  const received = await relay.next(to);
  expect(received.mail.subject).toBe(mailCatalogues[language].kinds[kind].subject);
  return received;
}
const textOf = ({ mail }: ReceivedMail) => mail.text ?? "";

/** No mail is on its way to the person: one that is asked for now is the next. */
async function toldNothing(to = address): Promise<void> {
  done(await admin("POST", "/email/test", { to }));
  await told("test", to);
}

describe("what a person changes themselves is told with time, browser and a part of the network", () => {
  test("an authenticator app, new recovery codes, a used one, and the removal", async () => {
    const app = await enroll(service, address);
    const added = textOf(await told("app_added"));
    expect(added).toMatch(/^When: \w+ \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M UTC$/m);
    expect(added).toContain(`${ORIGIN}/auth/ui/account`);
    expect(added).toContain("If this was not you");
    done(await self("POST", "/totp/recovery", { code: app.fresh() }));
    const made = textOf(await told("recovery_codes_made"));
    expect(made).toContain("Browser: Firefox on Linux");
    done(await self("DELETE", "/totp", { code: app.fresh() }));
    await told("app_removed");
  });

  test("an app that was only begun is no news", async () => {
    done(await self("POST", "/totp/register", {}));
    await toldNothing();
  });

  test("a passkey, recovery codes beside it, one that is used, and their removal", async () => {
    const talk = passkeyTalk(service);
    await talk.register(address, {}, { name: "Laptop" });
    expect(textOf(await told("passkey_added"))).toContain("Laptop");
    const codes = await self("POST", "/totp/recovery", {});
    await told("recovery_codes_made");
    const [code = ""] = codes.body.payload.recovery_codes;
    done(await self("POST", "/totp/recovery", { code }));
    expect(textOf(await told("recovery_code_used"))).toContain("Codes left: 7.");
    await told("recovery_codes_made");
    done(await admin("DELETE", `/users/${id}/totp`));
    await told("recovery_codes_removed");
    const { body } = await talk.send("GET", CREDENTIALS, undefined, address);
    done(await self("DELETE", `/passkey/credentials/${body.payload[0].id}`));
    expect(textOf(await told("passkey_removed"))).toContain("Laptop");
  });

  test("an API key", async () => {
    const made = await self("POST", "/api-keys", { name: "deploy" });
    expect(textOf(await told("api_key_added"))).toContain("deploy");
    done(await self("DELETE", `/api-keys/${made.body.payload.id}`));
    await told("api_key_removed");
  });
});

describe("what an administrator does is told without who and where they are", () => {
  const secretive = (received: ReceivedMail) => {
    const text = textOf(received);
    expect(text).toContain("By: an administrator");
    expect(text).not.toMatch(/boss|Browser:|Network:/);
  };

  test("a password, by each method", async () => {
    done(await admin("PATCH", `/users/${id}`, { details: { password: "another password" } }));
    secretive(await told("password_changed"));
    const details = { name: "Ada", email: address, password: "a third password" };
    done(await admin("PUT", `/users/${id}`, { alias: [address], local: true, details }));
    secretive(await told("password_changed"));
  });

  test("the removal of an app", async () => {
    await enroll(service, address);
    await told("app_added");
    done(await admin("DELETE", `/users/${id}/totp`));
    secretive(await told("app_removed"));
  });

  test("an API key, and what it may do; not its description", async () => {
    const { body } = await admin("POST", "/api-key-principals", { name: "import", user_id: id });
    secretive(await told("api_key_added"));
    const key = `/api-key-principals/${body.payload.id}`;
    done(await admin("PATCH", key, { description: "for the import" }));
    await toldNothing();
    done(await admin("PATCH", key, { permission_ids: [] }));
    secretive(await told("api_key_changed"));
    done(await admin("DELETE", key));
    secretive(await told("api_key_removed"));
  });

  test("another address: the old one is told, and an added one is told to the account", async () => {
    const next = `next-${count}@example.com`;
    done(await admin("PATCH", `/users/${id}`, { alias: [address, next] }));
    const added = await told("address_added");
    secretive(added);
    expect(textOf(added)).toContain(next);
    done(await admin("PATCH", `/users/${id}`, { alias: [next], details: { email: next } }));
    secretive(await told("address_changed"));
    await toldNothing(next);
  });

  test("a name, a role, a picture, a new user and a deletion are no news", async () => {
    done(await admin("PATCH", `/users/${id}`, { details: { name: "Grace" }, description: "x" }));
    await toldNothing();
    done(await admin("DELETE", `/users/${id}`));
    await toldNothing();
  });
});

describe("who is told, and how often", () => {
  const newPassword = (password: string) =>
    admin("PATCH", `/users/${id}`, { details: { password } });

  test.each(["de", "fr"] as const)("in the language of the person: %s", async (locale) => {
    const details = { email: address, locale, password: "another password" };
    done(await admin("PATCH", `/users/${id}`, { details }));
    const text = textOf(await told("password_changed", address, locale));
    expect(text).toContain(mailCatalogues[locale].facts.administrator);
    expect(text).toContain(mailCatalogues[locale].facts.when);
  });

  test("off, nothing is sent but what was always told", async () => {
    await settings({ account_changes: false });
    done(await newPassword("another password"));
    await enroll(service, address);
    await toldNothing();
  });

  test("without a relay, and without an address, the change is made all the same", async () => {
    await putSetting(service, "email", { account_changes: true });
    done(await newPassword("another password"));
    await settings();
    const alias = `no-address-${count}`;
    const user = await service.createUser({ alias: [alias], details: { name: "x" } });
    done(await admin("PATCH", `/users/${user}`, { details: { password: "another password" } }));
    await toldNothing();
  });

  test("attack: five of a kind within an hour, and many of one kind hide no other", async () => {
    for (let time = 0; time < 8; time++) done(await newPassword(`password number ${time}`));
    for (let time = 0; time < 5; time++) await told("password_changed");
    await enroll(service, address);
    await told("app_added");
    await toldNothing();
    service.runtime.advance(3_600_001);
    done(await newPassword("one more password"));
    await told("password_changed");
  });

  test("attack: no name of an account keeps its act untold, and a name is text", async () => {
    await service.createUser({ alias: ["system"], details: { name: "s" } });
    const path = `/auth/v1/users/${id}`;
    const body = { details: { password: "another password" } };
    done(await service.json("PATCH", path, body, "system"));
    await told("password_changed");
    await admin("POST", "/api-key-principals", { name: "<b>x</b>", user_id: id });
    const { mail } = await told("api_key_added");
    expect(mail.html).toContain("&lt;b&gt;x&lt;/b&gt;");
  });

  test("attack: a host that a request names is in no mail", async () => {
    await service.request("PATCH", `/auth/v1/users/${id}`, {
      headers: {
        ...{ "x-user": "boss", "content-type": "application/json" },
        ...{ host: "evil.example.com", "x-forwarded-host": "evil.example.com" },
      },
      body: JSON.stringify({ details: { password: "another password" } }),
    });
    expect((await told("password_changed")).raw).not.toContain("evil");
  });
});

test("ADR 0117: a copy that keeps still tells people nothing", async () => {
  const change = async (password: string) =>
    done(await admin("PATCH", `/users/${id}`, { details: { email: address, password } }));
  await putSetting(service, "outgoing", { held: true });
  await change("another password of mine");
  await putSetting(service, "outgoing", { held: false });
  await change("a third password of mine");
  await relay.next(address);
  expect(relay.mails.filter(({ to }) => to.includes(address))).toHaveLength(1);
});
