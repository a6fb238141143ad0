/** What the four actions of the signup family take and answer (auth-wire 5.16; login-session-wire 3.9). */
import type { TokenResponse } from "../../tokens/token-response.ts";
import type { ClientCredentials } from "../clients/client-credentials.ts";
import type { MailTarget } from "../clients/mail-target.ts";
import type { FirstSignIn } from "../first-sign-in.ts";

/** The names by which a login asks for them in process. */
export type AccountAction =
  | "signup"
  | "signup-verify"
  | "password-reset"
  | "password-reset-confirm";

/** Where a sign-up or a reset was begun: at a login page of this process. */
export interface SignupBegun {
  /** What only the browser holds. */
  readonly browser: string;
  /** Where the person was going: the query of the page. */
  readonly search: string;
  /** The page that waits for the address to be confirmed. */
  readonly flow?: string | undefined;
}

/** What the page of a sign-up's link is told, without using the code up. */
export interface OpenSignup {
  readonly address: string;
  /** Present in the browser in which it was begun: where the person was going. */
  readonly search?: string | undefined;
}

/** An address is confirmed at a login page of this process, which signs in with it. */
export interface VerifyRequest extends FirstSignIn {
  readonly code: string | undefined;
  /** What this browser holds; undefined for one in which no sign-up was begun. */
  readonly browser: string | undefined;
  /** The one that was chosen at sign-up, in another browser than that. */
  readonly password: string | undefined;
}

export interface VerifiedSignup {
  readonly address: string;
  /** Only for the browser in which the sign-up was begun. */
  readonly tokens?: TokenResponse | undefined;
  /** The page that waits. */
  readonly flow?: string | undefined;
}

/** What the page of a reset's link is told, without using the code up. */
export interface OpenReset {
  /** It was asked for in this browser. */
  readonly here: boolean;
  /** Where the person was going; absent where no login page of this process was asked. */
  readonly search?: string | undefined;
}

/** A password is replaced at a login page of this process. */
export interface ResetRequest {
  readonly code: string | undefined;
  readonly password: string | undefined;
  /** What this browser holds. */
  readonly browser: string | undefined;
}

export interface ConfirmedReset {
  /** The username with which the mail was asked for. */
  readonly address: string;
  /** It was asked for in this browser, which may sign in with the new password at once. */
  readonly here: boolean;
}

/** All of it as it was sent; absent where nothing was. */
export interface AccountRequest extends MailTarget {
  readonly begun?: SignupBegun | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly name?: string | undefined;
  readonly code?: string | undefined;
  /** `verify` and `confirm` need none: the code is the proof. */
  readonly credentials: ClientCredentials;
}

export interface AccountAnswer {
  readonly message: string;
  /** Of `signup`: the account is there when the mailed code comes back. */
  readonly verification_required?: boolean;
}
