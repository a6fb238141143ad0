/** Checks the tokens of a sign-in: ID token, access token, and that both have one subject (I-6, U-2). */
import { AuthError } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import {
  type Expectation,
  type IdTokenClaims,
  idTokenSubject,
  verifyIdToken,
} from "../relying-party/id-token.ts";
import { peek } from "../relying-party/peek.ts";
import { isOpaque } from "../relying-party/token-answer.ts";
import type { SessionProvider } from "../settings/records/session-provider.ts";
import type { SessionCore } from "./core.ts";
import { identityOf, PERSON_CLAIMS } from "./identity.ts";
import { provePerson } from "./person.ts";
import type { LoginTokens, SessionPerson } from "./record.ts";
import { type VerifiedAccess, verifyAccess } from "./verify-token.ts";

async function idTokenClaims(
  { keys }: SessionCore,
  { auth_middleware, oauth2 }: SessionProvider,
  idToken: string | undefined,
): Promise<IdTokenClaims | undefined> {
  if (idToken === undefined) return undefined;
  // It came from this process and not over a network; it only has to belong to this login.
  if (auth_middleware) return peek(idToken, 1);
  return verifyIdToken(keys, oauth2?.cert_url, idToken);
}

const subjectOf = (access: VerifiedAccess): string =>
  access.kind === "own" ? access.token.sub : access.sub;

/** Whose tokens they are. */
export interface CheckedTokens {
  /** The access token itself names the person, or is one of our own. */
  readonly says: boolean;
  /** What the ID token and the addresses of the record said, where the access token does not. */
  readonly person?: SessionPerson | undefined;
}

/** A person of a provider elsewhere, as the requests after this one will see them. */
const isNamed = (
  providers: Providers,
  key: string,
  { sub, claims }: { readonly sub: string; readonly claims: IdTokenClaims },
): boolean =>
  identityOf({ kind: "foreign", provider: key, sub, claims }, providers, key, {
    via: "cookie",
    access_token: "",
  }) !== undefined;

/**
 * Refuses a sign-in that names no user: the cookie would be set, and the next request would know no one. Throws
 * `invalid_token` with the claims that are missing and the setting that chooses them.
 */
export function requireNamed(
  providers: Providers,
  key: string,
  { says, person }: CheckedTokens,
): void {
  const { claims } = person ?? {};
  if (says || (claims && isNamed(providers, key, { sub: String(claims.sub), claims }))) return;
  const { x_user = PERSON_CLAIMS, email_verify_check } = providers.get(key) ?? {};
  const names = x_user.map((name) =>
    name === "email" && email_verify_check !== false ? "email with email_verified" : name,
  );
  throw new AuthError(
    "invalid_token",
    `no claim names the user: ${names.join(", ")}; x_user of the session provider chooses the claims`,
  );
}

/**
 * Accepts the tokens of a sign-in or of a refresh for the provider that gave them, and nothing else.
 * Throws `invalid_token`; `unavailable` when the keys of the provider cannot be had, and `server_error` when
 * it does not say whose an opaque token is.
 */
export async function checkTokens(
  core: SessionCore,
  providers: Providers,
  key: string,
  tokens: Pick<LoginTokens, "access_token" | "id_token">,
  expected: Expectation,
  origin: () => string,
): Promise<CheckedTokens> {
  const provider = providers.get(key);
  if (!provider) throw new AuthError("not_found", `provider "${key.slice(0, 200)}" not found`);
  const claims = await idTokenClaims(core, provider, tokens.id_token);
  const { oauth2, auth_middleware } = provider;
  const sub = await idTokenSubject(claims, tokens, oauth2 ?? {}, expected);
  const prove = (subject: string | undefined) => {
    if (!oauth2) return undefined;
    const { http } = core.instances.runtime;
    const insecure = core.options.action.token.insecure_skip_verify;
    return provePerson({ http, insecure }, oauth2, tokens.access_token, claims, subject);
  };
  if (oauth2 && !auth_middleware && isOpaque(tokens.access_token)) {
    return { says: false, person: await prove(sub) };
  }
  const access = await verifyAccess(core, providers, tokens.access_token, { only: key, origin });
  if (sub !== undefined && subjectOf(access) !== sub) {
    throw new AuthError("invalid_token", "the access token is of another subject");
  }
  if (access.kind === "own" || isNamed(providers, key, access)) return { says: true };
  return { says: false, person: await prove(access.sub) };
}
