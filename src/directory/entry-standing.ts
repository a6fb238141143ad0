/** What an entry says of its account: in force, disabled, or with an end (decision E-6). Pure. */

/** Attributes that say whether an account is in force, in Active Directory, OpenLDAP, 389 and of `shadow`. */
export const STANDING_ATTRIBUTES = [
  "userAccountControl",
  "accountExpires",
  "pwdAccountLockedTime",
  "nsAccountLock",
  "shadowExpire",
] as const;

/** What an entry says of its account. */
export interface EntryStanding {
  readonly disabled: boolean;
  /** Milliseconds since the epoch. */
  readonly ends?: number;
}

const DAY_MS = 86_400_000;
/** ACCOUNTDISABLE of Active Directory. */
const DISABLED_BIT = 2;
/** Windows counts in steps of 100 ns from 1601 on; 0 and the greatest number mean never. */
const WINDOWS_EPOCH_MS = 11_644_473_600_000;
const NEVER = 9_223_372_036_854_775_807n;
/** For good, by an administrator (draft-behera-ldap-password-policy §5.3.3); a time is a lock of too many tries. */
const LOCKED_FOR_GOOD = "000001010000Z";

const wholeNumber = (text: string | undefined): bigint | undefined =>
  text !== undefined && /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;

export function entryStanding(
  attributes: Readonly<Record<string, readonly string[]>>,
): EntryStanding {
  const first = (name: (typeof STANDING_ATTRIBUTES)[number]) => attributes[name]?.[0];
  const control = wholeNumber(first("userAccountControl"));
  const disabled =
    (control !== undefined && (Number(control) & DISABLED_BIT) !== 0) ||
    first("pwdAccountLockedTime") === LOCKED_FOR_GOOD ||
    first("nsAccountLock")?.toLowerCase() === "true";
  const ends: number[] = [];
  const windows = wholeNumber(first("accountExpires"));
  if (windows !== undefined && windows > 0n && windows < NEVER) {
    ends.push(Number(windows / 10_000n) - WINDOWS_EPOCH_MS);
  }
  const days = wholeNumber(first("shadowExpire"));
  if (days !== undefined && days > 0n) ends.push(Number(days) * DAY_MS);
  return { disabled, ...(ends.length > 0 && { ends: Math.min(...ends) }) };
}
