/** Administrators look at mails before they save their texts, and try the relay (auth-wire 5.16; M-1, M-2). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scriptedRelay } from "../../support/smtp.ts";
import { ADDRESS, type MailedService, mailedService, PAGE } from "./support.ts";

let mailed: MailedService;
beforeAll(async () => {
  mailed = await mailedService();
});
afterAll(() => mailed[Symbol.asyncDispose]());

const preview = (body: object) => mailed.service.json("POST", "/auth/v1/email/preview", body);
const sendTest = (to: unknown) => mailed.service.json("POST", "/auth/v1/email/test", { to });

describe("POST /v1/email/preview", () => {
  test("auth-wire 5.16: renders unsaved settings with the sample values", async () => {
    const settings = { subject: "{{ .Code }} for {{ .Email }}", body_template: "{{ .ExpiresIn }}" };
    const { status, body } = await preview({ settings });
    expect(status).toBe(200);
    expect(body.payload).toMatchObject({
      subject: "123456 for user@example.com",
      body: "15m0s",
      data: { email: "user@example.com", code: "123456", magic_link: "", user_alias: [] },
    });
    expect(body.payload).not.toHaveProperty("magic_link");
  });

  test("auth-wire 5.16: with redirect_uri it is the mail with a link, whitelisted or not", async () => {
    const settings = {
      magic_link_subject: "link",
      magic_link_body_template: "{{ .MagicLink }}",
      code_lifetime: "1h",
    };
    const { body } = await preview({
      settings,
      ...{ email: ADDRESS, code: "ABC", client_id: "web", redirect_uri: `${PAGE}?flow=email` },
    });
    const link = `${PAGE}?flow=email&code=ABC`;
    expect(body.payload).toMatchObject({ subject: "link", body: link, magic_link: link });
    expect(body.payload.data).toMatchObject({
      email: ADDRESS,
      client_id: "web",
      expires_in: "1h0m0s",
      redirect_uri: `${PAGE}?flow=email`,
    });
  });

  test("without templates it shows our own mail, in both parts", async () => {
    const { body } = await preview({});
    expect(body.payload.subject).toBe("Your sign-in code");
    expect(body.payload.body).toContain("123456");
    expect(body.payload.html).toMatch(/^<!doctype html>/);
  });

  test.each([
    [{ settings: { code_lifetime: "soon" } }, "invalid code_lifetime"],
    [{ settings: { subject: "{{ .Nothing }}" } }, "cannot render email preview"],
    [{ settings: { body_template: "{{ if }}" } }, "cannot render email preview"],
    [{ settings: { body_template: "x".repeat(20_000) } }, "cannot render email preview"],
    [{ settings: { smtp: 5 } }, "cannot decode email preview"],
    [{ email: 5 }, "cannot decode email preview"],
    [{ redirect_uri: "javascript:alert(1)" }, "cannot decode email preview"],
  ])("auth-wire 5.16: %j is 400 and names the member", async (body, message) => {
    const answer = await preview(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
    expect(answer.body.error).toEqual(expect.any(String));
  });

  test("M-1, M-2: hostile templates end, and hostile values are escaped", async () => {
    const loop = `{{ define "x" }}{{ template "x" . }}{{ end }}{{ template "x" . }}`;
    expect((await preview({ settings: { body_template: loop } })).status).toBe(400);
    const email = '"><img src=x onerror=alert(1)>@example.com\r\nBcc: eve@example.com';
    const settings = { subject: "{{ .Email }}", body_template: "{{ .Email }}" };
    for (const body of [{ email, settings }, { email }]) {
      const { payload } = (await preview(body)).body;
      expect(payload.html).not.toContain("<img");
      expect(payload.subject).not.toMatch(/[\r\n]/);
    }
  });
});

describe("POST /v1/email/test", () => {
  test("sends at once by the saved settings", async () => {
    const { status, body } = await sendTest(ADDRESS);
    expect({ status, body }).toEqual({
      status: 200,
      body: { payload: { message: "mail sent" } },
    });
    const { mail } = await mailed.relay.next(ADDRESS);
    expect(mail.subject).toBe("Test email");
  });

  test("says what the relay answered, once, and nothing else of it", async () => {
    mailed.relay.refusals.push({ code: 550, text: "ada@example.com is not here" });
    const { status, body } = await sendTest(ADDRESS);
    expect(status).toBe(503);
    expect(body).toEqual({
      message: "the mail was not sent",
      error: "smtp: the relay answered 550 to RCPT TO",
      messages: [
        {
          id: "mail.relay.refused",
          values: { answer: "550", step: "RCPT TO" },
          text: "smtp: the relay answered 550 to RCPT TO",
        },
      ],
    });
  });

  test("tells a relay that is not there", async () => {
    await using gone = await scriptedRelay([]);
    const { port } = gone;
    await gone[Symbol.asyncDispose]();
    await mailed.settings({ smtp: { host: "127.0.0.1", port } });
    const { status, body } = await sendTest(ADDRESS);
    expect(status).toBe(503);
    expect(body.error).toMatch(/ECONNREFUSED/);
    await mailed.settings({ smtp: { host: "" } });
    expect((await sendTest(ADDRESS)).body.message).toBe("email delivery is not configured");
    await mailed.settings();
  });

  test.each(["", "ada", "a@example.com, b@example.com", 5])("E-5: %j is 400", async (to) => {
    expect((await sendTest(to)).status).toBe(400);
  });
});
