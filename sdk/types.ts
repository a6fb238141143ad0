/** Public types of the login SDK (login-middleware.md, Login SDK; login-session-wire 3.4, 4.2). */

import type { EmailLink, LoginLink, LoginManifest, PasswordLink } from "../src/login/manifest.ts";

export type { EmailLink, LoginLink, LoginManifest, PasswordLink };

export interface LoginSettings {
  /** Base path or address of the login, for example `/login/`. Derived from the module's own address when absent. */
  readonly base?: string;
}

export interface PasswordInput {
  readonly username: string;
  readonly password: string;
  /** Ask for a session that lasts; ignored where the service has switched the choice off. */
  readonly rememberMe?: boolean;
  /** Further members of the request, for example `{ totp: "123456" }` after `mfa_required`. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A second factor that the person is to set up as part of the sign-in; its addresses are for the calls of the client. */
export interface FactorSetup {
  /** Gives the right to it: for ten minutes, once. */
  readonly ticket: string;
  /** How the person knows the account. */
  readonly account: string;
  /** By an authenticator app: its key as text, as an address, and as a QR code (SVG). */
  readonly app?: {
    readonly url: string;
    readonly secret: string;
    readonly key_uri: string;
    readonly qr: string;
  };
  /** By a passkey. */
  readonly passkey?: { readonly url: string };
  /** The person can put it off until then (ISO 8601). Absent: nothing goes on without it. */
  readonly until?: string;
}

export interface SetUpInput {
  readonly rememberMe?: boolean;
  /** `svc_flow` of the link of a mail: the page that waits for it goes on. */
  readonly flow?: string;
}

/** Of a factor that was set up: the codes are shown this one time. */
export interface SetUpResult {
  readonly recoveryCodes: readonly string[];
}

export interface PasswordResult {
  /** Present when a recovery code stood in for the second factor: how many are left. */
  readonly recoveryCodesLeft?: number;
  /** The person is signed in and is to set a second factor up, now or later. */
  readonly setup?: FactorSetup;
}

export interface PasskeyInput {
  /** Absent: the browser offers every passkey it has for this place. */
  readonly username?: string;
  readonly rememberMe?: boolean;
  /** `conditional`: offer passkeys in the autofill of the user name field instead of a dialog. */
  readonly mediation?: "conditional";
  /** Ends the ceremony. */
  readonly signal?: AbortSignal;
}

export interface CodeInput {
  readonly rememberMe?: boolean;
  /** Name of the window; unique for each call when absent. */
  readonly target?: string;
  /** Window features; a centred window when absent, a tab when empty. */
  readonly features?: string;
  /** Aborting rejects the call and closes the window. */
  readonly signal?: AbortSignal;
  /** Reject after this many milliseconds; without it the wait has no end. */
  readonly timeout?: number;
  /**
   * Called once when the window has looked closed for about five seconds. Some browsers isolate the
   * window so that it only looks closed; the call therefore goes on waiting.
   */
  readonly onPopupClosed?: () => void;
}

export interface SignupInput {
  readonly email: string;
  readonly password: string;
  readonly name?: string;
  /** Page that the mail links to, when it is registered; this page with `?flow=verify` when absent. */
  readonly redirectUri?: string;
  /** The person is to be signed in by `signupVerify` in this browser, and goes on where this page leads. */
  readonly goOn?: boolean;
}

export interface SignupResult {
  readonly message: string;
  /** With `goOn`, for `emailCompleted`: another page of this browser has confirmed the address and signed in. */
  readonly flow?: string;
  /** The account works only after `signupVerify` with the code from the mail. */
  readonly verificationRequired: boolean;
}

export interface SignupVerifyInput {
  /**
   * Sign in, too. Then a browser in which the sign-up was not begun is refused with `signup_password_required`: a stranger
   * can sign up with any address.
   */
  readonly signIn?: boolean;
  /** The one of the sign-up, for another browser. */
  readonly password?: string;
  /** Further members of the request. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface SignupVerifyResult extends MessageResult, PasswordResult {
  /** The session cookie is set. */
  readonly signedIn: boolean;
}

export interface ResetInput {
  readonly email: string;
  /** Page that the mail links to, when it is registered; this page with `?flow=reset` when absent. */
  readonly redirectUri?: string;
  /** The person goes on from this page: the link of the mail leads back to where it is. */
  readonly goOn?: boolean;
}

/** An answer that a person can be shown. */
export interface ResetConfirmInput {
  /** Say whether to sign in at once. */
  readonly signIn?: boolean;
}

export interface MessageResult {
  readonly message: string;
}

export interface EmailInput {
  readonly email: string;
  /** Page that the mail links to; the login page of the service when absent. */
  readonly redirectUri?: string;
  /** Ticks "Keep me signed in" on the page that the link opens. */
  readonly rememberMe?: boolean;
}

/** A mail was asked for; it comes only where the address has an account. */
export interface ResetConfirmResult extends MessageResult {
  /** With `signIn`, in the browser that asked with `goOn`: the username to sign in with, and the new password. */
  readonly signInAs?: string;
}

export interface EmailResult extends MessageResult {
  /** For `emailCompleted`: the sign-in that this page waits for. */
  readonly flow: string;
}

export interface EmailCodeInput {
  /** As it was typed, or from the link. */
  readonly code: string;
  /** The address that the code was asked for, when the page knows it. */
  readonly email?: string;
  readonly rememberMe?: boolean;
  /** `svc_flow` of the link: the page that waits for it goes on. */
  readonly flow?: string;
  /** One-time or recovery code, after `mfa_required`. */
  readonly totp?: string;
  /** Further members of the request. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Whether to offer a passkey after a completed login. */
export interface EnrollmentStatus {
  readonly prompt: boolean;
  readonly prompt_id?: string;
  readonly snooze_seconds?: number;
}

export interface EnrollInput {
  /** Label of the passkey, for example the name of the device. */
  readonly name?: string;
}

export interface EnrollResult {
  readonly message: string;
  readonly id: string;
}

/** What a magic link of a mail asks the page to do. */
export interface MailFlow {
  readonly flow: "verify" | "reset" | "email";
  /** The one-time code; empty when the link carries none. */
  readonly code: string;
}

/** The flows of one login. Every method rejects with a `LoginError`. */
export interface LoginClient {
  /** Fetches the manifest: one control per link, each flow run against the `url` of its link. */
  methods(): Promise<LoginManifest>;
  /** Signs in with a password; resolves when the session cookie is set. */
  password(link: LoginLink, input: PasswordInput): Promise<PasswordResult>;
  /** Signs in with a passkey; resolves when the session cookie is set. */
  passkey(link: LoginLink, input?: PasskeyInput): Promise<void>;
  /**
   * Signs in at another provider in a window of its own. Call it directly in a click, otherwise
   * browsers block the window. Resolves when the session cookie is set.
   */
  code(link: LoginLink, input?: CodeInput): Promise<void>;
  /** Sets an authenticator app up with its first code, and signs in with both factors. */
  setUpApp(setup: FactorSetup, code: string, input?: SetUpInput): Promise<SetUpResult>;
  /** Makes a passkey as the second factor, and signs in with both. */
  setUpPasskey(setup: FactorSetup, input?: SetUpInput & EnrollInput): Promise<SetUpResult>;
  /** Creates an account. */
  signup(link: PasswordLink, input: SignupInput): Promise<SignupResult>;
  /** Confirms the address of a new account with the code from the mail. */
  signupVerify(
    link: PasswordLink,
    code: string,
    input?: SignupVerifyInput,
  ): Promise<SignupVerifyResult>;
  /** Asks for a mail with a password reset code. */
  resetRequest(link: PasswordLink, input: ResetInput): Promise<MessageResult>;
  /** Sets a new password with the code from the mail. */
  resetConfirm(
    link: PasswordLink,
    code: string,
    password: string,
    input?: ResetConfirmInput,
  ): Promise<ResetConfirmResult>;
  /** Asks for a mail with a code and a link to sign in with. */
  emailRequest(link: EmailLink, input: EmailInput): Promise<EmailResult>;
  /** Signs in with a mailed code; resolves when the session cookie is set. Links need a click before it. */
  emailConfirm(link: EmailLink, input: EmailCodeInput): Promise<PasswordResult>;
  /** Resolves when another page of this browser has signed in by the link of that mail, of a sign-up, too. */
  emailCompleted(flow: string, signal?: AbortSignal): Promise<void>;
  /** Asks whether to offer a passkey to the person who has just signed in. */
  passkeyEnrollmentStatus(): Promise<EnrollmentStatus>;
  /** Creates and registers a passkey for the signed-in user. */
  enrollPasskey(input?: EnrollInput): Promise<EnrollResult>;
  /** Keeps this browser from offering a passkey for the time that the status names. */
  snoozePasskeyEnrollment(status: EnrollmentStatus): void;
  /**
   * Leaves the login page after a completed login: reloads inside an authorization-code flow, else
   * follows a safe `redirect_path`, else sends a message to the window that opened this one and closes it, else
   * goes to `/`.
   */
  finish(): void;
}
