/** Whether someone whose account is here can be invited to it: only while nothing opens it yet (ADR 0115). */
import { inArray } from "drizzle-orm";
import type { Service } from "../../call.ts";
import type { Details } from "../../snapshot/snapshot.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { mailAddress } from "../../std/email-address.ts";
import type { Queryable, Write } from "../../store/change.ts";
import { identities, invitations, passkeyCredentials, users } from "../../store/tables.ts";
import { openDetails } from "../principals/principals.ts";

/** What is in the way of an invitation; `invited`: nothing was. */
export const ACCOUNT_INVITATIONS = [
  "invited",
  "invited_before",
  "has_way_in",
  "signs_in_elsewhere",
  "no_address",
  "disabled",
  "administrator",
] as const;
export type AccountInvitation = (typeof ACCOUNT_INVITATIONS)[number];

/** What is asked about an account. */
export interface Invitee {
  readonly alias: readonly string[];
  readonly details: Details;
  readonly local: boolean;
  readonly disabled: boolean;
  /** Passkeys and sign-ins elsewhere. */
  readonly has_ways: boolean;
}

/** The address for the mail: an alias, and among them that of `details.email` first. */
export function invitedAddress({ alias, details }: Invitee): string | undefined {
  const addresses = alias.filter((one) => mailAddress(one) !== undefined);
  const own = typeof details.email === "string" ? canonicalAlias(details.email) : "";
  return addresses.find((one) => canonicalAlias(one) === own) ?? addresses[0];
}

/** Undefined where an invitation would be the first way into the account. */
export function inTheWay(
  one: Invitee,
): Exclude<AccountInvitation, "invited" | "invited_before" | "administrator"> | undefined {
  if (one.disabled) return "disabled";
  if (!one.local) return "signs_in_elsewhere";
  if (one.has_ways || (one.details.password ?? "") !== "") return "has_way_in";
  return invitedAddress(one) === undefined ? "no_address" : undefined;
}

/** Users as the database has them, in a write as it finds them, by id. Service accounts are no people. */
export async function readInvitees(
  service: Service,
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Invitee>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]));
  const keys = await db
    .select({ id: passkeyCredentials.user_id })
    .from(passkeyCredentials)
    .where(inArray(passkeyCredentials.user_id, [...ids]));
  const linked = await db
    .select({ id: identities.user_id })
    .from(identities)
    .where(inArray(identities.user_id, [...ids]));
  const ways = new Set([...keys, ...linked].map(({ id }) => id));
  const found = new Map<string, Invitee>();
  for (const row of rows) {
    if (row.service_account) continue;
    const { id, alias, local } = row;
    const disabled = row.disabled || row.left_reason !== null;
    const details = await openDetails(service, row);
    found.set(id, { alias, details, local, disabled, has_ways: ways.has(id) });
  }
  return found;
}

/** The address is one of its aliases still. */
function hasName({ alias }: Invitee, address: string): boolean {
  const key = canonicalAlias(address);
  return alias.some((one) => canonicalAlias(one) === key);
}

/** What an invitation to an account is worth by now: it opens it, something else does, or the account is out of its reach. */
export type InvitedAccount =
  | { readonly state: "openable"; readonly invitee: Invitee }
  | { readonly state: "opened" | "unreachable" };

/** The account of an invitation to this address: the page says it before, and the write decides by it. */
export async function readInvitedAccount(
  service: Service,
  db: Queryable,
  id: string,
  address: string,
): Promise<InvitedAccount> {
  const invitee = (await readInvitees(service, db, [id])).get(id);
  if (!invitee || !hasName(invitee, address)) return { state: "unreachable" };
  const obstacle = inTheWay(invitee);
  if (obstacle === undefined) return { state: "openable", invitee };
  const opens = obstacle === "has_way_in" || obstacle === "signs_in_elsewhere";
  return { state: opens ? "opened" : "unreachable" };
}

/** Those of the users to whom an invitation was made before, whatever became of it. */
export async function invitedBefore(
  { tx }: Write,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: invitations.id, user_id: invitations.user_id })
    .from(invitations)
    .where(inArray(invitations.user_id, [...ids]));
  return new Map(rows.map(({ id, user_id }) => [user_id ?? "", id]));
}
