/**
 * What becomes of each entry of a batch, decided behind the lock of writers: a person is known by the id of the source
 * (decision E-5), and no name, address or sign-in is ever taken from another account.
 */
import { and, inArray } from "drizzle-orm";
import type { Service } from "../../call.ts";
import { type Message, message } from "../../messages/message.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import type { Write } from "../../store/change.ts";
import { identities, importedPeople, totpSecrets, users } from "../../store/tables.ts";
import { administratorRoles, isAdministrator } from "../administrators/limited.ts";
import type { IdentityKey } from "../claim-mapping/vouched.ts";
import { isDirectorySource } from "../people/recognise.ts";
import { takenAmongMany } from "../principals/free-aliases.ts";
import { openDetails } from "../principals/principals.ts";
import { knownRoles } from "../roles/known-ids.ts";
import { type Changes, changesOf, type UserRow } from "./changes.ts";
import type { ImportOptions } from "./import-options.ts";
import type { ImportedPerson } from "./person.ts";

/** An entry that could be read. */
export interface Wish {
  readonly line: number;
  readonly person: ImportedPerson;
}

export type Decided =
  | { readonly kind: "create"; readonly wish: Wish; readonly create: Creation }
  | { readonly kind: "update"; readonly wish: Wish; readonly update: Changes }
  | {
      readonly kind: "unchanged" | "refused";
      readonly wish: Wish;
      readonly id?: string;
      readonly reason?: Message;
    };

export interface Creation {
  readonly alias_keys: readonly string[];
  readonly role_ids: readonly string[];
  readonly identities: readonly IdentityKey[];
}

/** What earlier batches of a dry run would have written. */
export interface Pretended {
  readonly keys: Set<string>;
  readonly people: Set<string>;
}

/** One key for a person of a source. */
export const personKey = (source: string, { external_id }: ImportedPerson): string =>
  `${source}\0${external_id}`;

export const sourceOf = ({ source }: ImportedPerson, options: ImportOptions): string =>
  source ?? options.source;

interface Link {
  readonly user_id: string;
  readonly hash_mark: string;
}

/** Everything that is stored about the people of a batch. */
interface Stored {
  readonly snapshot: Snapshot;
  readonly links: ReadonlyMap<string, Link>;
  readonly rows: ReadonlyMap<string, UserRow>;
  /** Ids of the people of this batch, by the keys of their aliases. */
  readonly held: ReadonlyMap<string, string>;
  /** Keys that another account or a client holds, and those that entries before have been given. */
  readonly taken: Set<string>;
  readonly pretended: Pretended | undefined;
  readonly roles: ReadonlySet<string>;
  /** Ids of users by identity; one that was given to an entry before belongs to ``. */
  readonly owners: Map<string, string>;
  /** Users with a second factor, or the beginning of one. */
  readonly apps: ReadonlySet<string>;
}

const identityKey = ({ provider, issuer, subject }: IdentityKey): string =>
  `${provider}\0${issuer}\0${subject}`;

async function readLinks({ tx }: Write, batch: readonly Wish[], options: ImportOptions) {
  const sources = [...new Set(batch.map(({ person }) => sourceOf(person, options)))];
  const ids = batch.map(({ person }) => person.external_id);
  const { source, external_id } = importedPeople;
  const rows = await tx
    .select()
    .from(importedPeople)
    .where(and(inArray(source, sources), inArray(external_id, ids)));
  return new Map(rows.map((row) => [`${row.source}\0${row.external_id}`, row]));
}

async function readStored(
  service: Service,
  open: Write,
  batch: readonly Wish[],
  options: ImportOptions,
  pretended: Pretended | undefined,
): Promise<Stored> {
  const { tx } = open;
  const snapshot = service.snapshots.current;
  const links = await readLinks(open, batch, options);
  const ids = [...links.values()].map(({ user_id }) => user_id);
  const rows = ids.length > 0 ? await tx.select().from(users).where(inArray(users.id, ids)) : [];
  const apps =
    ids.length > 0
      ? await tx
          .select({ id: totpSecrets.user_id })
          .from(totpSecrets)
          .where(inArray(totpSecrets.user_id, ids))
      : [];
  const keys = batch.flatMap(({ person }) => person.alias.map(canonicalAlias));
  const held = new Map(rows.flatMap(({ id, alias_keys }) => alias_keys.map((key) => [key, id])));
  const others = keys.filter((key) => !held.has(key));
  const taken = await takenAmongMany(open, snapshot, others);
  const named = batch.flatMap(({ person }) =>
    person.roles.flatMap((name) => snapshot.role_names.get(name) ?? []),
  );
  const subjects = batch.flatMap(({ person }) => person.identities.map(({ subject }) => subject));
  const linked =
    subjects.length > 0
      ? await tx.select().from(identities).where(inArray(identities.subject, subjects))
      : [];
  return {
    ...{ snapshot, links, held, taken, pretended },
    rows: new Map(rows.map((row) => [row.id, row])),
    roles: await knownRoles(open, named),
    owners: new Map(linked.map((row) => [identityKey(row), row.user_id])),
    apps: new Set(apps.map(({ id }) => id)),
  };
}

