/** Tells a lost, full or read-only database from a defect, so that the first are a 503 and the last a 500. */
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";

/** Driver codes of a gone connection, and the SQLSTATE classes 08, 53, 57P (shutdown, no resources). */
const GONE = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|CONNECT|08|53|57P|57014)/;

/** What failed, and what that was caused by. */
function* causes(error: unknown): Generator<{ readonly code: string; readonly message: string }> {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; depth++) {
    yield { code: "code" in at ? String(at.code) : "", message: at.message };
    at = at.cause;
  }
}

const isUnavailable = (error: unknown): boolean =>
  causes(error).some(
    ({ code, message }) => GONE.test(code) || /PGlite is (closed|closing)/.test(message),
  );

/** SQLSTATE `disk_full`, and what the files of the embedded database say. */
const FULL = /^(53100|ENOSPC)$/;

/** Whether a step failed because the disk of the database has no space left. */
export const isFull = (error: unknown): boolean =>
  causes(error).some(
    ({ code, message }) => FULL.test(code) || /No space left on device/i.test(message),
  );

/** SQLSTATE `read_only_sql_transaction`, also when no host of the connection string takes writes. */
const READ_ONLY = "25006";

/** Whether a step failed because the database takes no writes, as a standby does. */
export const isReadOnly = (error: unknown): boolean =>
  causes(error).some(({ code }) => code === READ_ONLY);

/** The refusal for a database that is lost, full or read-only; undefined for a defect. */
export function unavailableFor(cause: unknown): AuthError | undefined {
  const refusal = (id: "database" | "database_full" | "database_read_only", retryAfter: number) =>
    new AuthError("unavailable", message(`refusal.${id}`), { cause, retryAfter });
  if (isFull(cause)) return refusal("database_full", 30);
  if (isReadOnly(cause)) return refusal("database_read_only", 2);
  return isUnavailable(cause) ? refusal("database", 2) : undefined;
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
