/** Tells a lost database from a defect, so that the first is a 503 and the second a 500. */
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";

/** Driver codes of a gone connection, and the SQLSTATE classes 08, 53, 57P (shutdown, no resources). */
const GONE = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|CONNECT|08|53|57P|57014)/;

export function isUnavailable(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; depth++) {
    const code = "code" in at ? String(at.code) : "";
    if (GONE.test(code) || /PGlite is (closed|closing)/.test(at.message)) return true;
    at = at.cause;
  }
  return false;
}

/** Runs a database step; a lost database becomes `unavailable`, everything else passes through. */
export async function reachable<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    if (cause instanceof AuthError || !isUnavailable(cause)) throw cause;
    throw new AuthError("unavailable", message("refusal.database"), { cause, retryAfter: 2 });
  }
}
