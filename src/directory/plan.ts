/** What a reading means for the users that are here: a list of changes. Pure. */

import type { Links } from "../iam/directory/directory-links.ts";
import { groupRoles } from "../iam/directory/group-roles.ts";
import { sameRoles, type UserUpdate } from "../iam/directory/update-users.ts";
import { type ConflictReason, isDirectorySource } from "../iam/people/recognise.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { TimeSlices } from "../std/time-slices.ts";
import type { Person } from "./people.ts";
import type { Reading } from "./reading.ts";
import { holderOf, recogniseIn } from "./recognition.ts";

export interface UnknownMember {
  readonly person: Person;
  readonly role_ids: readonly string[];
}

/** A person who does not get an account or a name, because another account has it (decision E-5). */
export interface PersonConflict {
  readonly person: Person;
  readonly reason: ConflictReason;
}

export interface Plan {
  readonly updates: readonly UserUpdate[];
  readonly unknown: readonly UnknownMember[];
  /** Users who are in no group any more. */
  readonly cleared: readonly UserUpdate[];
  /** Members whose name belongs to a local user or a service account: untouched (D-6). */
  readonly untouched: number;
  /** Usernames that are one name here and several in the directory, for those who are not the user of that name. */
  readonly ambiguous: readonly string[];
  readonly conflicts: readonly PersonConflict[];
  /** Ids of users whom a directory made, and whose entry was not found: they have no id yet. */
  readonly without_id: readonly string[];
}

const isForeign = ({ local, service_account }: PrincipalRecord) => !local && !service_account;

/** How many entries have a username, in the form in which names are compared. */
async function perName(people: readonly Person[], slices: TimeSlices) {
  const counts = new Map<string, number>();
  for (const { uid } of people) {
    const key = canonicalAlias(uid);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    await slices.yieldTurn();
  }
  return counts;
}

interface Rename {
  readonly user: PrincipalRecord;
  readonly person: Person;
  readonly role_ids: readonly string[];
}

/** New names in an order in which each is free when its turn comes, and those that stay taken. */
function inOrder(snapshot: Snapshot, renames: readonly Rename[]) {
  const ordered: Rename[] = [];
  const leaving = new Set<string>();
  let waiting = renames;
  for (;;) {
    const isFree = ({ person }: Rename) => {
      const holder = holderOf(snapshot, person.uid);
      return !holder || (holder !== "many" && leaving.has(holder.id));
    };
    const free = waiting.filter(isFree);
    if (free.length === 0) return { ordered, taken: waiting, leaving };
    ordered.push(...free);
    for (const { user } of free) leaving.add(user.id);
    waiting = waiting.filter((one) => !free.includes(one));
  }
}

/** @param profiles replaces profiles, too, by the one that is given for a person */
export async function planSync(
  snapshot: Snapshot,
  { people, members }: Pick<Reading, "people" | "members">,
  links: Links,
  profiles?: ReadonlyMap<string, Person>,
): Promise<Plan> {
  const slices = new TimeSlices();
  const rolesOf = groupRoles(snapshot);
  const groupsOf = new Map(members.map(({ person, groups }) => [person, groups]));
  const updates: UserUpdate[] = [];
  const unknown: UnknownMember[] = [];
  const renames: Rename[] = [];
  const named: { person: Person; role_ids: readonly string[]; reason: ConflictReason }[] = [];
  /** Users who keep what they have: found as members, or not to be judged by this reading. */
  const holding = new Set<string>();
  const ambiguous: string[] = [];
  const learned = new Set<string>();
  const same = await perName(people, slices);
  let untouched = 0;
  for (const person of people) {
    await slices.yieldTurn();
    const groups = groupsOf.get(person);
    const role_ids = [...new Set([...(groups ?? [])].flatMap(rolesOf))].sort();
    const who = recogniseIn(snapshot, links, person);
    if (who.kind === "own") untouched += groups ? 1 : 0;
    else if (who.kind === "new") {
      if (groups) unknown.push({ person, role_ids });
    } else if (who.kind === "conflict") named.push({ person, role_ids, reason: who.reason });
    else {
      const { user, learn, rename } = who;
      const byName = learn || person.ids.length === 0;
      const isOneOfSeveral = byName && (same.get(canonicalAlias(person.uid)) ?? 0) > 1;
      if (isOneOfSeveral && !user.alias.includes(person.uid)) {
        ambiguous.push(person.uid);
        continue;
      }
      if (learn) learned.add(user.id);
      if (groups) holding.add(user.id);
      if (rename !== "no") {
        renames.push({ user, person, role_ids: groups ? role_ids : user.sync_role_ids });
        continue;
      }
      const profile = profiles?.get(person.key);
      const changed = groups && (profile || !sameRoles(user.sync_role_ids, role_ids));
      if (!changed && !learn) continue;
      updates.push({
        id: user.id,
        role_ids: groups ? role_ids : user.sync_role_ids,
        ...(groups && profile && { person: profile }),
        ...(learn && { learn: { source: links.provider, person } }),
      });
    }
  }
  const { ordered, taken, leaving } = inOrder(snapshot, renames);
  const isLeft = (name: string) => {
    const holder = holderOf(snapshot, name);
    return holder !== undefined && holder !== "many" && leaving.has(holder.id);
  };
  const conflicts: PersonConflict[] = [];
  for (const { person, role_ids, reason } of named) {
    const isMember = groupsOf.has(person);
    if (isLeft(person.uid)) {
      if (isMember) unknown.push({ person, role_ids });
      continue;
    }
    conflicts.push({ person, reason });
    const holder = holderOf(snapshot, person.uid);
    // The entry is there and does not show its id: nothing is taken away for that.
    if (reason === "no_id" && holder && holder !== "many") holding.add(holder.id);
  }
  for (const { user, person, role_ids } of ordered) {
    const profile = profiles?.get(person.key);
    updates.push({
      id: user.id,
      role_ids,
      ...(profile ? { person: profile } : { rename: person }),
    });
  }
  for (const { user, person, role_ids } of taken) {
    conflicts.push({ person, reason: "renamed" });
    if (!sameRoles(user.sync_role_ids, role_ids)) updates.push({ id: user.id, role_ids });
  }
  const cleared: UserUpdate[] = [];
  const without_id: string[] = [];
  for (const user of snapshot.users.values()) {
    await slices.yieldTurn();
    if (!isForeign(user)) continue;
    const kinds = links.kinds.get(user.id) ?? [];
    const isFree = user.source === "" && kinds.length === 0;
    const isLinked = kinds.some(({ provider }) => provider === links.provider);
    // What a provider elsewhere gave its own people is not the directory's to take.
    if (!isFree && !isDirectorySource(user.source) && !isLinked) continue;
    const isKnown = isLinked || learned.has(user.id);
    if (isDirectorySource(user.source) && !isKnown) without_id.push(user.id);
    if (user.sync_role_ids.length === 0 || holding.has(user.id)) continue;
    cleared.push({ id: user.id, role_ids: [] });
  }
  return { updates, unknown, cleared, untouched, ambiguous, conflicts, without_id };
}
