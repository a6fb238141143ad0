/** One routine for every credential, for protected and optional paths alike (wire 2.10 to 2.13; L-W5). */
import { AuthError } from "../../errors.ts";
import type { Providers } from "../../providers/catalog.ts";
import type { Companions } from "../companions.ts";
import type { Identity } from "../context.ts";
import { acceptKey, findApiKey } from "./api-key.ts";
import type { CookieOutcome, Loaded } from "./cookie-session.ts";
import { userOf } from "./identity.ts";
import type { TokenVerifier, VerifiedAccess } from "./verify-token.ts";

export type Found =
  | {
      readonly kind: "identity";
      readonly identity: Identity;
      readonly auth_time?: number;
      /** Raw credential headers that go no further. */
      readonly spent: readonly string[];
      /** The session of the cookie, when it was renewed. */
      readonly renewed?: Loaded;
    }
  /** Nothing was sent that anybody here reads. */
  | { readonly kind: "none" }
  /** Something was sent and is not accepted. */
  | { readonly kind: "refused"; readonly via: "bearer" | "api_key"; readonly text: string }
  /** A session that is over. */
  | { readonly kind: "dead"; readonly loaded: Loaded };

export interface CredentialParts {
  readonly companions: Companions;
  readonly verifier: TokenVerifier;
  readonly setProvider: string;
  readonly insecure: boolean;
  readonly cookie: () => Promise<CookieOutcome>;
}

/** RFC 6750 §2.1; the scheme in any case (L-W41). A token of another form is refused, not ignored. */
const BEARER = /^bearer(?: +(\S+))?\s*$/i;

/** `sub` of our own tokens resolves to an alias; a foreign token is known by what its claims say. */
function identityOf(
  access: VerifiedAccess,
  providers: Providers,
  setProvider: string,
  via: Identity["via"],
  token?: string,
): Identity | undefined {
  const key = setProvider || access.provider;
  const provider = providers.get(key);
  const user = (provider && userOf(access.claims, provider)) ?? access.principal;
  const principal = access.principal ?? user;
  // Signed in as nobody is no identity (L-W1).
  if (user === undefined || principal === undefined) return undefined;
  return {
    via,
    provider: key,
    claims: access.claims,
    user,
    principal,
    ...(token !== undefined && { access_token: token }),
  };
}

const refused = (via: "bearer" | "api_key", text: string): Found => ({
  kind: "refused",
  via,
  text,
});

const time = ({ auth_time }: VerifiedAccess) => (auth_time === undefined ? {} : { auth_time });

async function bearer(parts: CredentialParts, providers: Providers, token: string): Promise<Found> {
  try {
    const access = await parts.verifier.access(providers, token, parts.setProvider || undefined);
    const identity = identityOf(access, providers, parts.setProvider, "bearer", token);
    if (!identity) return refused("bearer", "token names nobody");
    return { kind: "identity", identity, spent: [], ...time(access) };
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
    const { claims } = await acceptKey(parts.companions, provider, found, parts.insecure);
    const user = userOf(claims, provider) ?? String(claims.sub);
    const principal = String(claims.sub);
    const identity: Identity = {
      via: "api_key",
      provider: found.provider,
      claims,
      user,
      principal,
    };
    return { kind: "identity", identity, spent: [found.header] };
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "unauthenticated") throw error;
    return refused("api_key", error.message);
  }
}

/** @param optional on such a path another scheme of Authorization belongs to whoever is behind us */
export async function findIdentity(
  parts: CredentialParts,
  request: Request,
  providers: Providers,
  optional: boolean,
): Promise<Found> {
  const authorization = request.headers.get("authorization")?.trim();
  if (authorization) {
    const match = BEARER.exec(authorization);
    if (match) return bearer(parts, providers, match[1] ?? "");
    if (/^bearer\b/i.test(authorization)) return refused("bearer", "token is not valid");
    if (optional) return { kind: "none" };
  }
  const key = findApiKey(request, providers, parts.setProvider);
  if (key) return apiKey(parts, providers, key);
  return foundByCookie(await parts.cookie(), providers, parts.setProvider);
}

/** The identity of a session; one that names nobody is over. */
export function foundByCookie(
  outcome: CookieOutcome,
  providers: Providers,
  setProvider: string,
): Found {
  if (outcome.kind !== "live") return outcome;
  const { loaded, access, refreshed } = outcome;
  const token = loaded.record.tokens.access_token;
  const identity = identityOf(access, providers, setProvider, "cookie", token);
  if (!identity) return { kind: "dead", loaded };
  const renewed = refreshed ? { renewed: loaded } : {};
  return { kind: "identity", identity, spent: [], ...time(access), ...renewed };
}
