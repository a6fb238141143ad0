/** A session provider as a caller writes it; the schema beside it (`session-provider.ts`) checks it. */

/** One service that signs people in: an auth instance in this process, or a provider elsewhere. */
export interface SessionProviderOptions {
  /** Label on the login page. Absent: the key of the provider. */
  readonly name?: string | undefined;
  /**
   * On its button: `data:image/svg+xml;base64,…` or `data:image/png;base64,…` of at most 16 KiB. Absent: the mark of a
   * known provider, or none.
   */
  readonly logo?: string | undefined;
  /** Name of the auth instance in this process that issues, refreshes, validates and revokes. */
  readonly auth_middleware?: string | undefined;
  /** The client at the provider, and the provider's addresses. */
  readonly oauth2?: ProviderOAuth2Options | null | undefined;
  /** Offers passkeys. Absent: no. */
  readonly passkey?: boolean | undefined;
  /**
   * Asks for username and password here. Absent: no; passwords are refused with 404, and a button leads
   * to the provider.
   */
  readonly password_flow?: boolean | undefined;
  /** Accepts API keys of this provider. Absent: no. */
  readonly api_key?: boolean | undefined;
  /** Header that carries the key. Absent: `X-API-Key`. */
  readonly api_key_header?: string | undefined;
  /**
   * Claims that are tried in order for `X-User`, such as `["preferred_username"]`. For a provider
   * elsewhere they also say which user here the person is; without them the person is no user here, so
   * list only claims whose values people cannot choose for themselves.
   */
  readonly x_user?: readonly string[] | null | undefined;
  /** Claims by header, such as `{ "X-Team": "team" }`. */
  readonly claim_header?: Readonly<Record<string, string>> | null | undefined;
  /**
   * The claim `email` of a provider elsewhere counts only with `email_verified`; `false` turns that off.
   * Absent: on.
   */
  readonly email_verify_check?: boolean | undefined;
  /**
   * A whole number: ascending on the login page, descending where a token or key could belong to
   * several. Absent: 0.
   */
  readonly priority?: number | undefined;
  /** Not on the login page; its routes work. Absent: shown. */
  readonly hide?: boolean | undefined;
}

/** Addresses are http or https URLs, or paths that start with one slash. */
export interface ProviderOAuth2Options {
  /** Client at the provider. */
  readonly client_id?: string | undefined;
  /** Its secret; it is added on the server and never reaches the browser. */
  readonly client_secret?: string | null | undefined;
  /** Scopes to ask for, such as `["openid", "profile"]`. */
  readonly scopes?: readonly string[] | null | undefined;
  /** Where the browser signs in; an instance in this process needs none. */
  readonly auth_url?: string | undefined;
  /** For codes, passwords and refreshes; an instance in this process needs none. */
  readonly token_url?: string | undefined;
  /** Key set (JWKS) by which tokens of a provider elsewhere are verified. */
  readonly cert_url?: string | undefined;
  /** Asked whose an opaque access token is, at the sign-in and at every refresh. */
  readonly introspect_url?: string | undefined;
  /** Asked whose an opaque access token is, at the sign-in and at every refresh. */
  readonly userinfo_url?: string | undefined;
  /** Where the tokens are revoked at a sign-out. */
  readonly revocation_url?: string | undefined;
  /** Called at a sign-out with `id_token_hint`. */
  readonly logout_url?: string | undefined;
  /** Sign-in with a passkey at a provider elsewhere. */
  readonly passkey_url?: string | undefined;
  /** Where API keys of a service elsewhere are validated. */
  readonly api_key_url?: string | undefined;
  /** Registration at a service elsewhere; `/verify` is added for the code. */
  readonly signup_url?: string | undefined;
  /** Password reset at a service elsewhere; `/confirm` is added for the code. */
  readonly password_reset_url?: string | undefined;
  /** Sign-in by a mailed code at a service elsewhere; the code goes to `token_url`. */
  readonly email_url?: string | undefined;
  /** Exact `iss` of the provider's tokens. Absent: any. */
  readonly issuer?: string | undefined;
  /** Audiences besides our client for which access tokens of this provider are accepted. */
  readonly audiences?: readonly string[] | null | undefined;
  /**
   * Accepts access tokens that name neither our client nor one of `audiences`: every application of the
   * provider can then send its users' tokens here. Absent: no.
   */
  readonly any_audience?: boolean | undefined;
  /**
   * Clients besides our own that an access token may be issued to: `azp`, else `client_id`. Absent: any.
   * For a provider in this process they are first-party clients, too.
   */
  readonly authorized_parties?: readonly string[] | null | undefined;
  /**
   * A sign-out sends the browser to `logout_url` with `post_logout_redirect_uri`, so that the session at
   * the provider ends, too. Absent: no; the service calls the URL itself.
   */
  readonly logout_redirect?: boolean | undefined;
  /** Logout tokens of the provider end sessions here; needs `issuer` and `cert_url`. */
  readonly backchannel_logout?: boolean | undefined;
  /**
   * How the client is authenticated: 0 Basic header, 1 the secret as bearer, 2 parameters of the URL.
   * Absent: 0.
   */
  readonly auth_header_style?: number | undefined;
}
