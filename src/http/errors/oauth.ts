/** The one file that renders errors of OAuth and OpenID endpoints (RFC 6749 §5.2, RFC 6750 §3). */
import type { AuthError } from "../../errors.ts";
import { json } from "../envelope.ts";
import type { Reply } from "../reply.ts";

/** Codes that are ours and not the RFC's, in the words of the RFC. */
const STANDARD: Partial<Record<AuthError["code"], string>> = {
  payload_too_large: "invalid_request",
  unsupported_media_type: "invalid_request",
  request_timeout: "invalid_request",
  uri_too_long: "invalid_request",
  headers_too_large: "invalid_request",
  method_not_allowed: "invalid_request",
  not_found: "invalid_request",
  conflict: "invalid_request",
  forbidden: "access_denied",
  unavailable: "temporarily_unavailable",
  too_many_requests: "temporarily_unavailable",
};

/** Characters RFC 6749 §5.2 allows in `error_description`. */
export const describable = (text: string) => text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'");

function challenge(error: AuthError, request: Request): Record<string, string> {
  if (error.status !== 401) return {};
  if (error.code === "invalid_token") {
    return { "WWW-Authenticate": `Bearer realm="oauth2", error="invalid_token"` };
  }
  if (error.code === "unauthenticated") return { "WWW-Authenticate": `Bearer realm="oauth2"` };
  const usedBasic = /^basic\b/i.test(request.headers.get("authorization") ?? "");
  return error.code === "invalid_client" && usedBasic
    ? { "WWW-Authenticate": `Basic realm="oauth2", charset="UTF-8"` }
    : {};
}

export function oauthError(error: AuthError, request: Request): Reply {
  const text = [error.message, error.detail].filter(Boolean).join(": ");
  // RFC 6750 §3.1: without any credential there is no error code; `invalid_request` would mean a 400.
  const code = error.code === "unauthenticated" ? undefined : error.code;
  const body = {
    ...(code && { error: STANDARD[code] ?? code }),
    ...(text && { error_description: describable(text) }),
  };
  return json(body, error.status, { Pragma: "no-cache", ...challenge(error, request) });
}