/** Ids of the roles, or why they are not given. */
function rolesOf(
  { snapshot, roles }: Stored,
  { roles: names }: ImportedPerson,
  { allow_administrators }: ImportOptions,
): readonly string[] | Message {
  const ids: string[] = [];
  const administrating = administratorRoles(snapshot);
  for (const name of names) {
    const id = snapshot.role_names.get(name);
    if (id === undefined || !roles.has(id)) return message("import.role", { name });
    if (administrating.has(id) && !allow_administrators) {
      return message("import.administrator_role", { name });
    }
    ids.push(id);
  }
  return [...new Set(ids)];
}

/** The record of a provider as identities name it. */
const providerOf = ({ oauth_providers }: Snapshot, provider: string) =>
  oauth_providers.get(provider.slice("oauth:".length))?.config;

/** Sign-ins elsewhere that the person gets, or why not. Those of an export are left out where their provider is not here. */
function identitiesOf(
  { snapshot, owners }: Stored,
  { identities: wished }: ImportedPerson,
  { format, issuer_of }: ImportOptions,
  id: string | undefined,
): readonly IdentityKey[] | Message {
  const keys: IdentityKey[] = [];
  for (const { provider, issuer: given, subject } of wished) {
    const record = providerOf(snapshot, provider);
    const issuer = record && (given ?? issuer_of(record));
    if (!issuer) {
      if (format === "keycloak") continue;
      return message("import.provider", { name: provider });
    }
    const key = { provider, issuer, subject };
    const owner = owners.get(identityKey(key));
    if (owner !== undefined && owner !== id) return message("refusal.identity_of_other");
    if (owner === undefined) keys.push(key);
  }
  return keys;
}

const isMessage = (value: readonly unknown[] | Message): value is Message => !Array.isArray(value);

/** The first of the aliases that another account or a client has. */
const takenName = (
  { held, taken, pretended }: Stored,
  { alias }: ImportedPerson,
  id: string | undefined,
): string | undefined =>
  alias.find((name) => {
    const key = canonicalAlias(name);
    const holder = held.get(key);
    return holder === undefined ? taken.has(key) || pretended?.keys.has(key) : holder !== id;
  });

function decideNew(stored: Stored, wish: Wish, options: ImportOptions): Decided {
  const { person } = wish;
  const refused = (reason: Message): Decided => ({ kind: "refused", wish, reason });
  const name = takenName(stored, person, undefined);
  if (name !== undefined) return refused(message("import.taken", { name }));
  const role_ids = rolesOf(stored, person, options);
  if (isMessage(role_ids)) return refused(role_ids);
  const found = identitiesOf(stored, person, options, undefined);
  if (isMessage(found)) return refused(found);
  const alias_keys = person.alias.map(canonicalAlias);
  for (const key of alias_keys) stored.taken.add(key);
  for (const one of found) stored.owners.set(identityKey(one), "");
  return { kind: "create", wish, create: { alias_keys, role_ids, identities: found } };
}

const isProtected = (record: PrincipalRecord | undefined, stored: Stored): boolean =>
  record !== undefined && isAdministrator(stored.snapshot, record);

async function decideKnown(
  service: Service,
  stored: Stored,
  row: UserRow,
  wish: Wish,
  options: ImportOptions,
): Promise<Decided> {
  const { person } = wish;
  const { id } = row;
  const unchanged = (reason?: Message): Decided => ({
    ...{ kind: "unchanged", wish, id },
    ...(reason && { reason }),
  });
  const refused = (reason: Message): Decided => ({ kind: "refused", wish, id, reason });
  if (isDirectorySource(row.source)) return unchanged(message("import.directory_account"));
  const name = takenName(stored, person, id);
  const role_ids = rolesOf(stored, person, options);
  const found = identitiesOf(stored, person, options, id);
  const fault =
    name === undefined ? [role_ids, found].find(isMessage) : message("import.taken", { name });
  if (fault) return options.update ? refused(fault) : unchanged(message("import.differs"));
  const link = stored.links.get(personKey(sourceOf(person, options), person));
  const update = changesOf({
    row,
    person,
    stored: await openDetails(service, row),
    imported_mark: link?.hash_mark ?? "",
    role_ids: isMessage(role_ids) ? [] : role_ids,
    identities: isMessage(found) ? [] : found,
    has_app: stored.apps.has(id),
  });
  if (!update) return unchanged();
  if (!options.update) return unchanged(message("import.differs"));
  if (!options.allow_administrators && isProtected(stored.snapshot.principals.get(id), stored)) {
    return refused(message("import.administrator"));
  }
  for (const key of update.alias_keys) stored.taken.add(key);
  for (const one of update.identities) stored.owners.set(identityKey(one), id);
  return { kind: "update", wish, update };
}

/** Decides each entry of a batch, in its order; two of them are never about one person. */
export async function decideBatch(
  service: Service,
  open: Write,
  batch: readonly Wish[],
  options: ImportOptions,
  pretended: Pretended | undefined,
): Promise<Decided[]> {
  const stored = await readStored(service, open, batch, options, pretended);
  const decided: Decided[] = [];
  for (const wish of batch) {
    const key = personKey(sourceOf(wish.person, options), wish.person);
    const row = stored.rows.get(stored.links.get(key)?.user_id ?? "");
    if (row) decided.push(await decideKnown(service, stored, row, wish, options));
    else if (pretended?.people.has(key)) decided.push({ kind: "unchanged", wish });
    else {
      const one = decideNew(stored, wish, options);
      decided.push(one);
      if (!pretended || one.kind !== "create") continue;
      pretended.people.add(key);
      for (const name of one.create.alias_keys) pretended.keys.add(name);
    }
  }
  return decided;
}
