/** `smtp.ts RELAY` hands one mail to the relay and prints `sent`, or `failed` with what the driver tells. */
import process from "node:process";
import { createRuntime } from "../../../../src/adapters/current.ts";
import { createMailTransport } from "../../../../src/adapters/drivers/smtp.ts";
import type { MailMessage, MailRelay } from "../../../../src/runtime/mail.ts";

const [relay = "{}", limits] = process.argv.slice(2);
const message: MailMessage = {
  id: "0123456789abcdef@example.com",
  from: { name: "Wächter, Ltd.", address: "id@example.com" },
  to: "ada@example.com",
  subject: "Größe 🔑 of your code",
  text: "Your code:\n\n    WDJB-MJHT\n.\nA line with a dot alone, and ünïcödé.\n",
  html: "<p>Your code: <b>WDJB-MJHT</b></p>",
};

const { mailer } = await createRuntime();
const transport = limits ? createMailTransport(JSON.parse(limits)) : mailer;
try {
  await transport?.send(message, JSON.parse(relay) as MailRelay);
  console.log("sent");
} catch (error) {
  const { message: text, permanent } = error as Error & { permanent?: boolean };
  console.log(`failed ${permanent} ${text}`);
}
