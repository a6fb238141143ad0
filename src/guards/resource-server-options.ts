/** What a caller of `resourceServer` writes; the schema beside it (`resource-server.ts`) checks it. */

import type { AuthenticationDemands } from "./authentication-options.ts";

export interface ResourceServerOptions extends AuthenticationDemands {
  /** Name of the auth instance whose access tokens are accepted. */
  readonly auth_middleware: string;
  /**
   * Identifier that tokens must name in `aud`, such as `https://app.example.com/mcp`.
   * Absent: the origin of the request.
   */
  readonly resource?: string | undefined;
  /** Exact issuers. Absent or empty: every one that the auth instance calls its own. */
  readonly authorization_servers?: readonly string[] | null | undefined;
  /**
   * Scopes to publish.
   * @default []
   */
  readonly scopes_supported?: readonly string[] | null | undefined;
  /**
   * Scopes that a token must have, all of them.
   * @default []
   */
  readonly required_scopes?: readonly string[] | null | undefined;
  /**
   * Broader scopes, and the narrower ones that each implies: `{ "files:write": ["files:read"] }`. What is
   * implied may imply more.
   * @default {}
   */
  readonly implied_scopes?:
    | Readonly<Record<string, readonly string[] | null | undefined>>
    | null
    | undefined;
  /**
   * Off: tokens for any audience are accepted.
   * @default true
   */
  readonly check_audience?: boolean | undefined;
  /**
   * On: only tokens that are bound to a key are accepted, each request with a proof of it (RFC 9449).
   * @default false
   */
  readonly dpop_bound_access_tokens_required?: boolean | undefined;
  /**
   * Header that gets the user of the token.
   * @default "X-User"
   */
  readonly user_header?: string | undefined;
  /** Header that gets the scopes of the token and those that they imply, with spaces between them. Absent: none. */
  readonly scope_header?: string | undefined;
  /** Fixed public origin, such as `https://app.example.com`. Absent: the origin of the request. */
  readonly base_url?: string | undefined;
  /**
   * IP addresses or CIDRs of the proxies whose forwarded headers count.
   * @default []
   */
  readonly trusted_proxies?: readonly string[] | null | undefined;
}
