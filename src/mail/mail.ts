/** One mail to a person: to whom, what it is about, and the values that it tells. */
import type { Duration } from "../std/duration.ts";
import type { Language } from "../std/texts/languages.ts";
import { CREDENTIAL_ACTS } from "../store/change.ts";

/** Mails that tell of a change of the ways into an account (ADR 0107). */
export const ACCOUNT_MAIL_KINDS = [
  ...CREDENTIAL_ACTS,
  "password_changed",
  "address_added",
  "address_changed",
] as const;

export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number];

/** What a mail is about; each has its texts in `texts/`. */
export type MailKind =
  | AccountMailKind
  | "login"
  | "verify"
  | "account_exists"
  | "reset"
  | "reset_sent"
  | "invitation"
  | "address_change"
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
  readonly change?: AccountChange | undefined;
}

/** When and from where an account was changed, as far as its person may know. */
export interface AccountChange {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Who it was, when it was another: of them nothing else is told. */
  readonly by?: "administrator" | "program" | undefined;
  /** As `browserName` puts it. */
  readonly browser?: string | undefined;
  /** In coarse words. */
  readonly network?: string | undefined;
  /** What the credential is called, or how many are left. */
  readonly name?: string | undefined;
}
