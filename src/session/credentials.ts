/** One routine for every credential, for protected and optional paths alike (wire 2.10 to 2.13; I-2, L-W5). */
import { AuthError } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import { readAuthorization } from "../web/bearer.ts";
import { acceptKey, findApiKey } from "./api-key.ts";
import type { Identity } from "./context.ts";
import type { CookieOutcome, Loaded } from "./cookie-session.ts";
import { identityOf, keyIdentity } from "./identity.ts";
import type { Instances } from "./instances.ts";
import type { TokenVerifier } from "./verify-token.ts";

export type Found =
  | {
      readonly kind: "identity";
      readonly identity: Identity;
      /** Raw credential headers that go no further. */
      readonly spent: readonly string[];
      /** The session of the cookie, when it was renewed. */
      readonly renewed?: Loaded;
    }
  /** No credential was sent. */
  | { readonly kind: "none" }
  /** Something was sent and is not accepted. */
  | { readonly kind: "refused"; readonly via: "bearer" | "api_key"; readonly text: string }
  /** A session that is over. */
  | { readonly kind: "dead"; readonly loaded: Loaded };

export interface CredentialParts {
  readonly instances: Instances;
  readonly verifier: TokenVerifier;
  readonly setProvider: string;
  readonly insecure: boolean;
  readonly cookie: () => Promise<CookieOutcome>;
  /** Scheme and host of the request. */
  readonly origin: () => string;
}

const refused = (via: "bearer" | "api_key", text: string): Found => ({
  kind: "refused",
  via,
  text,
});

async function bearer(parts: CredentialParts, providers: Providers, token: string): Promise<Found> {
  const { verifier, setProvider, origin } = parts;
  try {
    const preferred = setProvider || undefined;
    const access = await verifier.access(providers, token, { preferred, origin });
    const from = { via: "bearer", access_token: token } as const;
    const identity = identityOf(access, providers, setProvider, from);
    if (!identity) return refused("bearer", "the token names no user");
    return { kind: "identity", identity, spent: [] };
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "invalid_token") throw error;
    return refused("bearer", error.message);
  }
}

async function apiKey(
  parts: CredentialParts,
  providers: Providers,
  found: NonNullable<ReturnType<typeof findApiKey>>,
): Promise<Found> {
  const provider = providers.get(found.provider);
  if (!provider) return { kind: "none" };
  try {
    const { claims } = await acceptKey(parts.instances, provider, found, parts.insecure);
    const identity = keyIdentity(found.provider, claims, provider);
    return { kind: "identity", identity, spent: [found.header] };
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "unauthenticated") throw error;
    return refused("api_key", error.message);
  }
}

/** @param optional on such a path another scheme of Authorization is left to the handlers behind */
export async function findIdentity(
  parts: CredentialParts,
  request: Request,
  providers: Providers,
  optional: boolean,
): Promise<Found> {
  const sent = readAuthorization(request.headers);
  if (sent.kind === "bearer") return bearer(parts, providers, sent.token);
  // A token of another form is refused, not ignored.
  if (sent.kind === "malformed") return refused("bearer", "token is not valid");
  if (sent.kind === "other" && optional) return { kind: "none" };
  const key = findApiKey(request, providers, parts.setProvider);
  if (key) return apiKey(parts, providers, key);
  return foundByCookie(await parts.cookie(), providers, parts.setProvider);
}

/** The identity of a session; one that names no user is over. */
export function foundByCookie(
  outcome: CookieOutcome,
  providers: Providers,
  setProvider: string,
): Found {
  if (outcome.kind !== "live") return outcome;
  const { loaded, access, refreshed } = outcome;
  const { access_token } = loaded.record.tokens;
  const identity = identityOf(access, providers, setProvider, { via: "cookie", access_token });
  if (!identity) return { kind: "dead", loaded };
  return { kind: "identity", identity, spent: [], ...(refreshed && { renewed: loaded }) };
}
