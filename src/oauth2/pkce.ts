/** RFC 7636 proof key for code exchange (Z-11, K-4, T-3, O8). */
import { digestText, equalConstantTime, type NativeDigest } from "../crypto/digest.ts";
import { AuthError } from "../errors.ts";

export type ChallengeMethod = "S256" | "plain";

/** What an authorization request commits to; both absent without PKCE. */
export interface Challenge {
  readonly code_challenge?: string;
  readonly code_challenge_method?: ChallengeMethod;
}

/** §4.1, §4.2: 43 to 128 unreserved characters. */
const VALUE = /^[A-Za-z0-9\-._~]{43,128}$/;
/** SHA-256 in base64url has one length; another could never be met. */
const S256_VALUE = /^[A-Za-z0-9_-]{43}$/;

/** The methods that are accepted now, as discovery lists them. */
export const challengeMethods = (requireS256: boolean): readonly ChallengeMethod[] =>
  requireS256 ? ["S256"] : ["S256", "plain"];

/** §4.4.1: throws `invalid_request`; an omitted method is `plain` (§4.3). */
export function readChallenge(
  challenge: string | undefined,
  method: string | undefined,
  rules: { readonly required: boolean; readonly requireS256: boolean },
): Challenge {
  if (challenge === undefined) {
    if (method !== undefined) {
      throw new AuthError("invalid_request", "code_challenge_method without code_challenge");
    }
    if (rules.required) {
      throw new AuthError("invalid_request", "public clients require PKCE: send a code_challenge");
    }
    return {};
  }
  const accepted = challengeMethods(rules.requireS256).find((name) => name === (method ?? "plain"));
  if (!accepted) {
    const text = rules.requireS256 ? "code_challenge_method must be S256" : "unknown method";
    throw new AuthError("invalid_request", `code challenge not accepted: ${text}`);
  }
  if (!(accepted === "S256" ? S256_VALUE : VALUE).test(challenge)) {
    throw new AuthError("invalid_request", "code_challenge is malformed");
  }
  return { code_challenge: challenge, code_challenge_method: accepted };
}

/**
 * §4.6, and K-4 both ways: a challenge demands a verifier, and a verifier demands a challenge, else
 * an attacker could strip the challenge from a request unnoticed.
 */
export function meetsChallenge(
  stored: {
    readonly code_challenge?: string | undefined;
    readonly code_challenge_method?: string | undefined;
  },
  verifier: string | undefined,
  digest: NativeDigest = {},
): boolean {
  const { code_challenge: challenge, code_challenge_method: method = "plain" } = stored;
  if (challenge === undefined || verifier === undefined) return challenge === verifier;
  if (!VALUE.test(verifier)) return false;
  if (method === "plain") return equalConstantTime(verifier, challenge);
  if (method !== "S256") return false;
  return equalConstantTime(digestText(digest, verifier, "base64url"), challenge);
}
