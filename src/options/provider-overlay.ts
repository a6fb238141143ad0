/** Other hosts and addresses for session providers, as a caller writes them: of a service or a session. */

/** Replacements come first, overrides last. They create neither a provider nor OAuth2 settings. */
export interface ProviderOverlayOptions {
  /**
   * `host[:port]` by `host[:port]`, such as `{ "id.example.com": "id.internal.example.com:8443" }`. For a
   * service it rewrites `oauth2.base_url`, too, and with it issuer and discovery.
   * @default {}
   */
  readonly host_replacements?: Readonly<Record<string, string>> | null | undefined;
  /**
   * Addresses by the key of the provider.
   * @default {}
   */
  readonly overrides?: Readonly<Record<string, ProviderOverrideOptions>> | null | undefined;
}

export interface ProviderOverrideOptions {
  /** Addresses of the provider; those that are absent stay the provider's own. */
  readonly oauth2?: ProviderEndpointOptions | null | undefined;
}

/** Each is an http or https URL, or a path that starts with one slash. Absent: the provider's own. */
export interface ProviderEndpointOptions {
  /** Replaces the address where the browser signs in. */
  readonly auth_url?: string | undefined;
  /** Replaces the token endpoint. */
  readonly token_url?: string | undefined;
  /** Replaces the userinfo endpoint. */
  readonly userinfo_url?: string | undefined;
  /** Replaces the key set (JWKS). */
  readonly cert_url?: string | undefined;
  /** Replaces the introspection endpoint. */
  readonly introspect_url?: string | undefined;
  /** Replaces the revocation endpoint. */
  readonly revocation_url?: string | undefined;
  /** Replaces the address that is called at a sign-out. */
  readonly logout_url?: string | undefined;
  /** Replaces the address for sign-ins with a passkey. */
  readonly passkey_url?: string | undefined;
  /** Replaces the address where API keys are validated. */
  readonly api_key_url?: string | undefined;
  /** Replaces the address for registrations. */
  readonly signup_url?: string | undefined;
  /** Replaces the address for password resets. */
  readonly password_reset_url?: string | undefined;
  /** Replaces the address for sign-in by a mailed code. */
  readonly email_url?: string | undefined;
}
