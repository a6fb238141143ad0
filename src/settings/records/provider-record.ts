/** A session provider as stored, served and used: checked, without defaults. */

/** Members that a provider does not have are absent. */
export interface SessionProvider {
  /** Label on the login page; the key of the provider when absent. */
  readonly name?: string | undefined;
  /** On its button: the data URL of a small SVG or PNG file. */
  readonly logo?: string | undefined;
  /** Name of the auth instance in this process. */
  readonly auth_middleware?: string | undefined;
  readonly oauth2?: ProviderOAuth2 | undefined;
  /** Passkeys are offered. */
  readonly passkey?: boolean | undefined;
  /** Username and password are asked for here. */
  readonly password_flow?: boolean | undefined;
  /** API keys are accepted. */
  readonly api_key?: boolean | undefined;
  /** Header that carries the key; `X-API-Key` when absent. */
  readonly api_key_header?: string | undefined;
  /** Claims that are tried in order for `X-User`. */
  readonly x_user?: readonly string[] | undefined;
  /** Claims by header. */
  readonly claim_header?: Readonly<Record<string, string>> | undefined;
  /** False: the claim `email` counts without `email_verified`. */
  readonly email_verify_check?: boolean | undefined;
  /** Ascending on the login page, descending where a token or key could belong to several. */
  readonly priority?: number | undefined;
  /** Not on the login page. */
  readonly hide?: boolean | undefined;
}

/** What an OAuth client needs to know of its provider. */
export interface ProviderOAuth2 {
  /** Empty when there is none. */
  readonly client_id: string;
  /** Empty when there is none. */
  readonly client_secret: string;
  readonly scopes?: readonly string[] | undefined;
  readonly auth_url?: string | undefined;
  readonly token_url?: string | undefined;
  readonly cert_url?: string | undefined;
  readonly introspect_url?: string | undefined;
  readonly userinfo_url?: string | undefined;
  readonly revocation_url?: string | undefined;
  readonly logout_url?: string | undefined;
  readonly passkey_url?: string | undefined;
  readonly api_key_url?: string | undefined;
  readonly signup_url?: string | undefined;
  readonly password_reset_url?: string | undefined;
  readonly email_url?: string | undefined;
  /** Exact `iss` of the provider's tokens; any when absent. */
  readonly issuer?: string | undefined;
  /** Audiences besides the client; never empty. */
  readonly audiences?: readonly string[] | undefined;
  readonly any_audience?: boolean | undefined;
  /** Clients besides our own that an access token may be issued to; never empty. */
  readonly authorized_parties?: readonly string[] | undefined;
  readonly logout_redirect?: boolean | undefined;
  /** Logout tokens of the provider end sessions here. */
  readonly backchannel_logout?: boolean | undefined;
  /** 0 Basic header, 1 the secret as bearer, 2 parameters of the URL; 0 when absent. */
  readonly auth_header_style?: number | undefined;
}
