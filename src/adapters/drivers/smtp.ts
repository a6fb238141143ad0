/** Mail over SMTP (RFC 5321) with nodemailer: one connection per mail, bounded in every step. */
import type { MailMessage, MailRelay, MailTransport } from "../../runtime/mail.ts";
import { encodeBase64 } from "../../std/base64.ts";
import { withDeadline } from "../../std/deadline.ts";
import { smtpFailure } from "./smtp-failure.ts";

/** In milliseconds. */
export interface SmtpLimits {
  /** For the whole conversation, whatever the relay does. */
  readonly deadline: number;
  /** Until the relay greets. */
  readonly connect: number;
  /** Between two answers. */
  readonly silence: number;
}

const LIMITS: SmtpLimits = { deadline: 30_000, connect: 10_000, silence: 20_000 };
/** Longer answers than any relay gives. */
const MAX_ANSWER_BYTES = 16 * 1024;

/** Nothing is opened or loaded before the first mail. */
export function createMailTransport(limits = LIMITS): MailTransport {
  return {
    async send(message, relay) {
      const { createTransport } = await import("nodemailer");
      const transport = createTransport(connectionOptions(relay, limits));
      const signal = AbortSignal.timeout(limits.deadline);
      try {
        await transport.sendMail({ ...headersOf(message), signal });
      } catch (error) {
        throw smtpFailure(error);
      } finally {
        transport.close();
      }
    },
    async verify(relay) {
      const { createTransport } = await import("nodemailer");
      const transport = createTransport(connectionOptions(relay, limits));
      const late = () => {
        throw Object.assign(new Error("late"), { code: "ETIMEDOUT" });
      };
      try {
        await withDeadline(transport.verify(), limits.deadline, late);
      } catch (error) {
        throw smtpFailure(error);
      } finally {
        transport.close();
      }
    },
  };
}

function connectionOptions(relay: MailRelay, { connect, silence }: SmtpLimits) {
  const { host, port, security, credentials, insecure } = relay;
  return {
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    // Plain means plain: an upgrade that the operator did not ask for could fail for its certificate.
    ignoreTLS: security === "none",
    tls: { rejectUnauthorized: insecure !== true },
    ...(credentials && {
      auth: { user: credentials.username, pass: credentials.password },
      // A relay that offers no sign-in must refuse, instead of taking mail without one.
      forceAuth: true,
    }),
    connectionTimeout: connect,
    dnsTimeout: connect,
    greetingTimeout: connect,
    socketTimeout: silence,
    socketCloseTimeout: 1_000,
    maxResponseSize: MAX_ANSWER_BYTES,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 2047 §2: at most 75 characters with the frame, which are 45 bytes in base64. */
const WORD_BYTES = 45;
const encoder = new TextEncoder();

/**
 * A subject as its reader shall see it. nodemailer encodes what is not ASCII, and takes a text of encoded words alone for
 * one that is encoded already: the reader would decode what a person chose as a name. So it is encoded here, whole.
 */
export function asShown(subject: string): string {
  if (!subject.includes("=?")) return subject;
  const words: string[] = [];
  let word = "";
  for (const letter of subject) {
    if (encoder.encode(word + letter).length > WORD_BYTES) {
      words.push(word);
      word = "";
    }
    word += letter;
  }
  return [...words, word]
    .map((text) => `=?UTF-8?B?${encodeBase64(encoder.encode(text))}?=`)
    .join(" ");
}

/** Addresses are objects and the envelope is given: nothing in a mail is parsed for recipients (E-5). */
const headersOf = ({ id, from, to, subject, text, html }: MailMessage) => ({
  messageId: `<${id}>`,
  from,
  to: { name: "", address: to },
  envelope: { from: from.address, to: [to] },
  subject: asShown(subject),
  text,
  html,
  textEncoding: "quoted-printable" as const,
  headers: {
    // RFC 3834 §5: nothing answers this mail by itself.
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
  },
});
