/** The in-process API: the functions behind the routes, without the HTTP. */
import type { GuessKind, SpentKind } from "./codes/attempt-names.ts";
import type { Attempted } from "./codes/attempted.ts";
import type { SentForms } from "./codes/form-once.ts";
import type { ApiKeyClaims } from "./credentials/api-key-claims.ts";
import type { PasskeyBegin } from "./credentials/passkey-begin.ts";
import type { FactorSetup } from "./errors.ts";
import type { EnrollmentDecision } from "./iam/passkeys/enrollment-decision.ts";
import type { CheckAnswer, CheckIdentity, CheckRequest } from "./iam/permission-check/question.ts";
import type { PrincipalView } from "./iam/principals/shown-principal.ts";
import type { Authentication } from "./identity.ts";
import type { EmailCodeAnswer, EmailCodeRequest } from "./oauth2/email-sign-in/request.ts";
import type { FactorSetupAnswer, FactorSetupRequest } from "./oauth2/factor-setup/request.ts";
import type { FirstPasswordRequest } from "./oauth2/first-password/request.ts";
import type {
  AcceptedInvitation,
  AcceptPasskeyRequest,
  AcceptRequest,
  NeedlessInvitation,
  OpenInvitation,
} from "./oauth2/invitations/request.ts";
import type { MintedCode, MintRequest } from "./oauth2/mint-request.ts";
import type { PasskeyRequest } from "./oauth2/passkey-request.ts";
import type {
  AccountAction,
  AccountAnswer,
  AccountRequest,
  ConfirmedReset,
  OpenReset,
  OpenSignup,
  ResetRequest,
  VerifiedSignup,
  VerifyRequest,
} from "./oauth2/signup/request.ts";
import type { TokenParameters } from "./oauth2/token-parameters.ts";
import type { ProviderCatalog } from "./providers/catalog.ts";
import type { FollowedSessions } from "./sessions/session-store.ts";
import type { Branding } from "./settings/branding.ts";
import type { WeakKind } from "./std/password-rules.ts";
import type { Language } from "./std/texts/languages.ts";
import type { TokenResponse } from "./tokens/token-response.ts";
import type { VerifiedToken } from "./tokens/verified-token.ts";
import type { CertifiedRequest } from "./web/certified-request.ts";

export type { GuessKind, SpentKind } from "./codes/attempt-names.ts";
export type { Attempted } from "./codes/attempted.ts";
export type { SentForms } from "./codes/form-once.ts";
export type { ApiKeyClaims } from "./credentials/api-key-claims.ts";
export type { PasskeyBegin } from "./credentials/passkey-begin.ts";
export type { EnrollmentDecision } from "./iam/passkeys/enrollment-decision.ts";
export type { CheckAnswer, CheckIdentity, CheckRequest } from "./iam/permission-check/question.ts";
export type {
  HoldingView,
  PrincipalView,
  TemporaryGrantView,
} from "./iam/principals/shown-principal.ts";
export type { SessionContext } from "./identity.ts";
export type { MailTarget } from "./oauth2/clients/mail-target.ts";
export type { EmailCodeAnswer, EmailCodeRequest } from "./oauth2/email-sign-in/request.ts";
export type { FactorSetupAnswer, FactorSetupRequest } from "./oauth2/factor-setup/request.ts";
export type { FirstPasswordRequest } from "./oauth2/first-password/request.ts";
export type { FirstSignIn } from "./oauth2/first-sign-in.ts";
export type {
  AcceptedInvitation,
  AcceptPasskeyRequest,
  AcceptRequest,
  NeedlessInvitation,
  OpenInvitation,
} from "./oauth2/invitations/request.ts";
export type { MintedCode, MintRequest } from "./oauth2/mint-request.ts";
export type { PasskeyRequest } from "./oauth2/passkey-request.ts";
export type {
  AccountAction,
  AccountAnswer,
  AccountRequest,
  ConfirmedReset,
  OpenReset,
  OpenSignup,
  ResetRequest,
  SignupBegun,
  VerifiedSignup,
  VerifyRequest,
} from "./oauth2/signup/request.ts";
export type { TokenParameters } from "./oauth2/token-parameters.ts";
export type { ProviderCatalog, Providers } from "./providers/catalog.ts";
export type { SessionEntry, SessionStore } from "./sessions/session-store.ts";
export type { TokenResponse } from "./tokens/token-response.ts";
export type { VerifiedToken } from "./tokens/verified-token.ts";
export type { CertifiedRequest } from "./web/certified-request.ts";

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
  /** It opens the management plane to an administrator (decision E-4). */
  readonly management: boolean;
  /** Audiences besides the service's own: resources that the token was issued for (RFC 8707). */
  readonly resources: readonly string[];
  /** For the answer's `DPoP-Nonce`: what the client should put into its next proof (RFC 9449 §8.2). */
  readonly dpop_nonce?: string;
}

