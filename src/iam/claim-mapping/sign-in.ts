/**
 * Which user here a person of a provider elsewhere is (auth-wire 5.11; U-3, U-4, I-1): the one that the
 * identity is linked to; else, where the record allows it, a user of the proven name whom an administrator made and
 * no other source has, or a new one. Nothing else ever leads to a user, and never to a local one (decision E-5).
 */
import { arrayOverlaps, eq } from "drizzle-orm";
import type { Service, Writer } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { canonicalAlias, equalExceptCase } from "../../std/canonical-alias.ts";
import type { Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { users } from "../../store/tables.ts";
import { CONTROL } from "../fields.ts";
import { provenPrincipal } from "../heard-of.ts";
import { noteConflict } from "../people/conflicts.ts";
import { refusalOfName } from "../people/recognise.ts";
import { noteProvenAddress } from "../principals/proven-address.ts";
import { insertForeignUser, mayBeAlias } from "./foreign-user.ts";
import { identityOwner, kindsOf, linkIdentity, moveIdentity } from "./identities.ts";
import { profileOf } from "./profile.ts";
import { setSyncRoles, syncRoles } from "./sync-roles.ts";
import type { ClaimMapping, IdentityKey, Vouched } from "./vouched.ts";

const MAX_SUBJECT_LENGTH = 1_024;

/** Refusals tell the person what to do, and nothing about the account that is in the way. */
const accessDenied = (text: string, vouched: IdentityKey, reason: string) =>
  new AuthError("access_denied", text, {
    facts: { provider: vouched.provider, issuer: vouched.issuer, reason },
  });

const notKnown = (vouched: IdentityKey, reason: string) =>
  accessDenied("there is no account here for this sign-in", vouched, reason);

/** The user of a link that an earlier version made; it has the new subject from then on. */
async function ownerBefore(
  { store }: Pick<Writer, "store">,
  vouched: Vouched,
): Promise<string | undefined> {
  const { provider, issuer, subject, subject_before } = vouched;
  if (subject_before === undefined) return undefined;
  const before = { provider, issuer, subject: subject_before };
  const owner = await identityOwner(store.db, before);
  if (owner === undefined) return undefined;
  const change = { topic: "users", action: "link", entity: owner, actor: provider } as const;
  await mutate(store, change, (open) => moveIdentity(open, before, subject));
  return identityOwner(store.db, vouched);
}

/** The enabled user that an identity is linked to; undefined while it is linked to none. */
async function linkedUser(writer: Writer, vouched: Vouched): Promise<PrincipalRecord | undefined> {
  const owner =
    (await identityOwner(writer.store.db, vouched)) ?? (await ownerBefore(writer, vouched));
  return owner === undefined ? undefined : provenPrincipal(writer.service, owner);
}

function usable(user: PrincipalRecord, vouched: IdentityKey): PrincipalRecord {
  if (user.disabled || user.service_account) throw notKnown(vouched, "the account is disabled");
  return user;
}

/** A provider that has verified the person's address says so for this account, too. */
function withVouchedAddress(
  writer: Writer,
  user: PrincipalRecord,
  { provider, claims: { email, email_verified } }: Vouched,
): PrincipalRecord | Promise<PrincipalRecord> {
  if (email_verified !== true || typeof email !== "string") return user;
  return noteProvenAddress(writer, user, email, provider);
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

/** What an administrator reads of a refused name. */
const REASONS = {
  local: "the account is local",
  other_id: "the account is known by another id of this provider",
  other_source: "the account belongs to another provider or directory",
  not_exact: "the name only looks like that of the account",
  unverified: "the provider has not verified the address",
  disabled: "the account is disabled",
  no_link: "the record does not link accounts",
} as const;

type Reason = keyof typeof REASONS;

/** The name belongs to an account that the person does not become. */
class NameTaken extends Error {
  readonly refusal: AuthError;
  readonly reason: Reason;
  /** Id of the account. */
  readonly holder: string;

  constructor(vouched: Vouched, reason: Reason, holder: string) {
    super(REASONS[reason]);
    this.refusal = accessDenied(
      "an account with this name exists here and is not linked to this sign-in",
      vouched,
      REASONS[reason],
    );
    this.reason = reason;
    this.holder = holder;
  }
}

/** U-3: whether the first sign-in under this name becomes the account's, and why not. */
async function whyNot(
  open: Write,
  { alias = "", provider, claims }: Vouched,
  { link }: ClaimMapping,
  holder: typeof users.$inferSelect,
): Promise<Reason | undefined> {
  const linked = (await kindsOf(open.tx, [holder.id])).get(holder.id) ?? [];
  const refusal = refusalOfName(holder, linked, provider);
  if (refusal) return refusal;
  if (!link) return "no_link";
  if (holder.disabled) return "disabled";
  if (!holder.alias.some((one) => equalExceptCase(one, alias))) return "not_exact";
  // A record may let unverified addresses name new users; what belongs to someone needs more than a claim.
  const isAddress = claims.email === alias && provider.startsWith("oauth:");
  return isAddress && claims.email_verified !== true ? "unverified" : undefined;
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
    throw vouched.lack ? accessDenied(vouched.lack, vouched, reason) : notKnown(vouched, reason);
  }
  if (!mayBeAlias(alias)) throw notKnown(vouched, "the name cannot be an alias");
  const holder = await holderOf(open, alias);
  if (holder) {
    const reason = await whyNot(open, vouched, mapping, holder);
    if (reason) throw new NameTaken(vouched, reason, holder.id);
    await linkIdentity(open, vouched, holder.id, alias);
    await open.tx.update(users).set({ source: provider }).where(eq(users.id, holder.id));
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

/** Refusals that an administrator can decide are kept; strangers at a local name are not. */
async function noteRefusal(
  service: Service,
  vouched: Vouched,
  { reason, holder }: NameTaken,
): Promise<void> {
  if (reason !== "other_id" && reason !== "other_source") return;
  const { provider, issuer, subject, alias = "" } = vouched;
  const person = { provider, issuer, subject, name: alias, label: alias };
  await noteConflict(service, { ...person, reason, user_id: holder });
}

/**
 * The user of a proven sign-in. Throws `access_denied` when there is none here, and `conflict` when a write
 * would leave the service without administrator.
 * @param roles ids of the roles that the provider gives; undefined when its record maps none, so that they
 * stay as they are
 */
export async function signInVouched(
  writer: Writer,
  vouched: Vouched,
  mapping: ClaimMapping,
  roles: readonly string[] | undefined,
): Promise<PrincipalRecord> {
  const { service } = writer;
  const { provider, subject } = vouched;
  const unfit = subject.length > MAX_SUBJECT_LENGTH || CONTROL.test(subject);
  if (subject === "" || unfit || !subject.isWellFormed()) {
    throw notKnown(vouched, "the subject is empty, too long or no text");
  }
  const linked = await linkedUser(writer, vouched);
  if (linked) {
    const person = await withVouchedAddress(writer, usable(linked, vouched), vouched);
    if (!roles || person.local) return person;
    await syncRoles(writer, person.id, roles, provider);
    return service.snapshots.current.principals.get(person.id) ?? person;
  }
  const { result } = await mutate(
    writer.store,
    ({ id, created }: First) => ({
      ...{ topic: "users", entity: id, actor: provider },
      action: created ? "create" : "link",
    }),
    (open) => firstSignIn(service, open, vouched, mapping, roles),
  ).catch(async (error: unknown) => {
    if (!(error instanceof NameTaken)) throw error;
    await noteRefusal(service, vouched, error);
    throw error.refusal;
  });
  const user = await provenPrincipal(service, result.id);
  if (!user) throw notKnown(vouched, "the account is gone");
  return withVouchedAddress(writer, usable(user, vouched), vouched);
}
