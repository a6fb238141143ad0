/** Identity headers: always cleared, then set from claims (login-session-wire 2.13; H-1, L-W4, L-W6). */
import type { Providers } from "../../providers/catalog.ts";
import type { SessionProvider } from "../../settings/session-provider.ts";
import { encodeHeaderText } from "../../std/header-text.ts";
import type { Identity } from "../context.ts";

type Claims = Readonly<Record<string, unknown>>;

const X_USER_CLAIMS = ["email", "preferred_username", "name"] as const;
const CONTROL = /\p{Cc}/u;

/** A text that can be a header: claims of other types are never mapped (wire 1.4). */
function textClaim(claims: Claims, name: string): string | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return text === "" || CONTROL.test(text) ? undefined : text;
}

interface Mapped {
  user?: string | undefined;
  /** Headers, and the user that they were made for. */
  headers?: { readonly user: string | undefined; readonly set: Readonly<Record<string, string>> };
}

/** What the claims of one token mean to one provider: both are the same objects at every request. */
const mapped = new WeakMap<SessionProvider, WeakMap<Claims, Mapped>>();
function mappedOf(claims: Claims, provider: SessionProvider): Mapped {
  let ofProvider = mapped.get(provider);
  if (!ofProvider) {
    ofProvider = new WeakMap();
    mapped.set(provider, ofProvider);
  }
  let found = ofProvider.get(claims);
  if (!found) {
    found = { user: firstText(claims, provider) };
    ofProvider.set(claims, found);
  }
  return found;
}

/** The value of X-User; undefined when no configured claim is a text. */
export const userOf = (claims: Claims, provider: SessionProvider): string | undefined =>
  mappedOf(claims, provider).user;

/** The first claim that is a text; an unverified address counts only where the provider allows it. */
function firstText(claims: Claims, provider: SessionProvider): string | undefined {
  for (const name of provider.x_user ?? X_USER_CLAIMS) {
    if (name === "email" && provider.email_verify_check && claims.email_verified !== true) continue;
    // A comma would read as two headers joined (H-1).
    const text = textClaim(claims, name);
    if (text !== undefined && !text.includes(",")) return text;
  }
  return undefined;
}

/** Every header that any provider maps: one provider's users must not forge another's (L-W4). */
export function identityHeaders(providers: Providers): readonly string[] {
  const names = new Set(["x-user", "x-user-id"]);
  for (const { claim_header } of providers.values()) {
    for (const name of Object.keys(claim_header ?? {})) names.add(name.toLowerCase());
  }
  return [...names];
}

/** The headers of one identity. */
export function headersOf(
  identity: Identity,
  provider: SessionProvider,
): Readonly<Record<string, string>> {
  const found = mappedOf(identity.claims, provider);
  if (found.headers?.user !== identity.user || !found.headers) {
    found.headers = { user: identity.user, set: makeHeaders(identity, provider) };
  }
  return found.headers.set;
}

function makeHeaders(
  identity: Identity,
  provider: SessionProvider,
): Readonly<Record<string, string>> {
  const set: Record<string, string> = {};
  const put = (name: string, text: string | undefined) => {
    if (text !== undefined) set[name.toLowerCase()] = encodeHeaderText(text);
  };
  put("x-user", identity.user);
  put("x-user-id", textClaim(identity.claims, "preferred_username"));
  for (const [name, claim] of Object.entries(provider.claim_header ?? {})) {
    // An empty or missing claim only deletes the header.
    delete set[name.toLowerCase()];
    if (claim !== "") put(name, textClaim(identity.claims, claim));
  }
  return set;
}
