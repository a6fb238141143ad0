/** Errors of nodemailer quote what the relay said, addresses included; what is told is code and step alone. */

import { type Message, message } from "../../messages/message.ts";

interface SmtpError {
  /** Of nodemailer, or of the socket below it. */
  readonly code?: unknown;
  /** Of the socket alone, such as `ECONNREFUSED`. */
  readonly originalCode?: unknown;
  /** The relay said no for good: 5yz, but for a bad order of commands. */
  readonly permanent?: unknown;
  /** The step that failed: `CONN`, `AUTH PLAIN`, `MAIL FROM`, `RCPT TO`, `DATA`. */
  readonly command?: unknown;
  /** RFC 5321 §4.2. */
  readonly responseCode?: unknown;
  readonly response?: unknown;
}

/** RFC 3463: the code that follows the status in an answer. */
const ENHANCED = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;
const WORD = /^[A-Z][A-Z0-9_ ]{1,60}$/;

const word = (value: unknown): string | undefined =>
  typeof value === "string" && WORD.test(value) ? value : undefined;

/** One plain sentence, by id as well, and whether another try is useless. */
export function smtpFailure(error: unknown): Error {
  const {
    code,
    originalCode,
    command,
    responseCode,
    response,
    permanent: final,
  } = (error ?? {}) as SmtpError;
  const step = word(command);
  const status = typeof responseCode === "number" && responseCode > 0 ? responseCode : undefined;
  const permanent = final === true || (status === undefined && code === "EAUTH");
  const said = sentence();
  return Object.assign(new Error(said.text), { permanent, said });

  function sentence(): Message {
    if (status !== undefined) {
      const [, enhanced] = typeof response === "string" ? (ENHANCED.exec(response) ?? []) : [];
      const answer = enhanced === undefined ? String(status) : `${status} ${enhanced}`;
      return step === undefined
        ? message("mail.relay.answered", { answer })
        : message("mail.relay.refused", { answer, step });
    }
    if (code === "EABORT" || code === "ETIMEDOUT") return message("mail.relay.late");
    const reason = word(originalCode) ?? word(code) ?? "unknown error";
    return message("mail.relay.unusable", {
      reason: step === undefined ? reason : `${reason}, ${step}`,
    });
  }
}
