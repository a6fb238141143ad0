/**
 * Who asks: bearer token, API key, session cookie, in this order; the same for protected and optional
 * paths (wire 2.10 to 2.13; I-2, L-W5).
 */
import { AuthError, type ProofDemand } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import { attempt, proceed, type Ready } from "../std/ready.ts";
import { readAuthorization, type TokenScheme } from "../web/bearer.ts";
import { acceptKey, type FoundKey, findApiKey } from "./api-key.ts";
import type { AuthenticationResult } from "./authentication-result.ts";
import { identifyByCookie } from "./cookie-session.ts";
import { originOf, type SessionCore } from "./core.ts";
import { confirmForeign } from "./foreign-confirmation.ts";
import { identityOf, keyIdentity } from "./identity.ts";
import type { SessionRequest } from "./session.ts";
import { tokenRefusal } from "./token-refusal.ts";
import { type VerifiedAccess, verifyAccess } from "./verify-token.ts";

const refused = (
  via: "bearer" | "api_key",
  reason: string,
  lacksProof?: ProofDemand,
): AuthenticationResult => ({
  kind: "refused",
  via,
  reason,
  ...(lacksProof && { lacksProof }),
});

/** What came besides a token of ours with its key (RFC 9449 §7.1). */
function provenBy({ request }: SessionRequest, access: VerifiedAccess) {
  if (access.kind === "foreign" || access.token.jkt === undefined) return {};
  const { dpop_nonce: nonce } = access.token;
  return { proof: request.headers.get("dpop") ?? undefined, nonce };
}

function byBearer(
  core: SessionCore,
  incoming: SessionRequest,
  providers: Providers,
  { kind: scheme, token }: { readonly kind: TokenScheme; readonly token: string },
): Ready<AuthenticationResult> {
  const { set_provider } = core.options;
  const named = (access: VerifiedAccess): AuthenticationResult => {
    const from = { via: "bearer", access_token: token } as const;
    const identity = identityOf(access, providers, set_provider, from);
    if (!identity) return refused("bearer", "the token names no user");
    return { kind: "identity", identity, spent: [], ...provenBy(incoming, access) };
  };
  const preferred = set_provider || undefined;
  const options = { preferred, incoming, origin: () => originOf(core, incoming) };
  return attempt(
    () =>
      proceed(verifyAccess(core, providers, token, options), (access) => {
        if (access.kind === "foreign") {
          confirmForeign(access.claims, incoming.connection);
          if (scheme === "dpop") throw new AuthError("invalid_token", "token is not valid");
        }
        return named(access);
      }),
    (error) => {
      const { reason, lacksProof } = tokenRefusal(error);
      return refused("bearer", reason, lacksProof);
    },
  );
}

async function byKey(
  core: SessionCore,
  incoming: SessionRequest,
  key: FoundKey,
): Promise<AuthenticationResult> {
  try {
    const claims = await acceptKey(core, incoming, key);
    const identity = keyIdentity(key.provider, claims, key.record);
    return { kind: "identity", identity, spent: [key.header] };
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "unauthenticated") throw error;
    return refused("api_key", error.message);
  }
}

/**
 * Throws `unavailable` when a credential cannot be checked now: an outage is not a logout (L-W29).
 * @param optional on such a path another scheme of Authorization is left to the handlers behind
 */
export function identify(
  core: SessionCore,
  incoming: SessionRequest,
  providers: Providers,
  optional: boolean,
): Ready<AuthenticationResult> {
  const sent = readAuthorization(incoming.request.headers);
  if (sent.kind === "bearer" || sent.kind === "dpop") {
    return byBearer(core, incoming, providers, sent);
  }
  // A token of another form is refused, not ignored.
  if (sent.kind === "malformed") return refused("bearer", "token is not valid");
  if (sent.kind === "other" && optional) return { kind: "none" };
  const key = findApiKey(incoming.request, providers, core.options.set_provider);
  return key ? byKey(core, incoming, key) : identifyByCookie(core, incoming, providers);
}
