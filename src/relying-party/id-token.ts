/** What an ID token has to say to the client that asked for it (OpenID Connect Core §3.1.3.7; I-6, U-2). */
import { AuthError } from "../errors.ts";
import type { SessionProvider } from "../settings/records/session-provider.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { peek } from "./peek.ts";

/** Claims whose signature is verified. */
export type IdTokenClaims = Readonly<Record<string, unknown>>;

export const refusedIdToken = (text: string) => new AuthError("invalid_token", `ID token: ${text}`);

/**
 * OpenID Connect Core §3.1.3.7: issuer when it is configured, audience, authorized party, nonce, and the
 * required claims. Throws `invalid_token`.
 */
export function checkIdToken(
  claims: IdTokenClaims,
  { oauth2 }: SessionProvider,
  nonce: string | undefined,
): void {
  const { client_id, issuer, audiences = [] } = oauth2 ?? {};
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
export async function checkAccessHash(
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
