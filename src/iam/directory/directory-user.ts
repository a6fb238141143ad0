/** A person as a directory knows them, and what of it becomes a user (auth-wire 2.2, 6.1). Pure. */
import type { Details } from "../../snapshot/snapshot.ts";
import { canonicalAlias, isPlainName } from "../../std/canonical-alias.ts";
import { alias } from "../principals/principal-schema.ts";
import { withMarkOfAddress } from "../principals/proven-address.ts";

/** An id that the directory itself gives an entry and never gives again. */
export interface DirectoryId {
  readonly attribute: string;
  readonly value: string;
}

export interface DirectoryUser {
  /** What a user is recognised by; the one that is kept first. Empty where a directory shows none. */
  readonly ids: readonly DirectoryId[];
  readonly dn: string;
  /** Username in the directory. */
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly given_name: string;
  readonly family_name: string;
}

const MAX_TEXT_LENGTH = 1_000;

/** Whether a text of a directory can name a user here; what it cannot name is never matched. */
export const isUsername = (text: string): boolean =>
  alias.safeParse(text).success && text === text.trim() && isPlainName(text);

/** An address that may stand beside the username as an alias. */
export const isAddress = (text: string): boolean =>
  /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\]+$/.test(text) && isUsername(text);

/** Email first, as clients know it from the directory. */
export function aliasesOf({ uid, email }: DirectoryUser): readonly string[] {
  const distinct = email !== "" && canonicalAlias(email) !== canonicalAlias(uid);
  return distinct ? [email, uid] : [uid];
}

/** The details that a directory sets; those that it leaves empty are not there. */
export function detailsOf(person: DirectoryUser): Details {
  const details: Record<string, string> = { uid: person.uid };
  for (const member of ["email", "name", "given_name", "family_name"] as const) {
    if (person[member] !== "") details[member] = person[member].slice(0, MAX_TEXT_LENGTH);
  }
  return details;
}

/** Details after a forced sync: what the directory says replaces, everything else stays; the mark of another address goes. */
export function withDirectoryDetails(stored: Details, person: DirectoryUser): Details {
  const { email: _email, name: _name, given_name: _given, family_name: _family, ...rest } = stored;
  return withMarkOfAddress({ ...rest, ...detailsOf(person) }, stored);
}
