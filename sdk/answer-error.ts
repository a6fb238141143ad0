/** The error of an answer, normalised and fit to be shown (login-middleware.md, Errors 6; login-session-wire 4.2). */
import { LoginError } from "./login-error.ts";
import type { FactorSetup } from "./types.ts";

const NEUTRAL = "Invalid username or password";
const CREDENTIALS =
  /password not match|user not found|secret not match|invalid (username|user credentials|credentials)/i;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A JSON text inside a text is unwrapped: upstream bodies come as the message of ours. */
function unwrap(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[{"]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const MEMBERS = ["message", "error_description", "error"] as const;

/** The first text of the members, looking into at most three layers of wrapping. */
function findMessage(body: unknown, depth = 3): string {
  const value = unwrap(body);
  if (typeof value === "string") return value.trim();
  if (!isRecord(value) || depth === 0) return "";
  for (const member of MEMBERS) {
    const message = findMessage(value[member], depth - 1);
    if (message !== "") return message;
  }
  return findMessage(value.payload, depth - 1);
}

/** The innermost OAuth error: the body that was wrapped knows better than its wrapping. */
function findCode(body: unknown, depth = 3): string | undefined {
  const value = unwrap(body);
  if (!isRecord(value) || depth === 0) return undefined;
  const inner = findCode(value.message, depth - 1) ?? findCode(value.error, depth - 1);
  if (inner !== undefined) return inner;
  const { error } = value;
  return typeof error === "string" && /^[a-z][a-z0-9_]{0,63}$/.test(error) ? error : undefined;
}

/** One line, bounded, and no markup of some proxy's error page. */
function readable(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return line.startsWith("<") || line.length > 300 ? "" : line;
}

/** What an answer says of a second factor that is to be set up. */
export function readSetup(body: unknown): FactorSetup | undefined {
  const setup = isRecord(body) ? body.setup : undefined;
  return isRecord(setup) && typeof setup.ticket === "string"
    ? (setup as unknown as FactorSetup)
    : undefined;
}

function generic(status: number): string {
  if (status === 429) return "Too many attempts. Wait a moment and try again.";
  return "Sign-in is not available right now. Try again later.";
}

/** `Retry-After` as seconds (RFC 9110 §10.2.3); a date, which our service never sends, is left out. */
export function secondsOf(retryAfter: string | null): number | undefined {
  const seconds = /^\d{1,6}$/.test(retryAfter ?? "") ? Number(retryAfter) : 0;
  return seconds > 0 ? seconds : undefined;
}

/** The error of an answer that was no success; `body` is what came, parsed or as text. */
export function errorOfAnswer(status: number, body: unknown, retryAfter?: number): LoginError {
  const message = readable(findMessage(body));
  const code = findCode(body);
  const bare = status === 401 && (message === "" || /^unauthorized$/i.test(message));
  if (bare || CREDENTIALS.test(message)) return new LoginError(NEUTRAL, status, code, true);
  const setup = readSetup(body);
  const recovery = isRecord(body) && body.recovery === true;
  return new LoginError(
    message || generic(status),
    status,
    code,
    false,
    retryAfter,
    setup,
    recovery,
  );
}
