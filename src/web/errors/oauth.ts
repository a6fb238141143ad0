/** Refusals of OAuth and OpenID endpoints and of resource servers (RFC 6749 §5.2, RFC 6750 §3). */
import type { ErrorCode } from "../../errors.ts";
import { json, type Reply } from "../reply.ts";

/** Codes that are ours and not the RFC's, in the words of the RFC. */
const STANDARD: Partial<Record<ErrorCode, string>> = {
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

/** The code of a refusal as the RFCs spell it. */
export const oauthCode = (code: ErrorCode): string => STANDARD[code] ?? code;

/** Characters RFC 6749 §5.2 allows in `error_description`. */
export const describable = (text: string) => text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'");

/** @param error absent where a request brought no credential at all (RFC 6750 §3.1) */
export function oauthError(
  status: number,
  error: string | undefined,
  description: string,
  headers: Readonly<Record<string, string>>,
): Reply {
  const body = {
    ...(error && { error }),
    ...(description && { error_description: describable(description) }),
  };
  return json(body, status, headers);
}
