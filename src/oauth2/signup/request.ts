/** What the four actions of the signup family take and answer (auth-wire 5.16; login-session-wire 3.9). */
import type { ClientCredentials } from "../clients/client-credentials.ts";
import type { MailTarget } from "../clients/mail-target.ts";

/** The names by which a login asks for them in process. */
export type AccountAction =
  | "signup"
  | "signup-verify"
  | "password-reset"
  | "password-reset-confirm";

/** All of it as it was sent; absent where nothing was. */
export interface AccountRequest extends MailTarget {
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
