/** Every failure becomes an AuthError; causes go to the log and never to the caller (N-8). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { Logger } from "../../runtime.ts";
import { isUnavailable } from "../../store/availability.ts";
import type { Family } from "../endpoint.ts";
import { envelopeError } from "./envelope.ts";
import { oauthError } from "./oauth.ts";

/** What was thrown, as a refusal: a lost database is a 503, a defect a 500 without details. */
export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (isUnavailable(error)) {
    return new AuthError("unavailable", "the database is not reachable", {
      cause: error,
      retryAfter: 2,
    });
  }
  return new AuthError("server_error", "internal server error", { cause: error });
}

/** A refusal that says it all ("starting") is a warning; what has a cause behind it is an error. */
function logFailure(refusal: AuthError, log: Logger, request: Request, call?: Call): void {
  const fields = {
    method: request.method,
    path: new URL(request.url).pathname,
    status: refusal.status,
    reason: refusal.message,
    ...(call?.connection.requestId && { request_id: call.connection.requestId }),
  };
  if (refusal.cause === undefined) log.warn("request refused", fields);
  else log.error("request failed", { ...fields, error: refusal.cause });
}

export function renderError(
  family: Family,
  error: unknown,
  log: Logger,
  request: Request,
  call?: Call,
): Response {
  const refusal = toAuthError(error);
  if (refusal.status >= 500) logFailure(refusal, log, request, call);
  const response = family === "oauth" ? oauthError(refusal, request) : envelopeError(refusal);
  if (refusal.retryAfter !== undefined) {
    response.headers.set("Retry-After", String(refusal.retryAfter));
  }
  return response;
}
