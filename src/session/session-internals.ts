/** What a login and the standalone server need of a session besides its public members. */
import { AuthError } from "../errors.ts";
import type { ProviderCatalog, Providers } from "../providers/catalog.ts";
import type { Expectation } from "../relying-party/id-token.ts";
import type { Branding } from "../settings/branding.ts";
import type { Ready } from "../std/ready.ts";
import type { ParsedSession } from "./options.ts";
import type { LoginTokens, SessionPerson } from "./record.ts";
import type { Allowed, Decision, Session, SessionRequest } from "./session.ts";

/** What every request asks of a session: answered at once from memory, without a promise. */
export interface SyncSession {
  admit(incoming: SessionRequest): Ready<Decision>;
  identify(incoming: SessionRequest): Ready<Allowed>;
  providers(): Ready<Providers>;
}

/** Every session is made by `createSession` and has them; only the public type does not name them. */
export interface SessionInternals extends Session {
  readonly options: ParsedSession;

  /** The members of `Session` with these names. */
  readonly sync: SyncSession;

  /** Keys of this session, the same on all its instances: the first signs and seals, all are accepted. */
  keys(): Promise<readonly string[]>;

  /** The in-process catalog with this session's replacements and overrides; undefined without one. */
  catalog(): Promise<ProviderCatalog | undefined>;

  /** Of the service behind the provider source; undefined where that is not known. */
  branding(): Branding | undefined;

  /**
   * Accepts what a sign-in brought, for this provider alone (OpenID Connect Core §3.1.3.7; I-6). Throws
   * `invalid_token`; `unavailable` when the keys of the provider cannot be had. Answers the person of an
   * opaque access token, for `signIn`.
   */
  checkTokens(
    incoming: SessionRequest,
    provider: string,
    tokens: LoginTokens,
    expected: Expectation,
  ): Promise<SessionPerson | undefined>;

  /** Ends what a logout token of a provider names; throws `not_found`, `invalid_request`, `unavailable`. */
  endByLogoutToken(provider: string, token: string): Promise<void>;

  /**
   * Fetches the key sets of remote providers that are not there yet; answers the providers whose keys
   * still cannot be had. For the start of a server, and for its health (L-D6).
   */
  missingKeys(): Promise<readonly string[]>;
}

/** For an object that was made otherwise, the same members with their promises. */
export const syncSession = (session: Session): SyncSession =>
  isWhole(session) ? session.sync : session;

const isWhole = (session: Session): session is SessionInternals => "checkTokens" in session;

/** Throws `server_error` for an object that did not come from `createSession`. */
export function internalsOf(session: Session): SessionInternals {
  if (isWhole(session)) return session;
  throw new AuthError("server_error", "a login needs a session of createSession");
}
