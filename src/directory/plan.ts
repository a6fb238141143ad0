/** What a reading means for the users that are here: a list of changes. Pure. */

import { groupRoles } from "../iam/directory/group-roles.ts";
import { sameRoles, type UserUpdate } from "../iam/directory/update-users.ts";
import { ownersOf } from "../snapshot/alias-owners.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { TimeSlices } from "../std/time-slices.ts";
import type { Person } from "./people.ts";
import type { Membership } from "./reading.ts";

export interface UnknownMember {
  readonly person: Person;
  readonly role_ids: readonly string[];
}

export interface Plan {
  readonly updates: readonly UserUpdate[];
  readonly unknown: readonly UnknownMember[];
  /** Users who are in no group any more. */
  readonly cleared: readonly UserUpdate[];
  /** Members whose name belongs to a local user or a service account: untouched (D-6). */
  readonly untouched: number;
  /** Usernames that are one name here and several in the directory, for those who are not the user of that name. */
  readonly conflicts: readonly string[];
}

/** The one principal with this alias; undefined for none, and for data that names several. */
function ownerOf(snapshot: Snapshot, key: string): PrincipalRecord | undefined {
  const [id, ...others] = ownersOf(snapshot.aliases, key);
  return id === undefined || others.length > 0 ? undefined : snapshot.principals.get(id);
}

const isForeign = ({ local, service_account }: PrincipalRecord) => !local && !service_account;

/** How many members have a username, in the form in which names are compared. */
async function perName(members: readonly Membership[], slices: TimeSlices) {
  const counts = new Map<string, number>();
  for (const { person } of members) {
    const key = canonicalAlias(person.uid);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    await slices.breathe();
  }
  return counts;
}

/** @param profiles replaces profiles, too, by the one that is given for a person */
export async function planSync(
  snapshot: Snapshot,
  members: readonly Membership[],
  profiles?: ReadonlyMap<string, Person>,
): Promise<Plan> {
  const slices = new TimeSlices();
  const rolesOf = groupRoles(snapshot);
  const updates: UserUpdate[] = [];
  const unknown: UnknownMember[] = [];
  const holding = new Set<string>();
  const conflicts: string[] = [];
  const same = await perName(members, slices);
  let untouched = 0;
  for (const { person: found, groups } of members) {
    await slices.breathe();
    const key = canonicalAlias(found.uid);
    const role_ids = [...new Set([...groups].flatMap(rolesOf))].sort();
    const owner = ownerOf(snapshot, key);
    if (!owner) {
      if (snapshot.aliases.has(key)) untouched += 1;
      else unknown.push({ person: found, role_ids });
      continue;
    }
    if (!isForeign(owner)) {
      untouched += 1;
      continue;
    }
    if ((same.get(key) ?? 0) > 1 && !owner.alias.includes(found.uid)) {
      conflicts.push(found.uid);
      continue;
    }
    holding.add(owner.id);
    const person = profiles?.get(found.key);
    if (person || !sameRoles(owner.sync_role_ids, role_ids)) {
      updates.push({ id: owner.id, role_ids, ...(person && { person }) });
    }
  }
  const cleared: UserUpdate[] = [];
  for (const user of snapshot.users.values()) {
    await slices.breathe();
    if (!isForeign(user) || user.sync_role_ids.length === 0 || holding.has(user.id)) continue;
    cleared.push({ id: user.id, role_ids: [] });
  }
  return { updates, unknown, cleared, untouched, conflicts };
}
