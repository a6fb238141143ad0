/** One mail to a person: to whom, what it is about, and the values that it tells. */
import type { Duration } from "../std/duration.ts";
import type { Language } from "../std/texts/languages.ts";

/** What a mail is about; each has its texts in `texts/`. */
export type MailKind =
  | "login"
  | "verify"
  | "account_exists"
  | "reset"
  | "reset_sent"
  | "password_changed"
  | "invitation"
  | "address_change"
  | "address_changed"
  | "test";

export interface Mail {
  readonly kind: MailKind;
  /** The stored or just-validated address; what is no single address is not sent to (E-5). */
  readonly to: string;
  readonly values: MailValues;
  /** Of the person, where it is known; else of the request that it follows from. English when it is absent. */
  readonly language?: Language;
}

/** Everything is optional; templates see what is absent as empty. */
export interface MailValues {
  /** Of the person. */
  readonly name?: string | undefined;
  /** To type. */
  readonly code?: string | undefined;
  /** To open: absolute, `https` or `http`, with a code of its own. */
  readonly link?: string | undefined;
  /** Of code and link. */
  readonly lifetime?: Duration | undefined;
  readonly client_id?: string | undefined;
  readonly redirect_uri?: string | undefined;
  /** Id of the principal whose address it is. */
  readonly user_id?: string | undefined;
  readonly user_alias?: readonly string[] | undefined;
}
