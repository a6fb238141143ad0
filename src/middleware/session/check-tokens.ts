/** What a sign-in brought: its ID token, its access token, and that both are of one subject (I-6, U-2). */
import { AuthError } from "../../errors.ts";
import type { Providers } from "../../providers/catalog.ts";
import type { SessionProvider } from "../../settings/session-provider.ts";
import { encodeBase64Url } from "../../std/base64url.ts";
import type { KeySets } from "./key-sets.ts";
import { peek } from "./peek.ts";
import type { LoginTokens } from "./record.ts";
import type { TokenVerifier, VerifiedAccess } from "./verify-token.ts";

type Claims = Readonly<Record<string, unknown>>;

const refused = (text: string) => new AuthError("invalid_token", `ID token: ${text}`);

export interface Expectation {
  /** The nonce that was asked for. */
  readonly nonce?: string | undefined;
  /** `openid` was asked for, so that the answer without an ID token proves nothing. */
  readonly idToken: boolean;
  /** The subject that the session has had so far. */
  readonly sub?: string | undefined;
}

export interface CheckParts {
  readonly keys: KeySets;
  readonly verifier: TokenVerifier;
}

/** OpenID Connect Core §3.1.3.7: issuer when it is configured, audience, authorized party, nonce. */
function checkClaims(claims: Claims, provider: SessionProvider, nonce: string | undefined): void {
  const { client_id, issuer, audiences = [] } = provider.oauth2 ?? {};
  const { sub, iat, aud, azp, iss } = claims;
  if (typeof sub !== "string" || sub === "") throw refused("sub is missing");
  if (typeof iat !== "number") throw refused("iat is missing");
  if (issuer && iss !== issuer) throw refused("issuer not match");
  const audience: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!client_id || !audience.includes(client_id)) throw refused("audience not match");
  const trusted: ReadonlySet<unknown> = new Set([client_id, ...audiences]);
  if (!audience.every((entry) => trusted.has(entry))) throw refused("audience is not trusted");
  const needsParty = audience.length > 1;
  if ((needsParty || azp !== undefined) && azp !== client_id) {
    throw refused("authorized party not match");
  }
  if (nonce !== undefined && claims.nonce !== nonce) throw refused("nonce not match");
}

/** Digest of the signature's algorithm (§3.1.3.6); Ed25519 signs with SHA-512. */
function digestOf(alg: unknown): string {
  if (typeof alg !== "string") return "SHA-256";
  if (alg === "EdDSA" || alg === "Ed25519" || alg.endsWith("512")) return "SHA-512";
  return alg.endsWith("384") ? "SHA-384" : "SHA-256";
}

async function checkAccessHash(claims: Claims, idToken: string, access: string): Promise<void> {
  if (claims.at_hash === undefined) return;
  const bytes = new TextEncoder().encode(access);
  const digest = new Uint8Array(await crypto.subtle.digest(digestOf(peek(idToken, 0).alg), bytes));
  if (claims.at_hash !== encodeBase64Url(digest.subarray(0, digest.length / 2))) {
    throw refused("at_hash not match");
  }
}

async function idTokenClaims(
  { keys }: CheckParts,
  { auth_middleware, oauth2 }: SessionProvider,
  idToken: string,
): Promise<Claims> {
  // It came from this process, over no network; what is left to prove is that it answers this login.
  if (auth_middleware) return peek(idToken, 1);
  if (!oauth2?.cert_url) throw refused("the provider has no cert_url");
  const claims = await keys.verify(oauth2.cert_url, idToken);
  if (!claims) throw refused("signed by an unknown key");
  return claims;
}

const subjectOf = (access: VerifiedAccess): string =>
  access.kind === "own" ? access.token.sub : access.sub;

/**
 * Accepts the tokens of a sign-in or of a refresh for the provider that gave them, and nothing else.
 * Throws `invalid_token`; `unavailable` when the keys of the provider cannot be had.
 */
export async function checkTokens(
  parts: CheckParts,
  providers: Providers,
  key: string,
  tokens: Pick<LoginTokens, "access_token" | "id_token">,
  expected: Expectation,
  origin: () => string,
): Promise<void> {
  const provider = providers.get(key);
  if (!provider) throw new AuthError("not_found", `provider "${key.slice(0, 200)}" not found`);
  const { access_token, id_token } = tokens;
  let sub = expected.sub;
  if (id_token !== undefined) {
    const claims = await idTokenClaims(parts, provider, id_token);
    checkClaims(claims, provider, expected.nonce);
    await checkAccessHash(claims, id_token, access_token);
    if (sub !== undefined && claims.sub !== sub) throw refused("sub not match");
    sub = String(claims.sub);
  } else if (expected.idToken) {
    throw refused("it was asked for and is missing");
  }
  const access = await parts.verifier.access(providers, access_token, { only: key, origin });
  if (sub !== undefined && subjectOf(access) !== sub) {
    throw new AuthError("invalid_token", "the access token is of another subject");
  }
}
