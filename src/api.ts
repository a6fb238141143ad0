/** The in-process door: the functions behind the routes, without the HTTP. */
import { now, openInternalCall, type Service } from "./call.ts";
import type { Attempted } from "./codes/attempts.ts";
import { isFirstUse } from "./codes/first-use.ts";
import { type ApiKeyClaims, acceptApiKey } from "./credentials/api-key.ts";
import { AuthError } from "./errors.ts";
import type { CheckAnswer, CheckIdentity, CheckRequest } from "./iam/check.ts";
import { decideAccess } from "./iam/decide-access.ts";
import { minimumPasswordLength } from "./iam/principals/details.ts";
import { principalByAlias } from "./iam/principals/principal.ts";
import type { PrincipalView } from "./iam/principals/principal-schema.ts";
import { viewPrincipal } from "./iam/principals/principal-view.ts";
import { acceptBearer } from "./oauth2/bearer.ts";
import { isFirstParty, resourcesOf } from "./oauth2/first-party.ts";
import { type MintedCode, type MintRequest, mintCode } from "./oauth2/mint-code.ts";
import { revokeOwnToken } from "./oauth2/revoke.ts";
import { requestTokens, type TokenParameters } from "./oauth2/token.ts";
import type { ProviderCatalog } from "./providers/catalog.ts";
import { readCatalog } from "./providers/read-catalog.ts";
import { databaseSessions } from "./sessions/database.ts";
import type { SessionStore } from "./sessions/session-store.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";
import { durationOf } from "./std/duration.ts";
import type { TokenResponse } from "./tokens/decision.ts";
import { signingKey } from "./tokens/sign.ts";
import { isOwnIssuer, type VerifiedToken } from "./tokens/verify.ts";

export type { SessionContext } from "./iam/caller.ts";
export type { MintedCode, MintRequest } from "./oauth2/mint-code.ts";
export type { TokenParameters } from "./oauth2/token.ts";

/** Context variable through which a session middleware of the same Hono app passes on its caller. */
export const SESSION_KEY = "postern";

/** An accepted access token and the principal it speaks for. */
export interface AcceptedToken extends VerifiedToken {
  /** First alias of the enabled principal behind `sub`. */
  readonly principal: string;
  /** All of them: a claim names the principal only when it is one (I-3). */
  readonly aliases: readonly string[];
  /** The client acts for its user at the service itself, not only at applications (I-4). */
  readonly first_party: boolean;
  /** Audiences besides the service's own: resources that the token was issued for (RFC 8707). */
  readonly resources: readonly string[];
}

/** What a login page may offer of this instance; read live from the settings. */
export interface LoginFeatures {
  readonly password: boolean;
  readonly passkey: boolean;
  readonly signup: boolean;
  readonly password_reset: boolean;
  readonly password_min_length: number;
}

/** The limits of `password.attempts`, for secrets that are checked elsewhere. */
export interface GuessLimits {
  /** Makes one attempt; a refusal that it throws is counted. Throws `too_many_requests` before it. */
  make<T>(attempted: Attempted, attempt: () => Promise<T>): Promise<T>;
  /** Counts a request, successful or not. Throws `too_many_requests`. */
  spend(attempted: Attempted): Promise<void>;
}

export interface AuthApi {
  /** Path prefix of the instance, without trailing slash; its OAuth surface is `{prefix}/oauth2`. */
  readonly prefix: string;
  /** Globs of the paths that authenticate clients or are anonymous: the public plane (wire 1.2). */
  readonly publicPaths: readonly string[];
  /** Globs of the paths that need a raw credential to reach them. */
  readonly rawCredentialPaths: readonly string[];
  /**
   * The token endpoint in process. `origin` makes the issuer when `oauth2.base_url` is not set.
   * `network` is where the request behind it came from (`sourceNetwork`), so that attempts are counted;
   * `signal` is that request's, so that nothing is computed for a disconnected caller.
   * Throws AuthError with the codes of RFC 6749 §5.2.
   */
  token(
    parameters: TokenParameters,
    origin?: string,
    network?: string,
    signal?: AbortSignal,
  ): Promise<TokenResponse>;
  /**
   * Accepts one of our access tokens: signature, type, issuer, audience, times, revocation, and an
   * enabled principal and client behind it (K-10). Throws `invalid_token`, `unavailable`.
   */
  verify(token: string): Promise<AcceptedToken>;
  /** Whether a token header's `kid` names a key of this instance. */
  knowsKey(kid: string): Promise<boolean>;
  /** Claims of a raw API key; throws `unauthenticated` (auth-wire 6.5). */
  apiKey(key: string): Promise<ApiKeyClaims>;
  /** Revokes one of our tokens (RFC 7009 §2.1) for a session that gives it up; others are ignored. */
  revoke(token: string): Promise<void>;
  /**
   * An authorization code for a signed-in session, in the code store that is in force here; or that
   * the request has to go to the authorization endpoint, where the person is asked (I-5).
   */
  mintCode(request: MintRequest): Promise<MintedCode>;
  /**
   * Whether the state of a code flow comes back for the first time, on all instances: true for one
   * caller. `left` are the milliseconds that the state itself is still valid. Throws `unavailable`.
   */
  firstUse(state: string, left: number): Promise<boolean>;
  /**
   * `POST /v1/check` in process. Without identity, and for an unknown or disabled one, public
   * permissions alone decide; `api-key:<id>` is an alias.
   */
  check(input: CheckIdentity & CheckRequest): Promise<CheckAnswer>;
  /**
   * A user or service account by alias or id as the routes show it, with expanded roles and
   * permissions and without password and secret; undefined when there is none. An alias wins over
   * an id. Disabled ones are found too: see `is_active`.
   */
  principal(aliasOrId: string): Promise<PrincipalView | undefined>;
  /** Session providers of this instance, at one version. */
  sessionProviders(): Promise<ProviderCatalog>;
  /** Version of the read model; a new one may bring other providers. */
  version(): Promise<number>;
  /** Canonical issuer URL; `origin` decides when `oauth2.base_url` is not set. */
  issuer(origin: string): Promise<string>;
  /**
   * Where a browser is that asked at this origin: there, or at `oauth2.base_url` when that is set and
   * nothing lets browsers sign in at the other one (H-4, I-9).
   */
  origin(requested: string): string;
  /** K-14: `{scheme}://{host}{prefix}/oauth2` with any host. */
  acceptsIssuer(iss: string): boolean;
  features(): Promise<LoginFeatures>;
  /** For a login that passes secrets on: counted with those of this instance. */
  readonly guesses: GuessLimits;
  /** Session records in the service's database, shared by all instances. */
  sessionStore(): Promise<SessionStore>;
  /** A key for session cookies and records, derived from `encryption.key`: the same on all instances. */
  sessionKey(): Promise<string>;
}

