/** Mail over SMTP on the three runtimes, against a real relay: transport security, sign-in, and every way to fail. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMailTransport } from "../../../src/adapters/drivers/smtp.ts";
import type { MailMessage, MailRelay } from "../../../src/runtime/mail.ts";
import { type MailServer, scriptedRelay, startMailServer } from "../../support/smtp.ts";
import { RUNTIMES, type RuntimeName, runScript } from "./support.ts";

const CREDENTIALS = { username: "relay-user", password: "relay password" };
const servers: Record<"none" | "starttls" | "tls", MailServer> = {} as never;
beforeAll(async () => {
  servers.none = await startMailServer();
  servers.starttls = await startMailServer({ security: "starttls", credentials: CREDENTIALS });
  servers.tls = await startMailServer({ security: "tls", credentials: CREDENTIALS });
});
afterAll(async () => {
  for (const server of Object.values(servers)) await server[Symbol.asyncDispose]();
});

const relayOf = (security: MailRelay["security"], more: Partial<MailRelay> = {}): MailRelay => ({
  host: "127.0.0.1",
  port: servers[security].port,
  security,
  ...(security !== "none" && { credentials: CREDENTIALS, insecure: true }),
  ...more,
});

async function send(runtime: RuntimeName, relay: MailRelay, limits?: object): Promise<string> {
  await using script = runScript(
    runtime,
    "smtp.ts",
    JSON.stringify(relay),
    ...(limits ? [JSON.stringify(limits)] : []),
  );
  const line = await script.line(/^(sent|failed)/);
  expect(await script.exit).toBe(0); // nothing stays open
  return line;
}

describe.each(RUNTIMES)("on %s", (runtime) => {
  test.each(["none", "starttls", "tls"] as const)(
    "%s: both parts arrive as they are",
    async (security) => {
      expect(await send(runtime, relayOf(security))).toBe("sent");
      const { from, to, secure, user, mail, raw } = await servers[security].next("ada@example.com");
      expect({ from, to }).toEqual({ from: "id@example.com", to: ["ada@example.com"] });
      expect(secure).toBe(security !== "none");
      expect(user).toBe(security === "none" ? undefined : CREDENTIALS.username);
      expect(mail.from?.value).toEqual([{ name: "Wächter, Ltd.", address: "id@example.com" }]);
      expect(mail.subject).toBe("Größe 🔑 of your code");
      expect(mail.text).toContain("    WDJB-MJHT\n.\nA line with a dot alone, and ünïcödé.");
      expect(mail.html).toBe("<p>Your code: <b>WDJB-MJHT</b></p>");
      expect(mail.messageId).toBe("<0123456789abcdef@example.com>");
      // RFC 3834: vacation programs do not answer it.
      expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      expect(raw.split("\r\n").every((line) => line.length <= 998)).toBe(true);
    },
  );

  test.each(["starttls", "tls"] as const)(
    "%s: a certificate of an unknown authority is refused without the switch",
    async (security) => {
      const before = servers[security].mails.length;
      expect(await send(runtime, relayOf(security, { insecure: false }))).toMatch(/^failed/);
      expect(servers[security].mails.length).toBe(before);
    },
  );
});

const MESSAGE: MailMessage = {
  id: "1@example.com",
  from: { name: "", address: "id@example.com" },
  to: "ada@example.com",
  subject: "s",
  text: "the text of the mail\n",
  html: "<p>the text of the mail</p>",
};
const LIMITS = { deadline: 1_500, connect: 700, silence: 700 };
const transport = createMailTransport(LIMITS);
const failure = (relay: MailRelay): Promise<Error & { permanent?: boolean }> =>
  transport.send(MESSAGE, relay).then(
    () => Promise.reject(new Error("was sent")),
    (error) => error,
  );

describe("a relay that does not take it", () => {
  test("wrong credentials are final, and are in no text", async () => {
    const wrong = { username: CREDENTIALS.username, password: "a wrong secret" };
    const error = await failure(relayOf("tls", { credentials: wrong }));
    expect(error.permanent).toBe(true);
    expect(error.message).toBe("smtp: the relay answered 535 to AUTH PLAIN");
  });

  test("a relay without sign-in gets no mail where credentials are set", async () => {
    const before = servers.none.mails.length;
    await failure(relayOf("none", { credentials: CREDENTIALS }));
    expect(servers.none.mails.length).toBe(before);
  });

  test("STARTTLS that is missing is no reason to go on without", async () => {
    const error = await failure({ ...relayOf("none"), security: "starttls" });
    expect(error.message).toMatch(/STARTTLS/);
  });

  test.each([
    [550, true],
    [450, false],
  ])("a recipient that is refused with %d: another try is useless: %s", async (code, final) => {
    servers.none.refusals.push({ code, text: "ada@example.com: no such mailbox" });
    const error = await failure(relayOf("none"));
    expect(error.permanent).toBe(final);
    expect(error.message).toBe(`smtp: the relay answered ${code} to RCPT TO`);
    expect(error.message).not.toContain("ada");
  });

  test("no relay at this port", async () => {
    await using relay = await scriptedRelay([]);
    const { port } = relay;
    await relay[Symbol.asyncDispose]();
    const error = await failure({ ...relayOf("none"), port });
    expect(error).toMatchObject({
      permanent: false,
      message: expect.stringMatching(/ECONNREFUSED/),
    });
  });

  test("R-6: one that says nothing is given up in time", async () => {
    await using relay = await scriptedRelay([]);
    const error = await failure({ ...relayOf("none"), port: relay.port });
    expect(error).toMatchObject({ permanent: false });
    expect(error.message).toMatch(/in time/);
  });

  test("R-6: one that stops answering in the middle is given up in time", async () => {
    await using relay = await scriptedRelay(["220 hello", "250 hello", "250 ok"]);
    const error = await failure({ ...relayOf("none"), port: relay.port });
    expect(error.message).toMatch(/in time/);
    expect(relay.lines.some((line) => line.startsWith("RCPT TO:<ada@example.com>"))).toBe(true);
  });

  test("R-6: one that keeps talking without an end is given up in time", async () => {
    await using relay = await scriptedRelay([Array(20_000).fill("220-hello").join("\r\n")]);
    const error = await failure({ ...relayOf("none"), port: relay.port });
    expect(error.permanent).not.toBe(true);
  });

  test("one that closes the connection while it takes the mail", async () => {
    await using relay = await scriptedRelay([
      "220 hello",
      "250 hello",
      "250 ok",
      "250 ok",
      "354 go on",
      "close",
    ]);
    const error = await failure({ ...relayOf("none"), port: relay.port });
    expect(error).toMatchObject({ permanent: false });
    expect(error.message).not.toContain("the text of the mail");
  });
});