/** What a login page may offer of this instance; read live from the settings. */
export interface LoginFeatures {
  readonly password: boolean;
  readonly passkey: boolean;
  /** Sign-in by a code or link in a mail: it is on, and this instance can send mail. */
  readonly email_code: boolean;
  readonly signup: boolean;
  readonly password_reset: boolean;
  readonly password_min_length: number;
  /** What a new password must not be, besides short. */
  readonly password_refuses?: readonly WeakKind[];
  /** Upstream providers that people can sign in at, by the id of the record. */
  readonly upstreams: ReadonlyMap<string, UpstreamFeature>;
}

/** How a login page shows an upstream provider. */
export interface UpstreamFeature {
  /** Of the record; empty when it has none. */
  readonly name: string;
  /** Preset of the record, whose mark the button has; empty when it has none. */
  readonly mark: string;
}

/** The limits on attempts, for what is checked elsewhere. */
export interface GuessLimits {
  /** Makes one attempt; a refusal that it throws is counted. Throws `too_many_requests` before it. */
  make<T>(kind: GuessKind, attempted: Attempted, attempt: () => Promise<T>): Promise<T>;
  /** Counts a request, successful or not. Throws `too_many_requests`. */
  spend(kind: SpentKind, attempted: Attempted): Promise<void>;
}

/** Who is offered a passkey after a sign-in: what the session in front knows. */
export interface EnrollmentSubject extends Authentication {
  /** Principal id. */
  readonly sub: string;
  /** How the session was begun: `password`, `code` or `passkey`; undefined in old sessions. */
  readonly method: string | undefined;
}

/** Where the request behind a call came from. */
export interface Behind {
  /** Of the page that the browser is looking at: it chooses the relying party, and where links lead (I-9). */
  readonly origin: string;
  /** `sourceNetwork` of the request, so that attempts are counted. */
  readonly network?: string | undefined;
  /** What the browser sends to be known as one that has signed in before: the cookie of `signedIn`. */
  readonly device?: string | undefined;
  /** What the browser calls itself, and the id of its request: for the audit log. */
  readonly agent?: string | undefined;
  readonly request_id?: string | undefined;
  /** Aborted when the caller disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Of the mails that follow from it; English when it is absent. */
  readonly language?: Language | undefined;
}

/** The steps of a set-up; a request without the client of its ticket is refused. */
export interface FactorSetupApi {
  /** What the page shows once more. */
  show(request: FactorSetupRequest, behind: Behind): Promise<FactorSetup>;
  /** The first code of an authenticator app. Throws `invalid_request` for a wrong one; the right stays. */
  app(request: FactorSetupRequest, code: string, behind: Behind): Promise<FactorSetupAnswer>;
  /** Begins without `credential`, finishes with it. */
  passkey(
    request: FactorSetupRequest,
    body: Readonly<Record<string, unknown>>,
    behind: Behind,
  ): Promise<Readonly<Record<string, unknown>> | FactorSetupAnswer>;
}

