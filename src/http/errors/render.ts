/** Every failure becomes an AuthError; causes go to the log and never to the caller (N-8). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { AuthorizationError } from "../../oauth2/authorization-response.ts";
import type { Logger } from "../../runtime.ts";
import { isUnavailable } from "../../store/availability.ts";
import { prefersHtml } from "../../web/accept.ts";
import type { Family } from "../endpoint.ts";
import { type Answered, toResponse } from "../reply.ts";
import { envelopeError } from "./envelope.ts";
import { oauthError } from "./oauth.ts";
import { pageError } from "./page.ts";
import { redirectError } from "./redirect.ts";

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

function bodyOf(family: Family, refusal: AuthError, request: Request, call?: Call): Answered {
  if (family === "service" || family === "iam") return envelopeError(refusal);
  if (family === "oauth" || !call) return oauthError(refusal, request);
  if (refusal instanceof AuthorizationError) return redirectError(refusal, call);
  // Browsers name HTML; what names nothing gets the JSON of auth-wire 5.9, and a page from a page.
  const html = prefersHtml(request, family === "page");
  return html ? pageError(refusal, call) : oauthError(refusal, request);
}

export function renderError(
  family: Family,
  error: unknown,
  log: Logger,
  request: Request,
  call?: Call,
): Answered {
  const refusal = toAuthError(error);
  if (refusal.status >= 500) logFailure(refusal, log, request, call);
  const answer = bodyOf(family, refusal, request, call);
  if (refusal.retryAfter === undefined) return answer;
  return toResponse(answer, { "Retry-After": String(refusal.retryAfter) });
}
