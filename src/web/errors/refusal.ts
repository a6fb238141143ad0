/** What was thrown, as a refusal: causes go to the log and never to the caller (N-8). */
import { AuthError } from "../../errors.ts";
import { logRefusal } from "../../events/log-refusal.ts";
import type { Logger } from "../../runtime.ts";

/**
 * Our own refusals as they are, everything else as one sentence.
 * @param what what was being done, for the log: "a sign-in request"
 * @param message what a caller reads about a defect
 */
export function refusalOf(error: unknown, log: Logger, what: string, message = ""): AuthError {
  const refusal =
    error instanceof AuthError ? error : new AuthError("server_error", message, { cause: error });
  logRefusal(log, refusal, { what });
  return refusal;
}
