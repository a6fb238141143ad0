/** Which user here an entry of the directory is, for one entry or all of them (decision E-5). */
import type { Service } from "../call.ts";
import { kindsOf } from "../iam/claim-mapping/identities.ts";
import { type Links, linkKey, linkOwners, linksOf } from "../iam/directory/directory-links.ts";
import type { DirectoryUser } from "../iam/directory/directory-user.ts";
import { provenPrincipal } from "../iam/heard-of.ts";
import { directorySource, type Recognised, recognise } from "../iam/people/recognise.ts";
import { ownersOf } from "../snapshot/alias-owners.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import type { Directory } from "./active.ts";

/** The links of one entry, and of the account that has its name. */
export async function linksOfOne(
  service: Service,
  { id }: Pick<Directory, "id">,
  person: DirectoryUser,
): Promise<Links> {
  const { store, snapshots } = service;
  const provider = directorySource(id);
  const holders = ownersOf(snapshots.current.aliases, canonicalAlias(person.uid));
  // In this order: an id that another sign-in keeps in between would else look like that of another person.
  const kinds = await kindsOf(store.db, holders);
  const owners = await linkOwners(store.db, linksOf(provider, person));
  for (const owner of owners.values()) await provenPrincipal(service, owner);
  return { provider, owners, kinds };
}

/** The one principal with this alias; `many` for data that names several. */
export function holderOf(snapshot: Snapshot, name: string): PrincipalRecord | "many" | undefined {
  const [id, ...others] = ownersOf(snapshot.aliases, canonicalAlias(name));
  if (others.length > 0) return "many";
  return id === undefined ? undefined : snapshot.principals.get(id);
}

export function recogniseIn(
  snapshot: Snapshot,
  { provider, owners, kinds }: Links,
  person: DirectoryUser,
): Recognised {
  const key = canonicalAlias(person.uid);
  const holder = holderOf(snapshot, person.uid);
  return recognise({
    provider,
    shown: person.ids.map(({ attribute }) => attribute),
    owners: linksOf(provider, person).flatMap(
      (link) => snapshot.principals.get(owners.get(linkKey(link)) ?? "") ?? [],
    ),
    isNamed: (user) => user.alias.some((alias) => canonicalAlias(alias) === key),
    holder,
    linked: holder && holder !== "many" ? (kinds.get(holder.id) ?? []) : [],
  });
}
