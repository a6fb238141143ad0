/** What an upstream's refusal becomes (login-session-wire 3.14; L-W15; B-11). */
import {
  AuthError,
  FactorSetupRequired,
  PasskeyRequired,
  PasswordChangeRequired,
  type Sentence,
} from "../errors.ts";
import { message as messageOf } from "../messages/message.ts";
import { displayText } from "../std/display-text.ts";

/** RFC 6749 §5.2: what an error code consists of. */
const CODE = /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,64}$/;
const MAX_TEXT_LENGTH = 300;

const textMember = (value: object, name: string): string | undefined => {
  const member: unknown = Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
  return typeof member === "string" && member !== ""
    ? displayText(member, MAX_TEXT_LENGTH)
    : undefined;
};

/** 500 for everything but a refusal: no connection, no answer in time, a redirect, an unusable success. */
const statusOf = (status: number | undefined): number =>
  status !== undefined && status >= 400 && status <= 599 ? status : 500;

/** The provider did not answer, or not with anything that makes sense. */
export const upstreamFailure = (message: string | Sentence, cause?: unknown): AuthError =>
  new AuthError("server_error", message, { status: 500, cause });

/** The text of a body that is not an error object is not passed on: it may contain anything (N-8). */
export function upstreamError(status: number | undefined, body: unknown): AuthError {
  const plain = new AuthError("server_error", messageOf("upstream.refused"), {
    status: statusOf(status),
  });
  if (typeof body !== "object" || body === null) return plain;
  const given = textMember(body, "error");
  const code = given !== undefined && CODE.test(given) ? given : undefined;
  const message =
    textMember(body, "error_description") ?? textMember(body, "message") ?? code ?? plain.message;
  return new AuthError("server_error", message, {
    status: statusOf(status),
    ...(code !== undefined && { detail: code }),
  });
}

/** A refusal of the instance in this process in the same form: its code is the `error` member. */
export function inProcessError(error: unknown): unknown {
  if (error instanceof FactorSetupRequired) {
    return new FactorSetupRequired(error.message, error.setup, { detail: error.code });
  }
  if (error instanceof PasskeyRequired) {
    return new PasskeyRequired(error.message, error.recovers, { detail: error.code });
  }
  if (!(error instanceof AuthError) || error instanceof PasswordChangeRequired) return error;
  const { code, message, messages, status, retryAfter, cause } = error;
  return new AuthError(code, message, {
    status,
    detail: code,
    messages,
    cause,
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

const MISMATCH = /^(password not match|user not found|secret not match)$/i;
/** Refusals that say nothing about an account. */
const OPEN: ReadonlySet<string> = new Set([
  "mfa_required",
  "mfa_setup_required",
  "password_change_required",
  "passkey_required",
  "invalid_client",
]);

/** One text and one status for unknown user, wrong password, disabled and locked. */
export function neutralMismatch(error: unknown): unknown {
  if (!(error instanceof AuthError)) return error;
  const { detail = "", status, message } = error;
  if (OPEN.has(detail)) return error;
  if (detail !== "invalid_grant" && status !== 401 && !MISMATCH.test(message)) return error;
  return new AuthError("unauthenticated", "invalid username or password", {
    status: 401,
    detail: "invalid_grant",
    cause: error,
  });
}
