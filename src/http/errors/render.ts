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

export function renderError(
  family: Family,
  error: unknown,
  log: Logger,
  request: Request,
  call?: Call,
): Response {
  const refusal = toAuthError(error);
  if (refusal.status >= 500) {
    log.error("request failed", {
      method: request.method,
      path: new URL(request.url).pathname,
      status: refusal.status,
      reason: refusal.message,
      ...(call?.connection.requestId && { request_id: call.connection.requestId }),
      error: refusal.cause ?? refusal,
    });
  }
  const response = family === "oauth" ? oauthError(refusal, request, call) : envelopeError(refusal);
  if (refusal.retryAfter !== undefined) {
    response.headers.set("Retry-After", String(refusal.retryAfter));
  }
  return response;
}
