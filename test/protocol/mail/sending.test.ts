/** Mail of a service through a real relay: sent behind the answer, tried again, told as events and in health. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuthEvent } from "../../../src/index.ts";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import {
  durationOf,
  type Mail,
  MailLine,
  Outbox,
  sendMail,
  sendPrepared,
} from "../../support/inside.ts";
import { type MailServer, nextEvent, scriptedRelay, startMailServer } from "../../support/smtp.ts";

const CODE = "WDJB-MJHT";
const mailTo = (to: string, kind: Mail["kind"] = "login"): Mail => ({
  kind,
  to,
  values: { code: CODE, lifetime: durationOf(900_000), user_id: "01U", client_id: "web" },
});

let service: TestAuth;
let relay: MailServer;
const heard: AuthEvent[] = [];
beforeAll(async () => {
  relay = await startMailServer();
  service = await testAuth();
  (await service.auth.service).events.subscribe((event) => heard.push(event));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await relay[Symbol.asyncDispose]();
});
beforeEach(async () => {
  // A password that is stored would go along to a relay of another name.
  await service.json("DELETE", "/auth/v1/settings/email");
  await putRelay({});
  heard.length = 0;
  service.runtime.lines.length = 0;
});

async function putRelay(smtp: object, members: object = { from: "Example <id@example.com>" }) {
  const value = { ...members, smtp: { host: "127.0.0.1", port: relay.port, ...smtp } };
  const { status, text } = await service.json("PUT", "/auth/v1/settings/email", { value });
  expect(status, text).toBe(200);
}
const internals = () => service.auth.service;
const told = () => JSON.stringify([heard, service.runtime.lines]);

describe("a mail", () => {
  test("E-5: goes to one envelope recipient, from the sender of the settings, with both parts", async () => {
    sendMail(await internals(), mailTo("ada@example.com"));
    const { from, to, mail } = await relay.next("ada@example.com");
    expect({ from, to }).toEqual({ from: "id@example.com", to: ["ada@example.com"] });
    expect(mail.from?.value).toEqual([{ name: "Example", address: "id@example.com" }]);
    expect(mail.subject).toBe("Your sign-in code");
    expect(mail.text).toContain(CODE);
    expect(mail.html).toContain(CODE);
  });

  test("C-6: is an event and a line that name neither address nor code", async () => {
    const { events } = await internals();
    const sent = nextEvent(events, "mail.sent");
    sendMail(await internals(), mailTo("grace.hopper@example.com"));
    expect(await sent).toEqual({
      type: "mail.sent",
      kind: "login",
      domain: "example.com",
      subject: "01U",
      client_id: "web",
      tries: 1,
    });
    expect(service.runtime.lines).toContainEqual(
      expect.objectContaining({ level: "info", message: "mail sent" }),
    );
    expect(told()).not.toContain("grace");
    expect(told()).not.toContain(CODE);
  });

  test("E-5: an address that is none is not sent to, and the relay is not asked", async () => {
    const { events } = await internals();
    const failed = nextEvent(events, "mail.failed");
    sendMail(await internals(), mailTo("ada@example.com\r\nRCPT TO:<eve@example.com>"));
    expect(await failed).toMatchObject({ again: false, tries: 0 });
    expect(relay.mails.flatMap(({ to }) => to)).not.toContain("eve@example.com");
  });

  test.each(["Name", "ClientID", "UserID"])(
    "E-5: a line end in %s ends up in no header and adds no recipient",
    async (member) => {
      const subject = `Hello {{ .${member} }}`;
      await putRelay({}, { from: "id@example.com", subject });
      const value = "x\r\nBcc: eve@example.com\r\nContent-Type: text/plain\r\n\r\ninjected";
      const mail = mailTo("ada@example.com");
      const names = { Name: "name", ClientID: "client_id", UserID: "user_id" } as const;
      const values = { ...mail.values, [names[member as keyof typeof names]]: value };
      sendMail(await internals(), { ...mail, values });
      const { to, mail: parsed, raw } = await relay.next("ada@example.com");
      expect(to).toEqual(["ada@example.com"]);
      expect(parsed.bcc).toBeUndefined();
      expect(parsed.subject).toMatch(/^Hello x Bcc: eve@example.com/);
      expect(raw).not.toMatch(/^(Bcc|injected)/m);
    },
  );

  test("its work begins behind the answer, and may find that there is no mail", async () => {
    const steps: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    sendPrepared(await internals(), async () => {
      steps.push("prepared");
      resolve();
      return undefined;
    });
    steps.push("answered");
    await promise;
    expect(steps).toEqual(["answered", "prepared"]);
  });
});

describe("a relay that fails", () => {
  test("is tried three times, with one message", async () => {
    const outbox = new Outbox(await internals(), new MailLine([0, 0]));
    relay.refusals.push({ code: 450, text: "later" }, { code: 451, text: "later" });
    outbox.add(async () => mailTo("tries@example.com"));
    await relay.next("tries@example.com");
    await outbox[Symbol.asyncDispose]();
    const tries = heard.map((event) => [event.type, "again" in event && event.again]);
    expect(tries).toEqual([
      ["mail.failed", true],
      ["mail.failed", true],
      ["mail.sent", false],
    ]);
    expect(outbox.state).toMatchObject({ waiting: 0, sent: 1, failed: 0, failing: undefined });
  });

  test("that says no for good is not asked again, and what it says is not told", async () => {
    const outbox = new Outbox(await internals(), new MailLine([0, 0]));
    relay.refusals.push({ code: 550, text: "no.such.person@example.com is unknown" });
    outbox.add(async () => mailTo("no.such.person@example.com"));
    await outbox[Symbol.asyncDispose]();
    expect(heard).toEqual([
      expect.objectContaining({
        type: "mail.failed",
        again: false,
        tries: 1,
        reason: "smtp: the relay answered 550 to RCPT TO",
      }),
    ]);
    expect(told()).not.toContain("no.such.person");
  });

  test("R-6: that is down does not keep a caller waiting", async () => {
    await using hanging = await scriptedRelay([]);
    await putRelay({ port: hanging.port });
    sendMail(await internals(), mailTo("ada@example.com"));
    const { status } = await service.json("GET", "/auth/v1/info");
    expect(status).toBe(200);
    await expect.poll(hanging.connections).toBe(1);
    await hanging[Symbol.asyncDispose]();
  });
});

describe("health", () => {
  const mailHealth = async () => (await service.auth.health()).detail;

  test("tells the state, how many were sent, and the last failure without an address", async () => {
    const { mail: before } = await mailHealth();
    const { events } = await internals();
    relay.refusals.push({ code: 550, text: "no" });
    const failed = nextEvent(events, "mail.failed");
    sendMail(await internals(), mailTo("health@example.com"));
    await failed;
    const { mail: failing, warnings, messages } = await mailHealth();
    expect(failing).toMatchObject({
      state: "failing",
      failed: before.failed + 1,
      last_failure: { reason: "smtp: the relay answered 550 to RCPT TO" },
    });
    expect(warnings).toContainEqual(expect.stringContaining("the last try failed"));
    expect(messages).toContainEqual({
      id: "mail.failed.refused",
      values: { answer: "550", step: "RCPT TO" },
      text: "mail: the last try failed: smtp: the relay answered 550 to RCPT TO",
    });
    const sent = nextEvent(events, "mail.sent");
    sendMail(await internals(), mailTo("health@example.com"));
    await sent;
    const { mail: ready } = await mailHealth();
    expect(ready).toMatchObject({ state: "ready", sent: before.sent + 1 });
    expect(ready).not.toHaveProperty("last_failure");
  });

  test("is off without a relay, and says when the sender is no address", async () => {
    await putRelay({ host: "" }, {});
    expect((await mailHealth()).mail.state).toBe("off");
    const call = async () => sendMail(await internals(), mailTo("ada@example.com"));
    await expect(call()).rejects.toMatchObject({
      status: 503,
      message: "email delivery is not configured",
    });
    await putRelay({}, { from: "Example" });
    const { mail, warnings } = await mailHealth();
    expect(mail.state).toBe("unavailable");
    expect(warnings).toContainEqual(expect.stringContaining("email.from is no address"));
  });

  test("warns of a password that is sent without TLS", async () => {
    await putRelay({ username: "id", password: "p" });
    expect((await mailHealth()).warnings).toContain(
      "email.smtp: the password of the relay is sent without TLS: turn on tls or starttls",
    );
  });
});
