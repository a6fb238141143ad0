/**
 * Which user here a person of a provider elsewhere is (auth-wire 5.11; U-3, U-4, I-1): the one that the
 * identity is linked to; else, where the record allows it, a user of the proven name who is not local, or a
 * new one. Nothing else ever leads to a user, and never to a local one.
 */
import { arrayOverlaps } from "drizzle-orm";
import type { Service } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { canonicalAlias, equalExceptCase } from "../../std/canonical-alias.ts";
import type { Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { users } from "../../store/tables.ts";
import { CONTROL } from "../fields.ts";
import { insertForeignUser, mayBeAlias } from "./foreign-user.ts";
import { identityOwner, linkIdentity } from "./identities.ts";
import { profileOf } from "./profile.ts";
import { setSyncRoles, syncRoles } from "./sync-roles.ts";
import type { ClaimMapping, IdentityKey, Vouched } from "./vouched.ts";

const LONGEST_SUBJECT = 1_024;

/** Refusals tell the person what to do, and nothing about the account that is in the way. */
const refused = (text: string, vouched: IdentityKey, reason: string) =>
  new AuthError("access_denied", text, {
    facts: { provider: vouched.provider, issuer: vouched.issuer, reason },
  });

const notKnown = (vouched: IdentityKey, reason: string) =>
  refused("there is no account here for this sign-in", vouched, reason);

/** The enabled user that an identity is linked to; undefined while it is linked to none. */
async function linkedUser(
  service: Service,
  vouched: IdentityKey,
): Promise<PrincipalRecord | undefined> {
  const { store, snapshots } = service;
  const owner = await identityOwner(store.db, vouched);
  if (owner === undefined) return undefined;
  // Another instance may have made the user a moment ago.
  if (!snapshots.current.principals.has(owner)) await snapshots.refresh();
  return snapshots.current.principals.get(owner);
}

function usable(user: PrincipalRecord, vouched: IdentityKey): PrincipalRecord {
  if (user.disabled || user.service_account) throw notKnown(vouched, "the account is disabled");
  return user;
}

interface First {
  readonly id: string;
  readonly created: boolean;
}

/** Who already has the name, whatever they are; the version lock keeps it so until the write ends. */
async function holderOf({ tx }: Write, alias: string) {
  const key = canonicalAlias(alias);
  const rows = await tx
    .select()
    .from(users)
    .where(arrayOverlaps(users.alias_keys, [key]));
  return rows.find((row) => row.alias.some((one) => equalExceptCase(one, alias))) ?? rows[0];
}

/** The first sign-in of an identity: links it to a user or makes one, or refuses. */
async function firstSignIn(
  service: Service,
  open: Write,
  vouched: Vouched,
  mapping: ClaimMapping,
  roles: readonly string[] | undefined,
): Promise<First> {
  const { alias, provider, claims } = vouched;
  // A parallel sign-in may have been first.
  const owner = await identityOwner(open.tx, vouched);
  if (owner !== undefined) return { id: owner, created: false };
  if (alias === undefined) {
    const reason = "the provider vouches for no name";
    throw vouched.lack ? refused(vouched.lack, vouched, reason) : notKnown(vouched, reason);
  }
  if (!mayBeAlias(alias)) throw notKnown(vouched, "the name cannot be an alias");
  const holder = await holderOf(open, alias);
  if (holder) {
    const may = mapping.link && !holder.local && !holder.service_account && !holder.disabled;
    const exact = holder.alias.some((one) => equalExceptCase(one, alias));
    if (!may || !exact) {
      throw refused(
        "an account with this name exists here and is not linked to this sign-in",
        vouched,
        holder.local ? "the account is local" : "the record does not link accounts",
      );
    }
    await linkIdentity(open, vouched, holder.id, alias);
    if (roles) await setSyncRoles(open, holder.id, roles, provider);
    return { id: holder.id, created: false };
  }
  if (!mapping.register) throw notKnown(vouched, "the record does not register users");
  const details = profileOf(claims, alias);
  const user = { alias: [alias], details, sync_role_ids: roles ?? [] };
  const id = await insertForeignUser(service, open, user, provider);
  await linkIdentity(open, vouched, id, alias);
  return { id, created: true };
}

/**
 * The user of a proven sign-in. Throws `access_denied` when there is none here, and `conflict` when a write
 * would leave the service without administrator.
 * @param roles ids of the roles that the provider gives; undefined when its record maps none, so that they
 * stay as they are
 */
export async function signInVouched(
  service: Service,
  vouched: Vouched,
  mapping: ClaimMapping,
  roles: readonly string[] | undefined,
): Promise<PrincipalRecord> {
  const { provider, subject } = vouched;
  const unfit = subject.length > LONGEST_SUBJECT || CONTROL.test(subject);
  if (subject === "" || unfit || !subject.isWellFormed()) {
    throw notKnown(vouched, "the subject is empty, too long or no text");
  }
  const known = await linkedUser(service, vouched);
  if (known) {
    usable(known, vouched);
    if (!roles || known.local) return known;
    await syncRoles(service, known.id, roles, provider);
    return service.snapshots.current.principals.get(known.id) ?? known;
  }
  const { result } = await mutate(
    service.store,
    ({ id, created }: First) => ({
      ...{ topic: "users", entity: id, actor: provider },
      action: created ? "create" : "link",
    }),
    (open) => firstSignIn(service, open, vouched, mapping, roles),
  );
  const { snapshots } = service;
  if (!snapshots.current.principals.has(result.id)) await snapshots.refresh();
  const user = snapshots.current.principals.get(result.id);
  if (!user) throw notKnown(vouched, "the account is gone");
  return usable(user, vouched);
}