/** The service in process: what its routes do, for the host and for sessions, logins and guards beside it. */
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
   * `signal` is that request's, so that nothing is computed for a disconnected caller. `device` as in `Behind`.
   * Throws AuthError with the codes of RFC 6749 §5.2.
   */
  token(
    parameters: TokenParameters,
    origin?: string,
    network?: string,
    signal?: AbortSignal,
    device?: string,
    from?: Pick<Behind, "agent" | "request_id">,
  ): Promise<TokenResponse>;
  /**
   * Accepts one of our access tokens: signature, type, issuer, audience, times, revocation, and an
   * enabled principal and client behind it (K-10). A token that is bound to a certificate or a key is accepted only
   * with the request that it came with. Throws `invalid_token`, `invalid_dpop_proof` and `use_dpop_nonce` (whose
   * `dpop` says what the challenge needs), `too_many_requests`, `unavailable`.
   */
  verify(token: string, incoming?: CertifiedRequest): Promise<AcceptedToken>;
  /** Whether a token header's `kid` names a key of this instance. */
  knowsKey(kid: string): Promise<boolean>;
  /**
   * Claims of a raw API key (auth-wire 6.5). `network` and `signal` as in `token`. Throws `unauthenticated`,
   * `too_many_requests`, `unavailable`.
   */
  apiKey(key: string, network?: string, signal?: AbortSignal): Promise<ApiKeyClaims>;
  /** Revokes one of our tokens (RFC 7009 §2.1) for a session that gives it up; others are ignored. */
  revoke(token: string): Promise<void>;
  /**
   * An authorization code for a signed-in session, in the code store that is in force here; or that
   * the request has to go to the authorization endpoint, where the person is asked (I-5).
   */
  mintCode(request: MintRequest): Promise<MintedCode>;
  /**
   * Name of the client of a pending authorization request, by the id that the address of its consent page
   * has; undefined when there is no such request. For a login page. Throws `unavailable`.
   */
  pendingClient(flow: string): Promise<string | undefined>;
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
  /** What the deployment is called and looks like now; the product's own looks until the service is ready. */
  branding(): Branding;
  /**
   * `POST {prefix}/oauth2/passkey` in process: options of a begin, tokens of a finish. Throws AuthError with the
   * codes of auth-wire 5.15.
   */
  passkey(request: PasskeyRequest, behind: Behind): Promise<PasskeyBegin | TokenResponse>;
  /** Whether this person is offered a passkey now. */
  enrollment(subject: EnrollmentSubject, behind: Behind): Promise<EnrollmentDecision>;
  /**
   * `POST {prefix}/v1/passkey/register` in process for this person, whatever user the body names: the payload.
   * Throws `forbidden` where `enrollment` says no.
   */
  enroll(
    subject: EnrollmentSubject,
    body: Readonly<Record<string, unknown>>,
    behind: Behind,
  ): Promise<Readonly<Record<string, unknown>>>;
  /**
   * A second factor that is set up as part of a sign-in: after `mfa_setup_required` of `token`, or after tokens with
   * `factor_setup`. Throws AuthError: `invalid_grant` when the right to it is over.
   */
  readonly factorSetup: FactorSetupApi;
  /** What a login page may offer now. */
  features(): Promise<LoginFeatures>;
  /**
   * `POST {prefix}/oauth2/email` in process: mails a code, one answer for every address. The code is redeemed by `token`
   * with `email_code`. Throws AuthError like the route.
   */
  emailCode(request: EmailCodeRequest, behind: Behind): Promise<EmailCodeAnswer>;
  /**
   * The address that the code of a mailed link signs in, without using it up, for the page that asks before it
   * does; undefined for one that is not accepted. Throws `unavailable`.
   */
  emailCodeAddress(code: string): Promise<string | undefined>;
  /**
   * Signup and password reset: what `{prefix}/oauth2/signup`, `…/password-reset` and their second steps do.
   * Throws AuthError with their status and message.
   */
  account(action: AccountAction, request: AccountRequest, behind: Behind): Promise<AccountAnswer>;
  /**
   * Whose sign-up the code of a mail is, without using it up; undefined for one that is not accepted.
   * @param browser what the browser got when a sign-up was begun in it
   */
  signup(
    code: string,
    browser: string | undefined,
    behind: Behind,
  ): Promise<OpenSignup | undefined>;
  /**
   * Makes the account of a sign-up, and signs in where it was begun in this browser; another one has to know its password.
   * Throws AuthError: 401 for the code and the password, 409 for an address that has an account by now, 429, and
   * `mfa_setup_required` when the account is there.
   */
  verifySignup(request: VerifyRequest, behind: Behind): Promise<VerifiedSignup>;
  /** Where the person of a reset's link was going, without using its code up; undefined for one that is not accepted. */
  reset(code: string, browser: string | undefined, behind: Behind): Promise<OpenReset | undefined>;
  /** Replaces a forgotten password. Throws AuthError: 400 for the password, 401 for the code, 403 while resets are off, 429. */
  confirmReset(request: ResetRequest, behind: Behind): Promise<ConfirmedReset>;
  /**
   * Replaces a temporary password, after `password_change_required` of `token`: answers the username. Throws AuthError:
   * 400 for the password, 401 when the right is over.
   */
  firstPassword(
    request: FirstPasswordRequest,
    behind: Behind,
  ): Promise<{ readonly username: string }>;
  /** Whose invitation the code of a mail is, without using it up: not open where the address signs in already, undefined where it cannot be accepted at all. */
  invitation(
    code: string,
    behind: Behind,
  ): Promise<OpenInvitation | NeedlessInvitation | undefined>;
  /**
   * Makes the account of an invitation. Throws AuthError: 400 for password and name, 401 for the code, 409 for an
   * address that has an account by now, 429.
   */
  acceptInvitation(request: AcceptRequest, behind: Behind): Promise<AcceptedInvitation>;
  /** The same with a passkey in place of a password: what the browser is asked for. */
  invitationPasskey(
    code: string | undefined,
    behind: Behind,
  ): Promise<{
    readonly session_id: string;
    readonly options: Readonly<Record<string, unknown>>;
  }>;
  /** The finish of `invitationPasskey`, which signs in: one write makes the account and its passkey. */
  acceptWithPasskey(request: AcceptPasskeyRequest, behind: Behind): Promise<AcceptedInvitation>;
  /**
   * Notes that a browser signed in with this access token of ours, for the account page of its user.
   * `userAgent` is what it calls itself. Answers what this browser has to send from now on to be known as one
   * that has signed in before. Does nothing for other tokens; never rejects.
   */
  signedIn(accessToken: string, userAgent: string | null): Promise<string | undefined>;
  /** For a login that passes secrets on: counted with those of this instance. */
  readonly guesses: GuessLimits;
  /** For forms of a login that are sent twice: kept where all instances find it. */
  readonly forms: SentForms;
  /** Session records in the service's database, shared by all instances. */
  sessionStore(): Promise<FollowedSessions>;
  /** A key for session cookies and records, derived from `encryption.key`: the same on all instances. */
  sessionKey(): Promise<string>;
}
