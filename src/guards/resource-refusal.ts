/** Refusals of a resource server: the challenge, and the same as JSON (RFC 6750 §3; wire 7.2, 7.3). */
import { AuthError, type ProofDemand } from "../errors.ts";
import type { Logger } from "../runtime.ts";
import { challenge, RESOURCE_CORS } from "../session/protected-resource.ts";
import { nonceHeader, PROOF_ALGORITHMS } from "../web/dpop-challenge.ts";
import { oauthCode, oauthError } from "../web/errors/oauth.ts";
import { refusalOf } from "../web/errors/refusal.ts";
import { toResponse } from "../web/reply.ts";

export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly description: string;
  /** RFC 6750 §3.1: a request without any credential gets no error code. */
  readonly bare?: boolean;
  /** What the sign-in lacks (RFC 9470 §3). */
  /** The token has to come with the proof of a key (RFC 9449 §7.1). */
  readonly dpop?: ProofDemand | undefined;
  readonly demands?: { readonly acr_values?: string; readonly max_age?: number };
}

export interface ChallengePlace {
  /** Where the metadata is; absent when the host of the request is not usable. */
  readonly metadataUrl?: string | undefined;
  /** What a token needs, so that a client can ask for all of it at once. */
  readonly scope: string;
}

export function refusalAnswer(refusal: Refusal, { metadataUrl, scope }: ChallengePlace): Response {
  const { status, error, description, bare, demands, dpop } = refusal;
  const header = challenge({
    metadataUrl,
    ...(!bare && { error, error_description: description }),
    ...((status === 401 || status === 403) && { scope }),
    ...demands,
    ...(dpop && { scheme: "DPoP", algs: PROOF_ALGORITHMS }),
  });
  return toResponse(
    oauthError(status, error, description, {
      ...RESOURCE_CORS,
      ...(status < 500 && { "WWW-Authenticate": header }),
      ...(dpop && nonceHeader(dpop)),
      ...(status === 503 && { "Retry-After": "2" }),
    }),
  );
}

/** What a caller may see of a failure; everything else goes to the log. */
export function failureRefusal(cause: unknown, log: Logger): Refusal {
  const failure = refusalOf(cause, log, "the check of a token", "the token could not be checked");
  const { status, code, message } = failure;
  const { dpop } = cause instanceof AuthError ? cause : {};
  return { status, error: oauthCode(code), description: message, dpop };
}
