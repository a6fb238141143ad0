/** Checks the tokens of a sign-in: ID token, access token, and that both have one subject (I-6, U-2). */
import { AuthError } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import {
  checkAccessHash,
  checkIdToken,
  type IdTokenClaims,
  refusedIdToken,
} from "../relying-party/id-token.ts";
import type { KeySets } from "../relying-party/key-sets.ts";
import { peek } from "../relying-party/peek.ts";
import type { SessionProvider } from "../settings/records/session-provider.ts";
import type { Expectation, LoginTokens } from "./record.ts";
import type { TokenVerifier, VerifiedAccess } from "./verify-token.ts";

export interface CheckParts {
  readonly keys: KeySets;
  readonly verifier: TokenVerifier;
}

async function idTokenClaims(
  { keys }: CheckParts,
  { auth_middleware, oauth2 }: SessionProvider,
  idToken: string,
): Promise<IdTokenClaims> {
  // It came from this process and not over a network; it only has to belong to this login.
  if (auth_middleware) return peek(idToken, 1);
  if (!oauth2?.cert_url) throw refusedIdToken("the provider has no cert_url");
  const claims = await keys.verify(oauth2.cert_url, idToken);
  if (!claims) throw refusedIdToken("signed by an unknown key");
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
    checkIdToken(claims, provider, expected.nonce);
    await checkAccessHash(claims, id_token, access_token);
    if (sub !== undefined && claims.sub !== sub) throw refusedIdToken("sub not match");
    sub = String(claims.sub);
  } else if (expected.idToken) {
    throw refusedIdToken("it was asked for and is missing");
  }
  const access = await parts.verifier.access(providers, access_token, { only: key, origin });
  if (sub !== undefined && subjectOf(access) !== sub) {
    throw new AuthError("invalid_token", "the access token is of another subject");
  }
}
