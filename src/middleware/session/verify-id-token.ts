/** ID tokens of a code flow (OpenID Connect Core §3.1.3.7; U-2). */
import { AuthError } from "../../errors.ts";
import type { SessionProvider } from "../../settings/session-provider.ts";
import { type Companions, companionAuth } from "../companions.ts";
import type { KeySets } from "./key-sets.ts";
import { peek } from "./verify-token.ts";

const refused = (text: string) => new AuthError("invalid_token", `ID token: ${text}`);

/**
 * Signature by the provider's keys, issuer when it is configured, audience, authorized party, nonce,
 * and the required claims. Throws `invalid_token`; `unavailable` when the keys cannot be had.
 */
export async function verifyIdToken(
  { companions, keys }: { readonly companions: Companions; readonly keys: KeySets },
  provider: SessionProvider,
  idToken: string,
  { nonce }: { readonly nonce?: string },
): Promise<void> {
  const { client_id, issuer, cert_url } = provider.oauth2 ?? {};
  if (provider.auth_middleware) {
    // It came from this process, over no network; what is left to prove is that it answers this login.
    companionAuth(companions, provider.auth_middleware);
    checkClaims(peek(idToken, 1), client_id, nonce);
    return;
  }
  if (!cert_url) throw refused("the provider has no cert_url");
  const claims = await keys.verify(cert_url, idToken);
  if (!claims) throw refused("signed by an unknown key");
  if (issuer && claims.iss !== issuer) throw refused("issuer not match");
  checkClaims(claims, client_id, nonce);
}

function checkClaims(
  claims: Readonly<Record<string, unknown>>,
  clientId: string | undefined,
  nonce: string | undefined,
): void {
  const { sub, iat, aud, azp } = claims;
  if (typeof sub !== "string" || sub === "") throw refused("sub is missing");
  if (typeof iat !== "number") throw refused("iat is missing");
  const audience = Array.isArray(aud) ? aud : [aud];
  if (!clientId || !audience.includes(clientId)) throw refused("audience not match");
  if (audience.length > 1 && azp !== undefined && azp !== clientId) {
    throw refused("authorized party not match");
  }
  if (nonce !== undefined && claims.nonce !== nonce) throw refused("nonce not match");
}
