/** From an accepted credential to an identity, and to identity headers (wire 2.13; I-1 to I-3). */
import type { AcceptedToken, SessionContext } from "../api.ts";
import {
  authenticationOf,
  claimedAuthentication,
  type Identity,
  refusedAtManagement,
  refusedAtPlanes,
  signInOf,
  type TokenUse,
  withoutPrincipal,
} from "../identity.ts";
import type { Providers } from "../providers/catalog.ts";
import { type ProviderClients, providerClients } from "../providers/first-party-clients.ts";
import { partyOf } from "../relying-party/foreign-token.ts";
import type { SessionProvider } from "../settings/records/session-provider.ts";
import { equalExceptCase, isPlainName } from "../std/canonical-alias.ts";
import { encodeHeaderText } from "../std/header-text.ts";
import { API_KEY_PREFIX } from "../std/reserved-name.ts";
import { trimBlanks } from "../std/trim-blanks.ts";
import { API_KEY_NAME, isUsableName } from "../web/x-user.ts";
import type { VerifiedAccess } from "./verify-token.ts";

type Claims = Readonly<Record<string, unknown>>;

const KEY_CLAIMS = ["email", "preferred_username", "name"] as const;
/** Without `x_user` in the record of a provider elsewhere. */
export const PERSON_CLAIMS = ["email", "preferred_username"] as const;
const CONTROL = /\p{Cc}/u;

/** A text that can be a header: claims of other types are never mapped (wire 1.4). */
function textClaim(claims: Claims, name: string): string | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (typeof value !== "string") return undefined;
  const text = trimBlanks(value);
  return text === "" || CONTROL.test(text) ? undefined : text;
}

/** A claim of our own token names its principal only when it is one of the aliases (I-3). */
function aliasClaim(claims: Claims, name: string, aliases: readonly string[]): string | undefined {
  const text = textClaim(claims, name);
  if (text === undefined) return undefined;
  return (
    aliases.find((alias) => alias === text) ?? aliases.find((one) => equalExceptCase(one, text))
  );
}

/** X-User for a principal of ours: the first listed claim that is an alias, else the first alias. */
function principalUser({ claims, aliases, principal }: AcceptedToken, provider?: SessionProvider) {
  for (const name of provider?.x_user ?? KEY_CLAIMS) {
    const alias = aliasClaim(claims, name, aliases);
    // A comma would read as two headers joined (H-1).
    if (alias !== undefined && !alias.includes(",")) return alias;
  }
  return principal;
}

/**
 * X-User for a person of a foreign provider: the first claim that is there. An address counts when it
 * is verified, unless the record says otherwise; a name that hides something names no one (I-1).
 */
function personUser(claims: Claims, { x_user, email_verify_check }: SessionProvider) {
  for (const name of x_user ?? PERSON_CLAIMS) {
    const verified = claims.email_verified === true || email_verify_check === false;
    if (name === "email" && !verified) continue;
    const text = textClaim(claims, name);
    if (text === undefined) continue;
    // The untrimmed value, because trimming removes more than spaces.
    return isPlainName(String(claims[name])) && isUsableName(text) ? text : undefined;
  }
  return undefined;
}

/** The first claim of a key that is a text; these headers are for show (auth-service.md, API keys). */
function keyUser(claims: Claims, provider: SessionProvider): string {
  for (const name of provider.x_user ?? KEY_CLAIMS) {
    const text = textClaim(claims, name);
    if (text !== undefined && !text.includes(",")) return text;
  }
  return String(claims.sub);
}

/** By provider set, which is made once per version. */
const knownClients = new WeakMap<Providers, ProviderClients>();
function clientsOf(providers: Providers): ProviderClients {
  let found = knownClients.get(providers);
  if (!found) {
    found = providerClients(providers.values());
    knownClients.set(providers, found);
  }
  return found;
}

/** Where an identity comes from: the credential, and the token that is passed on to applications. */
export interface Origin {
  readonly via: "cookie" | "bearer";
  readonly access_token: string;
}

const useOf = ({ first_party, management, resources, azp }: AcceptedToken): TokenUse => ({
  first_party,
  management,
  resources,
  client_id: azp,
});

/**
 * The principal behind an accepted access token of ours, without a provider's record.
 * @param provider key that the identity carries
 */
export function tokenIdentity(
  token: AcceptedToken,
  provider: string,
  access_token: string,
): Identity {
  const { sub, claims, aliases } = token;
  const user = aliasClaim(claims, "preferred_username", aliases) ?? token.principal;
  return {
    kind: "principal",
    via: "bearer",
    ...{ provider, sub, claims, user, principal: user, aliases, access_token },
    ...authenticationOf(token),
    use: useOf(token),
  };
}