const SHOW_GRANTS = {
  add_roles: true,
  add_permissions: true,
  add_data: false,
  add_scope_roles: false,
} as const;

const publicPathsOf = (prefix: string): readonly string[] => [
  `${prefix}/oauth2/**`,
  `${prefix}/saml/**`,
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/**",
  "/.well-known/openid-configuration",
  "/.well-known/openid-configuration/**",
];

/** @param opening the service, as soon as it has started */
export function createApi(opening: Promise<Service>, prefix: string): AuthApi {
  let opened: Service | undefined;
  opening.then((service) => (opened = service)).catch(() => undefined);
  /** Keyed by the verified token: the same token comes with every request of a session. */
  const accepted = new WeakMap<VerifiedToken, { snapshot: Snapshot; answer: AcceptedToken }>();
  return {
    prefix,
    publicPaths: publicPathsOf(prefix),
    rawCredentialPaths: [`${prefix}/oauth2/api-key`],

    async token(parameters, origin, network, signal) {
      const call = openInternalCall(await opening, origin, network, signal);
      return requestTokens(call, parameters, undefined);
    },

    async verify(token) {
      const call = openInternalCall(opened ?? (await opening));
      const subject = await acceptBearer(call, token);
      const { token: verified, principal } = subject;
      const [alias] = principal.alias;
      if (alias === undefined) throw new AuthError("invalid_token", "user has no alias");
      const known = accepted.get(verified);
      if (known?.snapshot === call.snapshot) return known.answer;
      const answer: AcceptedToken = {
        ...verified,
        principal: alias,
        aliases: principal.alias,
        first_party: isFirstParty(call, subject),
        resources: resourcesOf(call, verified),
      };
      accepted.set(verified, { snapshot: call.snapshot, answer });
      return answer;
    },

    async knowsKey(kid) {
      return signingKey((opened ?? (await opening)).snapshots.current).kid === kid;
    },

    async apiKey(key) {
      return acceptApiKey(openInternalCall(await opening), key);
    },

    async revoke(token) {
      await revokeOwnToken(openInternalCall(await opening), token);
    },

    async mintCode(request) {
      return mintCode(openInternalCall(await opening), request);
    },

    async firstUse(state, left) {
      return isFirstUse((await opening).codes, state, durationOf(left));
    },

    async check(input) {
      return decideAccess(openInternalCall(await opening), input);
    },

    async principal(aliasOrId) {
      const call = openInternalCall(await opening);
      const { snapshot } = call;
      const found = principalByAlias(snapshot, aliasOrId) ?? snapshot.principals.get(aliasOrId);
      return found && viewPrincipal(snapshot, found, now(call), SHOW_GRANTS);
    },

    async sessionProviders() {
      return readCatalog(openInternalCall(await opening));
    },

    async version() {
      return (opened ?? (await opening)).snapshots.current.version;
    },

    async issuer(origin) {
      return openInternalCall(await opening, origin).issuer;
    },

    origin: (requested) => (opened ? openInternalCall(opened, requested).pageOrigin() : requested),

    acceptsIssuer: (iss) => isOwnIssuer(iss, prefix),

    async features() {
      const service = await opening;
      const { settings } = service.snapshots.current;
      return {
        password: !settings.password.disabled,
        // Passkeys, signup and reset are not implemented yet, so the settings do not count.
        passkey: false,
        signup: false,
        password_reset: false,
        password_min_length: minimumPasswordLength(service),
      };
    },

    guesses: {
      async make(attempted, attempt) {
        const { attempts, snapshots } = await opening;
        return attempts.make(snapshots.current.settings.password.attempts, attempted, attempt);
      },

      async spend(attempted) {
        const { attempts, snapshots } = await opening;
        return attempts.spend(snapshots.current.settings.password.attempts, attempted);
      },
    },

    async sessionStore() {
      return databaseSessions((await opening).store);
    },

    async sessionKey() {
      return (await opening).store.box.derive("session");
    },
  };
}
