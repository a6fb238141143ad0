/**
 * What a later run changes of a person whom an earlier one brought. The file adds and replaces, and takes nothing away:
 * names, roles and sign-ins that were given here stay, who was disabled here stays so, and a password of the person's own
 * is never written over. Pure.
 */
import type { Details } from "../../snapshot/snapshot.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import type { users } from "../../store/tables.ts";
import type { IdentityKey } from "../claim-mapping/vouched.ts";
import { storedHash, storeHash } from "../principals/details.ts";
import { withMarkOfAddress } from "../principals/proven-address.ts";
import { hashMark } from "./hash-mark.ts";
import type { ImportedPerson } from "./person.ts";

export type UserRow = typeof users.$inferSelect;

/** A known person, and what the file says of them by now. */
export interface Known {
  readonly row: UserRow;
  readonly person: ImportedPerson;
  readonly stored: Details;
  /** Of the hash that the last run brought. */
  readonly imported_mark: string;
  readonly role_ids: readonly string[];
  /** Those that the account does not have. */
  readonly identities: readonly IdentityKey[];
  /** The account has an authenticator app, or has begun to set one up. */
  readonly has_app: boolean;
}

export interface Changes {
  readonly row: UserRow;
  readonly stored: Details;
  readonly alias: readonly string[];
  readonly alias_keys: readonly string[];
  readonly details: Details;
  readonly disabled: boolean;
  readonly role_ids: readonly string[];
  readonly description: string;
  readonly identities: readonly IdentityKey[];
  readonly totp_secret: string | undefined;
  /** Of the hash that is written; undefined where none is. */
  readonly hash_mark: string | undefined;
}

/** The hash to write: where there is none, or the one there is the one that was imported. */
function newHash({ row, person, stored, imported_mark }: Known): string | undefined {
  const { hash } = person;
  const present = storedHash(stored.password);
  if (hash === undefined || hash === present || !row.local) return undefined;
  const isImported = present !== undefined && hashMark(present) === imported_mark;
  return present === undefined || isImported ? hash : undefined;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Undefined when there is nothing to write. */
export function changesOf(known: Known): Changes | undefined {
  const { row, person, stored, has_app } = known;
  const keys = new Set(row.alias_keys);
  const added = person.alias.filter((name) => !keys.has(canonicalAlias(name)));
  const hash = newHash(known);
  const details: Record<string, unknown> = {
    ...withMarkOfAddress({ ...stored, email_verified: undefined, ...person.details }, stored),
  };
  if (person.details.email_verified === true) details.email_verified = true;
  if (details.email_verified === undefined) delete details.email_verified;
  if (hash !== undefined) {
    details.password = storeHash(hash);
    delete details.password_temporary;
    if (person.must_change_password) details.password_temporary = true;
  }
  const roles = person.roles.length > 0 ? known.role_ids : [];
  const role_ids = [...new Set([...row.doc.role_ids, ...roles])];
  const disabled = row.disabled || person.enabled === false;
  const description = person.description || row.doc.description;
  const totp_secret = row.local && !has_app ? person.totp_secret : undefined;
  const isSame =
    added.length === 0 &&
    known.identities.length === 0 &&
    totp_secret === undefined &&
    disabled === row.disabled &&
    description === row.doc.description &&
    role_ids.length === row.doc.role_ids.length &&
    Object.keys({ ...stored, ...details }).every((name) => same(stored[name], details[name]));
  if (isSame) return undefined;
  const alias = [...row.alias, ...added];
  return {
    ...{ row, stored, alias, details, disabled, role_ids, description, totp_secret },
    alias_keys: [...new Set(alias.map(canonicalAlias))],
    identities: known.identities,
    hash_mark: hash === undefined ? undefined : hashMark(hash),
  };
}
