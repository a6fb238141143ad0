/** What a caller of `createLogin` writes; the schema beside it (`options.ts`) checks it. */
import type { CookieOptions } from "../session/cookie-options.ts";
import type { RedisOptions } from "../settings/fields/redis-options.ts";

/**
 * The static configuration of a login. All members but `session_middleware` are optional, an absent
 * group has every default, and an unknown member is refused.
 */
export interface LoginOptions {
  /** Name of the session in `Instances.session` that a sign-in begins. */
  readonly session_middleware: string;
  /** Name of the auth instance that redeems minted codes. Absent: that of the signed-in provider. */
  readonly auth_middleware?: string | undefined;
  /** Where the routes are. */
  readonly path?: LoginPathOptions | null | undefined;
  /** The `redirect_uri` at providers elsewhere. */
  readonly redirect?: LoginRedirectOptions | null | undefined;
  /** Our page, or your own. */
  readonly ui?: LoginUiOptions | null | undefined;
  /** What the page says and offers. */
  readonly info?: LoginInfoOptions | null | undefined;
  /** Requests to providers elsewhere. */
  readonly request?: LoginRequestOptions | null | undefined;
  /** Carries state, verifier and nonce of a code flow, sealed. */
  readonly state_cookie?: StateCookieOptions | null | undefined;
  /** Says to scripts that a code flow is complete. */
  readonly success_cookie?: SuccessCookieOptions | null | undefined;
  /** Where minted codes are kept, for a login without an auth instance in its process. */
  readonly store?: LoginStoreOptions | null | undefined;
  /**
   * Targets of minted codes, such as `["https://app.example.com/callback"]`: same origin, path at or
   * below. Empty allows the targets of the client alone.
   * @default []
   */
  readonly redirect_white_list?: readonly string[] | null | undefined;
  /**
   * Clients that get codes without a question, besides those of the session providers and those with
   * `skip_consent`.
   * @default []
   */
  readonly clients?: readonly string[] | null | undefined;
}

/** Paths start with one slash. */
export interface LoginPathOptions {
  /** Where the login page is, such as `/login`. Absent: `/`. */
  readonly base?: string | undefined;
  /** Written in front of every URL of the manifest. Absent: nothing. */
  readonly base_url?: string | undefined;
  /** Code flow. Absent: `{base}/auth/code`. */
  readonly code?: string | undefined;
  /** Password flow. Absent: `{base}/auth/token`. */
  readonly token?: string | undefined;
  /** Passkey flow. Absent: `{base}/auth/passkey`. */
  readonly passkey?: string | undefined;
  /** Manifest. Absent: `{base}/auth/methods`, which answers in any case. */
  readonly methods?: string | undefined;
  /** Manifest in its old form. Absent: `{base}/auth/info/ui`. */
  readonly info_ui?: string | undefined;
  /** Status. Absent: `{base}/auth/status`. */
  readonly status?: string | undefined;
}

export interface LoginRedirectOptions {
  /** Fixed origin of `redirect_uri`, such as `https://id.example.com`. */
  readonly base_url?: string | undefined;
  /**
   * Scheme of `redirect_uri` when `base_url` is not set. Absent or empty: that of the request, which is
   * `https` over TLS or when a trusted proxy says so.
   */
  readonly schema?: "" | "http" | "https" | undefined;
}

export interface LoginUiOptions {
  /**
   * The page is your own: every other GET below `path.base` goes to the next handler.
   * @default false
   */
  readonly external_folder?: boolean | undefined;
}

export interface LoginInfoOptions {
  /**
   * Title of the login page.
   * @default "Login"
   */
  readonly title?: string | undefined;
  /**
   * Hides "Keep me signed in" and ignores it everywhere.
   * @default false
   */
  readonly disable_remember_me?: boolean | undefined;
}

export interface LoginRequestOptions {
  /**
   * Accepts any certificate of providers elsewhere. Node and Bun alone.
   * @default false
   */
  readonly insecure_skip_verify?: boolean | undefined;
}

export interface StateCookieOptions extends CookieOptions {
  /**
   * Start of the cookie's name; a digest of the state follows.
   * @default "auth_state"
   */
  readonly cookie_name?: string | undefined;
  /**
   * Seconds that a person has at the provider, from 10 to 86400.
   * @default 360
   */
  readonly max_age?: number | undefined;
  /**
   * `HttpOnly` of the cookie.
   * @default true
   */
  readonly http_only?: boolean | undefined;
}

/** Of the common members only `secure` and `same_site` count: the path is always `/`, on this host. */
export interface SuccessCookieOptions extends CookieOptions {
  /** Accepted and ignored: the SDK knows one name, `auth_verify`. */
  readonly cookie_name?: string | undefined;
  /**
   * Seconds that the marker lives, from 5 to 3600.
   * @default 60
   */
  readonly max_age?: number | undefined;
  /**
   * Accepted and ignored: the SDK reads the marker.
   * @default false
   */
  readonly http_only?: boolean | undefined;
}

export interface LoginStoreOptions {
  /** Absent or empty: `memory`. */
  readonly active?: "" | "memory" | "redis" | undefined;
  /**
   * Forces cluster routing, as `redis.cluster`.
   * @default false
   */
  readonly cluster?: boolean | undefined;
  /** Must equal `cache.code_store.key_prefix` of the service that redeems. Absent: no prefix. */
  readonly key_prefix?: string | undefined;
  /** Required while `active` is `redis`. */
  readonly redis?: RedisOptions | null | undefined;
}
