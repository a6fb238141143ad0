/** The methods manifest (login-middleware.md, Methods manifest; login-session-wire 3.4); the SDK has it, too. */

/** One login choice. `name` is a label and not unique; `url` is where its flow goes. */
export interface LoginLink {
  readonly name: string;
  readonly url: string;
  /** A provider that is known: `google`, `entra`, `github`, `gitlab`, `apple`, `keycloak`. */
  readonly mark?: string;
  /** A path of this login: the logo that was chosen for this choice, in place of the mark. */
  readonly logo_url?: string;
}

/** A password choice; the other addresses are there only while the provider offers the feature. */
export interface PasswordLink extends LoginLink {
  readonly signup_url?: string;
  readonly signup_verify_url?: string;
  readonly password_reset_url?: string;
  readonly password_reset_confirm_url?: string;
  /** Least length of a new password; 8 when absent. */
  readonly password_min_length?: number;
  /**
   * What a new password must not be besides short: little more than a `words` of its account, a `common` one, one that was
   * stolen elsewhere (`breached`). Absent where nothing is refused.
   */
  readonly password_refuses?: readonly ("words" | "common" | "breached")[];
}

/** A choice to sign in by a code or link in a mail: `url` asks for it, `confirm_url` takes the code. */
export interface EmailLink extends LoginLink {
  readonly confirm_url: string;
}

/** What the deployment is called and looks like; what is not set is absent. */
export interface LoginBranding {
  readonly product_name?: string;
  /** A path of this login: the logo is served by it. */
  readonly logo_url?: string;
  /** `#rrggbb`; check the contrast of what you write on it. */
  readonly accent_color?: string;
  /** https or mailto. */
  readonly support_url?: string;
}

/** What a login page shows. A group without entries is null. */
export interface LoginManifest {
  readonly title: string;
  /** Present and true only when the remember-me choice must be hidden. */
  readonly disable_remember_me?: true;
  readonly provider: {
    readonly password: readonly PasswordLink[] | null;
    readonly code: readonly LoginLink[] | null;
    readonly passkey: readonly LoginLink[] | null;
    /** Absent where no provider offers it. */
    readonly email?: readonly EmailLink[];
  };
  /** Absent while nothing is set. */
  readonly branding?: LoginBranding;
  /** To be shown as an error. */
  readonly error?: string;
}
