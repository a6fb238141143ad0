/** Answers that travel through the browser (RFC 6749 §4.1.2; `iss` of RFC 9207; Z-4, Z-10). */
import type { Call } from "../call.ts";
import { AuthError, type AuthErrorOptions } from "../errors.ts";
import { appendQuery } from "../std/url-query.ts";
import { type VerifiedRedirect, viewRedirect } from "./clients/redirect-uri.ts";
import { single } from "./parameters.ts";

/** How an answer travels: in the query of the target, or in a form that the browser posts there (Z-5). */
export const RESPONSE_MODES = ["query", "form_post"] as const;
export type ResponseMode = (typeof RESPONSE_MODES)[number];

/** Where the answer goes, how, and what every answer repeats. */
export interface ReturnAddress {
  readonly redirect: VerifiedRedirect;
  readonly state?: string;
  readonly iss: string;
  readonly mode: ResponseMode;
}

/** What a request says of its answer. */
interface Answering {
  readonly state?: string | undefined;
  readonly response_mode?: ResponseMode | undefined;
}

export const returnAddress = (
  call: Call,
  redirect: VerifiedRedirect,
  { state, response_mode: mode = "query" }: Answering,
): ReturnAddress => ({ redirect, iss: call.issuer, mode, ...(state !== undefined && { state }) });

/** What the request says of its mode. Throws `invalid_request` for one that is not offered, or does not fit the target. */
export function readResponseMode(
  parameters: URLSearchParams,
  { uri }: Pick<VerifiedRedirect, "uri">,
): Pick<Answering, "response_mode"> {
  const given = single(parameters, "response_mode");
  if (given === undefined) return {};
  const response_mode = RESPONSE_MODES.find((mode) => mode === given);
  if (!response_mode) {
    throw new AuthError("invalid_request", `response_mode must be ${RESPONSE_MODES.join(" or ")}`);
  }
  if (response_mode === "form_post" && viewRedirect({ uri }).host === "") {
    throw new AuthError("invalid_request", "response_mode form_post needs a web address");
  }
  return { response_mode };
}

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
    message: ConstructorParameters<typeof AuthError>[1],
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
  const refusal = error instanceof AuthError ? error : undefined;
  const code = CODES.find((known) => known === refusal?.code);
  if (refusal && code) {
    const { message, messages, facts } = refusal;
    const told = { cause: error, messages, ...(facts && { facts }) };
    return new AuthorizationError(address, code, message, told);
  }
  return new AuthorizationError(address, "server_error", "the request could not be completed", {
    cause: error,
  });
}

/** An answer on its way through the browser. */
export interface ClientAnswer {
  /** The verified target. */
  readonly uri: string;
  readonly mode: ResponseMode;
  readonly members: Readonly<Record<string, string>>;
}

export const clientAnswer = (
  { redirect, state, iss, mode }: ReturnAddress,
  answer: Readonly<Record<string, string>>,
): ClientAnswer => ({
  uri: redirect.uri,
  mode,
  members: { ...answer, ...(state !== undefined && { state }), iss },
});

/** The target with the answer in its query; what the query held before stays (RFC 6749 §3.1.2). */
export const answerUrl = ({ uri, members }: ClientAnswer): string =>
  appendQuery(uri, new URLSearchParams(members));
