/** Which user here an entry of the directory is, for one entry or all of them (decision E-5). */
import { and, eq, ne } from "drizzle-orm";
import type { Service } from "../call.ts";
import { recordsOf } from "../iam/claim-mapping/identities.ts";
import { linkKey, linkOwners, linksOf } from "../iam/directory/directory-links.ts";
import type { DirectoryUser } from "../iam/directory/directory-user.ts";
import { directorySource, type Recognised, recognise } from "../iam/people/recognise.ts";
import { ownersOf } from "../snapshot/alias-owners.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { TimeSlices } from "../std/time-slices.ts";
import type { Queryable } from "../store/change.ts";
import { identities, users } from "../store/tables.ts";
import type { Directory } from "./active.ts";

/** What is linked, as far as it is needed. */
export interface Links {
  readonly provider: string;
  /** Ids of users by `linkKey`. */
  readonly owners: ReadonlyMap<string, string>;
  /** Records that a user has ids of, by the id of the user. */
  readonly records: ReadonlyMap<string, readonly string[]>;
}

/** The links of one entry, and of the account that has its name. */
export async function linksOfOne(
  { store, snapshots }: Service,
  { id }: Pick<Directory, "id">,
  person: DirectoryUser,
): Promise<Links> {
  const provider = directorySource(id);
  const owners = await linkOwners(store.db, linksOf(provider, person));
  const { principals } = snapshots.current;
  // Another instance may have made the user a moment ago.
  if ([...owners.values()].some((owner) => !principals.has(owner))) await snapshots.refresh();
  const holders = ownersOf(snapshots.current.aliases, canonicalAlias(person.uid));
  return { provider, owners, records: await recordsOf(store.db, holders) };
}

/** The links of all entries, and of every account that a name may lead to. */
export async function linksOfAll(db: Queryable, { id }: Pick<Directory, "id">): Promise<Links> {
  const provider = directorySource(id);
  const slices = new TimeSlices();
  const owners = new Map<string, string>();
  const records = new Map<string, readonly string[]>();
  const own = await db.select().from(identities).where(eq(identities.provider, provider));
  for (const row of own) {
    owners.set(linkKey(row), row.user_id);
    records.set(row.user_id, [provider]);
    await slices.breathe();
  }
  const elsewhere = await db
    .select({ user_id: identities.user_id, provider: identities.provider })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.user_id))
    .where(and(eq(users.source, ""), eq(users.local, false), ne(identities.provider, provider)));
  for (const { user_id, provider: other } of elsewhere) {
    records.set(user_id, [...(records.get(user_id) ?? []), other]);
    await slices.breathe();
  }
  return { provider, owners, records };
}

/** The one principal with this alias; `many` for data that names several. */
export function holderOf(snapshot: Snapshot, name: string): PrincipalRecord | "many" | undefined {
  const [id, ...others] = ownersOf(snapshot.aliases, canonicalAlias(name));
  if (others.length > 0) return "many";
  return id === undefined ? undefined : snapshot.principals.get(id);
}

export function recogniseIn(
  snapshot: Snapshot,
  { provider, owners, records }: Links,
  person: DirectoryUser,
): Recognised {
  const key = canonicalAlias(person.uid);
  const holder = holderOf(snapshot, person.uid);
  return recognise({
    provider,
    hasId: person.ids.length > 0,
    owners: linksOf(provider, person).flatMap(
      (link) => snapshot.principals.get(owners.get(linkKey(link)) ?? "") ?? [],
    ),
    isNamed: (user) => user.alias.some((alias) => canonicalAlias(alias) === key),
    holder,
    linked: holder && holder !== "many" ? (records.get(holder.id) ?? []) : [],
  });
}
