/** Tells a lost database from a defect, so that the first is a 503 and the second a 500. */
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";

/** Driver codes of a gone connection, and the SQLSTATE classes 08, 53, 57P (shutdown, no resources). */
const GONE = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|CONNECT|08|53|57P|57014)/;

function isUnavailable(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; depth++) {
    const code = "code" in at ? String(at.code) : "";
    if (GONE.test(code) || /PGlite is (closed|closing)/.test(at.message)) return true;
    at = at.cause;
  }
  return false;
}

/** SQLSTATE `disk_full`, and what the files of the embedded database say. */
const FULL = /^(53100|ENOSPC)$/;

/** Whether a step failed because the disk of the database has no space left. */
export function isFull(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; depth++) {
    if (
      FULL.test("code" in at ? String(at.code) : "") ||
      /No space left on device/i.test(at.message)
    )
      return true;
    at = at.cause;
  }
  return false;
}

/** The refusal for a database that is lost or full; undefined for a defect. */
export function unavailableFor(cause: unknown): AuthError | undefined {
  if (isFull(cause)) {
    return new AuthError("unavailable", message("refusal.database_full"), {
      cause,
      retryAfter: 30,
    });
  }
  return isUnavailable(cause)
    ? new AuthError("unavailable", message("refusal.database"), { cause, retryAfter: 2 })
    : undefined;
}

/** Runs a database step; a lost database becomes `unavailable`, everything else passes through. */
export async function reachable<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    if (cause instanceof AuthError) throw cause;
    throw unavailableFor(cause) ?? cause;
  }
}
