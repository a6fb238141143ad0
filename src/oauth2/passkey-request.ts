/** A request of a sign-in with a passkey (auth-wire 5.15). */

/** Without `assertion` it begins; a finish has `session_id` and `assertion`. */
export interface PasskeyRequest {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  /** RFC 7521 §4.2. */
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
  /** Without it the person chooses among the passkeys of the device. */
  readonly username?: string | undefined;
  readonly scope?: string | undefined;
  readonly resource?: readonly string[] | undefined;
  readonly remember_me?: boolean | undefined;
  readonly session_id?: string | undefined;
  /** The credential of the browser as JSON, binary members in URL-safe base64 without padding. */
  readonly assertion?: unknown;
}
