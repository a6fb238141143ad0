/** Answers that travel through the browser (RFC 6749 §4.1.2; `iss` of RFC 9207; Z-4, Z-10). */
import type { Call } from "../call.ts";
import { AuthError, type AuthErrorOptions } from "../errors.ts";
import { appendQuery } from "../std/url-query.ts";
import type { VerifiedRedirect } from "./clients/redirect-uri.ts";

/** Where the answer goes and what every answer repeats. */
export interface ReturnAddress {
  readonly redirect: VerifiedRedirect;
  readonly state?: string;
  readonly iss: string;
}

export const returnAddress = (
  call: Call,
  redirect: VerifiedRedirect,
  state: string | undefined,
): ReturnAddress => ({ redirect, iss: call.issuer, ...(state !== undefined && { state }) });

/** RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6 and its Unmet Authentication Requirements, RFC 8707 §2. */
const CODES = [
  "invalid_request",
  "unauthorized_client",
  "access_denied",
  "unsupported_response_type",
  "invalid_scope",
  "invalid_target",
  "request_not_supported",
  "request_uri_not_supported",
  "login_required",
  "consent_required",
  "interaction_required",
  "unmet_authentication_requirements",
  "server_error",
] as const satisfies readonly AuthError["code"][];

/** A refusal that is answered to the client. Nothing else may become a redirect (Z-1). */
export class AuthorizationError extends AuthError {
  readonly address: ReturnAddress;

  constructor(
    address: ReturnAddress,
    code: (typeof CODES)[number],
    message: string,
    options?: AuthErrorOptions,
  ) {
    super(code, message, options);
    this.name = "AuthorizationError";
    this.address = address;
  }
}

/** Any failure after the target was verified; a defect or a lost store becomes `server_error`. */
export function asAuthorizationError(error: unknown, address: ReturnAddress): AuthorizationError {
  if (error instanceof AuthorizationError) return error;
  const code = error instanceof AuthError && CODES.find((known) => known === error.code);
  if (code) {
    return new AuthorizationError(address, code, (error as AuthError).message, { cause: error });
  }
  return new AuthorizationError(address, "server_error", "the request could not be completed", {
    cause: error,
  });
}

/** The target with the answer in its query; what the query held before stays (RFC 6749 §3.1.2). */
export function responseUrl(
  { redirect, state, iss }: ReturnAddress,
  answer: Readonly<Record<string, string>>,
): string {
  const members = new URLSearchParams(answer);
  if (state !== undefined) members.set("state", state);
  members.set("iss", iss);
  return appendQuery(redirect.uri, members);
}
