/** What a caller of `createSession` writes; the schema beside it (`options.ts`) checks it. */
import type { SessionProviderOptions } from "../settings/records/provider-options.ts";
import type { CookieOptions } from "./cookie-options.ts";
import type { ProviderSourceOptions } from "./provider-source-options.ts";
import type { SessionStoreOptions } from "./store-options.ts";

/**
 * The static configuration of a session. Every member is optional, an absent group has every default,
 * and an unknown member is refused.
 */
export interface SessionOptions {
  /**
   * Signs the cookies and seals the records; at least 16 characters. Of a list the first signs, and all
   * of them open. Absent: derived from the key of the auth instance in this process; the `memory` store
   * without such an instance makes one for as long as the process lives.
   */
  readonly session_key?: string | readonly string[] | null | undefined;
  /** Where records are kept. */
  readonly store?: SessionStoreOptions | null | undefined;
  /** The session's cookie. */
  readonly options?: SessionCookieOptions | null | undefined;
  /** Absent: `__Host-auth_session` on https with path `/` and no domain, else `auth_session`. */
  readonly cookie_name?: string | undefined;
  /**
   * Names of the cookie by host; the first rule that fits wins.
   * @default []
   */
  readonly cookie_name_hosts?: readonly CookieNameRule[] | null | undefined;
  /**
   * Providers by key. The key is a segment of the login's addresses: `.`, `..` and characters that a
   * path cannot hold are refused.
   * @default {}
   */
  readonly provider?: Readonly<Record<string, SessionProviderOptions>> | null | undefined;
  /** Where further providers come from; one with the same key replaces the one in `provider`. */
  readonly provider_source?: ProviderSourceOptions | null | undefined;
  /** Key of the one provider that counts for refresh, claims, API keys and records. Absent: none. */
  readonly set_provider?: string | undefined;
  /**
   * Patterns of paths where signing in is optional, such as `["/assets/**", "/health"]`: `**` crosses
   * slashes, `*` does not.
   * @default []
   */
  readonly skip_paths?: readonly string[] | null | undefined;
  /**
   * Auth instances by name, or check URLs, whose public paths and public permissions need no sign-in.
   * Without the instance in it clients get no tokens.
   * @default []
   */
  readonly auth_skip_paths?: readonly string[] | null | undefined;
  /** Tells MCP and API clients how to get a token for what is behind the session (RFC 9728). */
  readonly protected_resource?: ProtectedResourceOptions | null | undefined;
  /**
   * Resources besides the protected one that access tokens may name (RFC 8707); a token for any other
   * resource is refused.
   * @default []
   */
  readonly audience?: readonly string[] | null | undefined;
  /** What happens to requests without identity. */
  readonly action?: SessionActionOptions | null | undefined;
  /** Fixed public origin, such as `https://app.example.com`. Absent: the origin of the request. */
  readonly base_url?: string | undefined;
  /**
   * IP addresses or CIDRs of the proxies whose forwarded headers count.
   * @default []
   */
  readonly trusted_proxies?: readonly string[] | null | undefined;
}

export interface SessionCookieOptions extends CookieOptions {
  /**
   * Seconds that a record lives after its last write, and `Max-Age` of a remembered cookie; at most 400
   * days. 0 is the default.
   * @default 86400
   */
  readonly max_age?: number | undefined;
  /**
   * `HttpOnly` of the cookie.
   * @default true
   */
  readonly http_only?: boolean | undefined;
}

/** Needs `cookie_name`, and one of `host` and `regex`. */
export interface CookieNameRule {
  /** Host with its port for which the rule holds, such as `app.example.com`. */
  readonly host?: string | undefined;
  /** Instead of `host`: a regular expression over it. */
  readonly regex?: string | undefined;
  /** Cookie name for these hosts. Required. */
  readonly cookie_name?: string | undefined;
}

export interface ProtectedResourceOptions {
  /**
   * Identifier of everything behind the session, such as `https://app.example.com/mcp`.
   * Absent: origin and path of the request.
   */
  readonly resource?: string | undefined;
  /** Issuers to publish. Absent: those of the providers in this process. */
  readonly authorization_servers?: readonly string[] | null | undefined;
  /**
   * Scopes to publish.
   * @default []
   */
  readonly scopes_supported?: readonly string[] | null | undefined;
  /**
   * Clients whose tokens must name the resource in `aud`.
   * @default []
   */
  readonly check_audience_azp?: readonly string[] | null | undefined;
  /**
   * On: of access tokens only those count that are bound to a key, each request with a proof of it (RFC 9449).
   * @default false
   */
  readonly dpop_bound_access_tokens_required?: boolean | undefined;
}

export interface SessionActionOptions {
  /**
   * There is one action.
   * @default "token"
   */
  readonly active?: "" | "token" | undefined;
  /** What the action `token` does. */
  readonly token?: TokenActionOptions | null | undefined;
}

export interface TokenActionOptions {
  /** Where browsers sign in: a path such as `/login/`, or an http or https URL. Absent: no redirect. */
  readonly login_path?: string | undefined;
  /**
   * Never refreshes; a session ends with its access token.
   * @default false
   */
  readonly disable_refresh?: boolean | undefined;
  /**
   * Accepts any certificate of providers, key sets and check URLs. Node and Bun alone.
   * @default false
   */
  readonly insecure_skip_verify?: boolean | undefined;
  /**
   * 407 without a challenge instead of 401.
   * @default false
   */
  readonly legacy_proxy_auth?: boolean | undefined;
  /**
   * Sends programs to the login page, too.
   * @default false
   */
  readonly redirect_always?: boolean | undefined;
}
