/** What an ID token has to say to the client that asked for it (OpenID Connect Core §3.1.3.7; I-6, U-2). */
import { AuthError } from "../errors.ts";
import type { ProviderOAuth2 } from "../settings/records/session-provider.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { type KeySets, SKEW_SECONDS } from "./key-sets.ts";
import { peek } from "./peek.ts";
import type { TokenSet } from "./token-answer.ts";

/** Claims whose signature is verified. */
export type IdTokenClaims = Readonly<Record<string, unknown>>;

/** What the tokens of a sign-in or a refresh must satisfy. */
export interface Expectation {
  /** The nonce that was asked for. */
  readonly nonce?: string | undefined;
  /** `openid` was asked for, so that the answer without an ID token proves nothing. */
  readonly idToken: boolean;
  /** The subject that the session has had so far. */
  readonly sub?: string | undefined;
}

/** What an ID token is compared with. */
type IdTokenClient = Partial<Pick<ProviderOAuth2, "client_id" | "issuer" | "audiences">>;

const refusedIdToken = (text: string) => new AuthError("invalid_token", `ID token: ${text}`);

/**
 * OpenID Connect Core §3.1.3.7: issuer when it is configured, audience, authorized party, nonce, and the
 * required claims. Throws `invalid_token`.
 */
function checkIdToken(
  claims: IdTokenClaims,
  { client_id, issuer, audiences = [] }: IdTokenClient,
  nonce: string | undefined,
): void {
  const { sub, iat, aud, azp, iss } = claims;
  if (typeof sub !== "string" || sub === "") throw refusedIdToken("sub is missing");
  if (typeof iat !== "number") throw refusedIdToken("iat is missing");
  if (issuer && iss !== issuer) throw refusedIdToken("issuer not match");
  const audience: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!client_id || !audience.includes(client_id)) throw refusedIdToken("audience not match");
  const trusted: ReadonlySet<unknown> = new Set([client_id, ...audiences]);
  if (!audience.every((entry) => trusted.has(entry)))
    throw refusedIdToken("audience is not trusted");
  const needsParty = audience.length > 1;
  if ((needsParty || azp !== undefined) && azp !== client_id) {
    throw refusedIdToken("authorized party not match");
  }
  if (nonce !== undefined && claims.nonce !== nonce) throw refusedIdToken("nonce not match");
}

/** Digest of the signature's algorithm (§3.1.3.6); Ed25519 signs with SHA-512. */
function digestOf(alg: unknown): string {
  if (typeof alg !== "string") return "SHA-256";
  if (alg === "EdDSA" || alg === "Ed25519" || alg.endsWith("512")) return "SHA-512";
  return alg.endsWith("384") ? "SHA-384" : "SHA-256";
}

/** `at_hash` where there is one (§3.1.3.8). Throws `invalid_token`. */
async function checkAccessHash(
  claims: IdTokenClaims,
  idToken: string,
  access: string,
): Promise<void> {
  if (claims.at_hash === undefined) return;
  const bytes = new TextEncoder().encode(access);
  const digest = new Uint8Array(await crypto.subtle.digest(digestOf(peek(idToken, 0).alg), bytes));
  if (claims.at_hash !== encodeBase64Url(digest.subarray(0, digest.length / 2))) {
    throw refusedIdToken("at_hash not match");
  }
}

/**
 * Claims that a key of the provider signed, up to a minute after its `exp` (§3.1.3.7, item 9): it says who signed in just now. Throws `invalid_token`, and `unavailable` without keys.
 */
export async function verifyIdToken(
  keys: Pick<KeySets, "verify">,
  cert_url: string | undefined,
  idToken: string,
): Promise<IdTokenClaims> {
  if (!cert_url) throw refusedIdToken("the provider has no cert_url");
  const claims = await keys.verify(cert_url, idToken, SKEW_SECONDS);
  if (!claims) throw refusedIdToken("signed by an unknown key");
  return claims;
}

/**
 * The subject that is expected from here on, undefined when nothing said one. Throws `invalid_token`.
 * @param claims of the ID token, verified; undefined when there is none
 */
export async function idTokenSubject(
  claims: IdTokenClaims | undefined,
  { access_token, id_token = "" }: Pick<TokenSet, "access_token" | "id_token">,
  client: IdTokenClient,
  { nonce, idToken, sub }: Expectation,
): Promise<string | undefined> {
  if (!claims) {
    if (idToken) throw refusedIdToken("it was asked for and is missing");
    return sub;
  }
  checkIdToken(claims, client, nonce);
  await checkAccessHash(claims, id_token, access_token);
  if (sub !== undefined && claims.sub !== sub) throw refusedIdToken("sub not match");
  return String(claims.sub);
}
