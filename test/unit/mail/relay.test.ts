import { expect, test } from "vitest";
import { deliveryOf, requireDelivery } from "../../../src/mail/relay.ts";
import type { MailTransport } from "../../../src/runtime/mail.ts";
import { parseSetting } from "../../../src/settings/index.ts";

const mailer: MailTransport = { send: async () => undefined };

function settingsOf(smtp: object, members: object = { from: "id@example.com" }) {
  const parsed = parseSetting("email", { ...members, smtp });
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

test.each([
  [{ host: "smtp.example.com" }, { host: "smtp.example.com", port: 587, security: "none" }],
  [
    { host: "smtp.example.com", tls: true },
    { port: 465, security: "tls" },
  ],
  [
    { host: "smtp.example.com", starttls: true },
    { port: 587, security: "starttls" },
  ],
  [
    { host: "smtp.example.com", starttls: true, tls: true },
    { port: 465, security: "tls" },
  ],
  [{ host: "smtp.example.com", port: 25 }, { port: 25 }],
  [{ host: "smtp.example.com:2525" }, { host: "smtp.example.com", port: 2525 }],
  [{ host: "[::1]" }, { host: "::1", port: 587 }],
  [{ host: "x.example", insecure_skip_verify: true }, { insecure: true }],
  [
    { host: "x.example", username: "id", password: "p" },
    { credentials: { username: "id", password: "p" } },
  ],
])("auth-wire 4.2: %j", (smtp, relay) => {
  expect(deliveryOf(settingsOf(smtp), { mailer })).toMatchObject({ relay });
});

test("no_auth sends no credentials", () => {
  const settings = settingsOf({ host: "x.example", username: "id", password: "p", no_auth: true });
  const delivery = deliveryOf(settings, { mailer });
  expect(typeof delivery === "object" && delivery.relay.credentials).toBe(undefined);
});

test("the username of the relay is the sender where `from` is empty and it is an address", () => {
  const named = settingsOf({ host: "x.example", username: "id@example.com" }, {});
  expect(deliveryOf(named, { mailer })).toMatchObject({ sender: { address: "id@example.com" } });
  const other = settingsOf({ host: "x.example", username: "relay-user" }, {});
  expect(deliveryOf(other, { mailer })).toBe("no_sender");
});

test("without a host, and on a runtime that cannot send, there is no delivery, and 503 says why", () => {
  expect(deliveryOf(settingsOf({}), { mailer })).toBe("off");
  expect(() => requireDelivery(settingsOf({}), { mailer })).toThrow(
    "email delivery is not configured",
  );
  const settings = settingsOf({ host: "x.example" });
  expect(deliveryOf(settings, {})).toBe("no_transport");
  expect(() => requireDelivery(settings, {})).toThrow("mail is not available on this runtime");
});
