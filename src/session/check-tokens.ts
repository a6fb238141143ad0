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

/**
 * Accepts the tokens of a sign-in or of a refresh for the provider that gave them, and nothing else.
 * Throws `invalid_token`; `unavailable` when the keys of the provider cannot be had, and `server_error` when
 * it does not say whose an opaque token is.
 * @returns the person of an opaque access token; undefined for a token that says it itself
 */
export async function checkTokens(
  core: SessionCore,
  providers: Providers,
  key: string,
  tokens: Pick<LoginTokens, "access_token" | "id_token">,
  expected: Expectation,
  origin: () => string,
): Promise<SessionPerson | undefined> {
  const provider = providers.get(key);
  if (!provider) throw new AuthError("not_found", `provider "${key.slice(0, 200)}" not found`);
  const claims = await idTokenClaims(core, provider, tokens.id_token);
  const { oauth2 } = provider;
  const sub = await idTokenSubject(claims, tokens, oauth2 ?? {}, expected);
  if (oauth2 && !provider.auth_middleware && isOpaque(tokens.access_token)) {
    const { http } = core.instances.runtime;
    const insecure = core.options.action.token.insecure_skip_verify;
    return provePerson({ http, insecure }, oauth2, tokens.access_token, claims, sub);
  }
  const access = await verifyAccess(core, providers, tokens.access_token, { only: key, origin });
  if (sub !== undefined && subjectOf(access) !== sub) {
    throw new AuthError("invalid_token", "the access token is of another subject");
  }
  return undefined;
}
