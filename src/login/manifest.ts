/** The methods manifest (login-middleware.md, Methods manifest; login-session-wire 3.4). */

/** One login choice. `name` is a label and not unique; `url` is where its flow goes. */
export interface LoginLink {
  readonly name: string;
  readonly url: string;
}

export interface PasswordLink extends LoginLink {
  readonly signup_url?: string;
  readonly signup_verify_url?: string;
  readonly password_reset_url?: string;
  readonly password_reset_confirm_url?: string;
  readonly password_min_length?: number;
}

/** A group without entries is null. */
export interface LoginManifest {
  readonly title: string;
  /** Present and true only when the choice must be hidden. */
  readonly disable_remember_me?: true;
  readonly provider: {
    readonly password: readonly PasswordLink[] | null;
    readonly code: readonly LoginLink[] | null;
    readonly passkey: readonly LoginLink[] | null;
  };
  /** Shown by the page as an error. */
  readonly error?: string;
}