/**
 * The identity behind an access token; undefined when it names no user.
 * @param setProvider the provider whose record counts instead of the token's own
 */
export function identityOf(
  access: VerifiedAccess,
  providers: Providers,
  setProvider: string,
  origin: Origin,
): Identity | undefined {
  const key = setProvider || access.provider;
  const provider = providers.get(key);
  if (access.kind === "own") {
    const { token } = access;
    const user = principalUser(token, provider);
    const identity = tokenIdentity(token, key, origin.access_token);
    const { firstParty, own } = clientsOf(providers);
    const use = {
      ...useOf(token),
      first_party: token.first_party || firstParty.has(token.azp),
      management: token.management || own.has(token.azp),
    };
    return { ...identity, via: origin.via, user, principal: user, use };
  }
  const { claims, sub } = access;
  const user = provider && personUser(claims, provider);
  if (!provider || user === undefined) return undefined;
  const party = partyOf(claims);
  const isOther = origin.via === "bearer" && party !== provider.oauth2?.client_id;
  return {
    kind: "person",
    ...origin,
    ...{ provider: key, sub, claims, user },
    ...(isOther && { other_client: typeof party === "string" ? party : "" }),
    // Only claims that the record lists make a local principal (I-1).
    ...(provider.x_user && { principal: user }),
    ...claimedAuthentication(claims),
  };
}

/** The identity of an API key; its claims are checked already. */
export function keyIdentity(key: string, claims: Claims, provider: SessionProvider): Identity {
  const sub = String(claims.sub);
  // What an owner calls a key is for show: applications know the key by its id (decision E-3).
  const user = claims.self_made === true ? sub : keyUser(claims, provider);
  const identity = { provider: key, sub, claims, user, principal: sub } as const;
  const elsewhere = !provider.auth_middleware && ({ elsewhere: true } as const);
  return { kind: "key", via: "api_key", ...identity, ...elsewhere };
}

/** What the auth service behind learns about an identity. */
export function contextOf(identity: Identity): SessionContext {
  const { kind, principal, sub, elsewhere, claims } = identity;
  const insufficient = refusedAtPlanes(identity);
  if (insufficient !== undefined) return { insufficient };
  if (principal === undefined || elsewhere) return { refusal: withoutPrincipal(identity) };
  const unmanaging = refusedAtManagement(identity);
  if (kind === "key") return { api_key_id: sub.slice(API_KEY_PREFIX.length) };
  const signIn = kind === "principal" ? signInOf(claims) : undefined;
  return {
    principal,
    ...(kind === "principal" && { principal_id: sub }),
    ...(signIn !== undefined && { sid: signIn }),
    ...authenticationOf(identity),
    ...(unmanaging !== undefined && { unmanaging }),
  };
}

/** Every header that any provider maps: one provider's users must not forge another's (L-W4). */
export function identityHeaders(providers: Providers): readonly string[] {
  const names = new Set(["x-user", "x-user-id", API_KEY_NAME]);
  for (const { claim_header } of providers.values()) {
    for (const name of Object.keys(claim_header ?? {})) names.add(name.toLowerCase());
  }
  return [...names];
}

type HeaderSet = Readonly<Record<string, string>>;
/** Headers by claims and provider: both are the same objects at every request. */
const headerSets = new WeakMap<
  Claims,
  { provider: SessionProvider; user: string; set: HeaderSet }
>();

/** The headers of one identity. */
export function headersOf(identity: Identity, provider: SessionProvider): HeaderSet {
  const { claims, user } = identity;
  const cached = headerSets.get(claims);
  if (cached?.provider === provider && cached.user === user) return cached.set;
  const set = makeHeaders(identity, provider);
  headerSets.set(claims, { provider, user, set });
  return set;
}

function makeHeaders(identity: Identity, provider: SessionProvider): HeaderSet {
  const { claims, aliases, user } = identity;
  const set: Record<string, string> = {};
  const put = (name: string, text: string | undefined) => {
    if (text !== undefined) set[name.toLowerCase()] = encodeHeaderText(text);
  };
  put("x-user", user);
  const name = "preferred_username";
  put(
    "x-user-id",
    aliases ? (aliasClaim(claims, name, aliases) ?? aliases[0]) : textClaim(claims, name),
  );
  for (const [name, claim] of Object.entries(provider.claim_header ?? {})) {
    // An empty or missing claim only deletes the header.
    delete set[name.toLowerCase()];
    if (claim !== "") put(name, textClaim(claims, claim));
  }
  // Says what kind of caller this is, so no record maps it (decision E-3).
  delete set[API_KEY_NAME];
  if (identity.kind === "key") put(API_KEY_NAME, textClaim(claims, "name") ?? identity.sub);
  return set;
}
