/** What a write changed of the ways into accounts, by account: credentials that it noted, passwords and addresses. */
import type { AccountMailKind } from "../mail/mail.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { mailAddress } from "../std/email-address.ts";
import type { AuditEntry, MemberChange } from "../store/audit-chain.ts";
import type { Change, Write } from "../store/change.ts";

/** One change of one account. */
export interface AccountNews {
  readonly kind: AccountMailKind;
  /** Id of the user. */
  readonly user: string;
  readonly name: string;
  /** The address that is told; absent: that of the account. */
  readonly to?: string;
}

/** Addresses that one write tells at most: the rest of a list is no news to another mailbox. */
const MAX_ADDRESSES = 5;

const addressesIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === "string" && mailAddress(one) !== undefined,
  );

/** Addresses that are in one list alone, up to letter case. */
const without = (list: readonly string[], others: readonly string[]): readonly string[] => {
  const known = new Set(others.map(canonicalAlias));
  return list.filter((one) => !known.has(canonicalAlias(one)));
};

/** Names for the sign-in, and the address of the profile: a mail to either finds the person. */
function ofAddresses(
  user: string,
  changes: readonly MemberChange[],
  names: readonly string[],
): AccountNews[] {
  const alias = changes.find(({ member }) => member === "alias");
  const email = changes.find(({ member }) => member === "details.email");
  if (!alias && !email) return [];
  const was = [...addressesIn(alias ? alias.before : names), ...addressesIn(email?.before)];
  const is = [...addressesIn(alias ? alias.after : names), ...addressesIn(email?.after)];
  const gone = without(was, is).slice(0, MAX_ADDRESSES);
  if (gone.length > 0) {
    return [...new Set(gone)].map((to) => ({ kind: "address_changed", user, name: "", to }));
  }
  const [added] = without(addressesIn(alias?.after), was);
  return added === undefined ? [] : [{ kind: "address_added", user, name: added }];
}

/**
 * What people are told of a write that is about to be committed. Accounts that it makes are no news to their person, and
 * neither is a hash that the service makes anew of the same password.
 */
export function newsOf(
  open: Write,
  changes: readonly Change[],
  entries: readonly AuditEntry[],
  before: Snapshot,
): readonly AccountNews[] {
  const news: AccountNews[] = open.credentials.map(({ act: kind, user, name }) => ({
    ...{ kind, user, name },
  }));
  for (const { topic, action, entity } of changes) {
    if (topic !== "users" || action !== "update" || open.renewed.has(entity)) continue;
    const found = entries.find((one) => one.target_kind === "users" && one.target_id === entity);
    const members = found?.changes ?? [];
    if (members.some(({ member, secret }) => secret && member === "details.password")) {
      news.push({ kind: "password_changed", user: entity, name: "" });
    }
    const names = before.principals.get(entity)?.alias ?? [];
    news.push(...ofAddresses(entity, members, names));
  }
  return news.filter(({ user }) => before.principals.get(user)?.service_account === false);
}
