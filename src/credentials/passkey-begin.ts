/** The answer of a begun sign-in with a passkey (auth-wire 5.15). */

export interface PasskeyBegin {
  /** For the finish: good once, for two minutes. */
  readonly session_id: string;
  /** What `navigator.credentials.get` needs: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
  readonly options: Readonly<Record<string, unknown>>;
}
