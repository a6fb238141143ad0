/** The session as an application sees it (login-session-wire 2.17). */
import type { MiddlewareHandler } from "hono";
import type { Identity } from "../identity.ts";
import type { Providers } from "../providers/catalog.ts";
import type { Connection } from "../runtime.ts";
import type { RecordedMethod } from "../settings/login-methods.ts";
import type { RequestHead } from "../web/request-head.ts";
import type { Flags, SessionState } from "./context.ts";
import type { LoginTokens, SessionPerson, SessionRecord } from "./session-record.ts";

/** One request as adapters and Hono hand it over. */
export interface IncomingRequest<R extends RequestHead = Request> {
  readonly request: R;
  readonly connection: Connection;
  readonly flags?: Flags;
  /** Resources that the guard behind answers to, besides the session's own. */
  readonly audience?: readonly string[];
  /** Where it was asked at, as a guard knows; absent: `origin`. Proofs are made for an address (RFC 9449). */
  readonly askedAt?: (() => string) | undefined;
}

/** As much of it as a session reads. */
export type SessionRequest = IncomingRequest<RequestHead>;

/** Headers that a session adds to every answer. */
export type AnswerHeaders = readonly (readonly [string, string])[];

/** What becomes of a request. */
export type Decision =
  | {
      readonly kind: "answer";
      /** Complete, with its cookies. */
      readonly response: Response;
    }
  | Allowed;

/** The request goes on, with these changes. */
export interface Allowed {
  readonly kind: "pass";
  readonly state: SessionState;
  /** Header names that must not reach the handlers behind; always all of them, before `set`. */
  readonly remove: readonly string[];
  readonly set: Readonly<Record<string, string>>;
  /** Headers for the answer: `Set-Cookie` and `X-Session-Set` after a refresh. */
  readonly answer: AnswerHeaders;
}

/** A session that is valid now. */
export interface CurrentSession {
  readonly identity: Identity;
  readonly record: SessionRecord;
  /** Headers for the answer, after a refresh. */
  readonly answer: AnswerHeaders;
}

/** What a sign-in brought. */
export interface SignIn {
  /** Provider key; `set_provider` of the session wins. */
  readonly provider: string;
  readonly method: RecordedMethod;
  readonly tokens: LoginTokens;
  readonly remember_me: boolean;
  /** Who signed in, where the access token is opaque. */
  readonly person?: SessionPerson | undefined;
}

/** Finds out who asks. `await using`, or `session[Symbol.asyncDispose]()`, closes its store. */
export interface Session extends AsyncDisposable {
  /** For `app.use("*", session.middleware)`: in front of everything that needs to know the caller. */
  readonly middleware: MiddlewareHandler;

  /** The same without Hono. Never throws: what cannot be decided is answered with 503. */
  admit(incoming: SessionRequest): Promise<Decision>;

  /**
   * Identifies the caller; signing in is optional, regardless of the configuration: for hosts whose
   * handlers guard themselves. Deletes nothing. Throws `unavailable`: an outage is not a logout.
   */
  identify(incoming: SessionRequest): Promise<Allowed>;

  /** Scheme and host of the public URLs of this request: `base_url`, else the request (H-5). */
  origin(incoming: SessionRequest): string;

  /** All providers that flows and token validation use now: static, source, replacements, overrides. */
  providers(): Promise<Providers>;

  /** Whether there is a valid session; refreshes when due, deletes nothing. Throws `unavailable`. */
  current(incoming: SessionRequest): Promise<CurrentSession | undefined>;

  /** The record behind the cookie, unverified; throws `unavailable` when the store is down. */
  stored(incoming: SessionRequest): Promise<SessionRecord | undefined>;

  /** Stores a login under a new session id and removes the old record (B-8). Headers for the answer. */
  signIn(incoming: SessionRequest, login: SignIn): Promise<AnswerHeaders>;

  /** Removes record and cookie. Headers for the answer. Throws `unavailable` when the store is down. */
  signOut(incoming: SessionRequest): Promise<AnswerHeaders>;

  /** 401, or 407 with `legacy_proxy_auth` (wire 2.11). */
  unauthorized(): Response;

  /** Where a browser goes to sign in; undefined without `action.token.login_path`. */
  loginUrl(returnTo?: string): string | undefined;

  /** A `redirect_path` that is safe to follow, else `/` (wire 2.15; B-7). */
  safeReturn(redirectPath: string | null | undefined): string;
}
