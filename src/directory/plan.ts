/** What a reading means for the users that are here: a list of changes. Pure. */

import { isUsername } from "../iam/directory/directory-user.ts";
import { groupRoles } from "../iam/directory/group-roles.ts";
import { sameRoles, type UserUpdate } from "../iam/directory/update-users.ts";
import { ownersOf } from "../snapshot/alias-owners.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { TimeSlices } from "../std/time-slices.ts";
import type { Membership } from "./membership.ts";
import type { Person } from "./people.ts";

export interface UnknownMember {
  readonly uid: string;
  readonly role_ids: readonly string[];
}

export interface Plan {
  readonly updates: readonly UserUpdate[];
  readonly unknown: readonly UnknownMember[];
  /** Users who are in no group any more. */
  readonly cleared: readonly UserUpdate[];
  /** Members whose name belongs to a local user or a service account: untouched (D-6). */
  readonly untouched: number;
  /** Members with a name that no user can have. */
  readonly unusable: number;
}

/** The one principal with this alias; undefined for none, and for data that names several. */
function ownerOf(snapshot: Snapshot, key: string): PrincipalRecord | undefined {
  const [id, ...others] = ownersOf(snapshot.aliases, key);
  return id === undefined || others.length > 0 ? undefined : snapshot.principals.get(id);
}

const isForeign = ({ local, service_account }: PrincipalRecord) => !local && !service_account;

/** @param profiles people by the comparison form of their username, when profiles are replaced, too */
export async function planSync(
  snapshot: Snapshot,
  members: ReadonlyMap<string, Membership>,
  profiles?: ReadonlyMap<string, Person>,
): Promise<Plan> {
  const slices = new TimeSlices();
  const rolesOf = groupRoles(snapshot);
  const updates: UserUpdate[] = [];
  const unknown: UnknownMember[] = [];
  const holding = new Set<string>();
  let untouched = 0;
  let unusable = 0;
  for (const [key, { uid, groups }] of members) {
    await slices.breathe();
    if (!isUsername(uid)) {
      unusable += 1;
      continue;
    }
    const role_ids = [...new Set([...groups].flatMap(rolesOf))].sort();
    const owner = ownerOf(snapshot, key);
    if (!owner) {
      if (snapshot.aliases.has(key)) untouched += 1;
      else unknown.push({ uid, role_ids });
      continue;
    }
    if (!isForeign(owner)) {
      untouched += 1;
      continue;
    }
    holding.add(owner.id);
    const person = profiles?.get(key);
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
  return { updates, unknown, cleared, untouched, unusable };
}
