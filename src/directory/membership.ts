/** Who is in which group, groups inside of groups included, circles harmless (D-4). Pure. */
import { TimeSlices } from "../std/time-slices.ts";
import type { Group } from "./groups.ts";

/** The groups that hold each group, the group itself included. */
async function groupsAround(groups: readonly Group[], slices: TimeSlices) {
  const holders = new Map<string, string[]>();
  const known = new Map(groups.map((group) => [group.key, group]));
  for (const { key, members } of groups) {
    for (const member of members) {
      if (!("key" in member) || !known.has(member.key)) continue;
      const others = holders.get(member.key);
      if (others) others.push(key);
      else holders.set(member.key, [key]);
    }
    await slices.yieldTurn();
  }
  return (key: string): ReadonlySet<Group> => {
    const seen = new Set([key]);
    // A set is walked in the order in which its entries were added.
    for (const one of seen) for (const holder of holders.get(one) ?? []) seen.add(holder);
    return new Set([...seen].flatMap((one) => known.get(one) ?? []));
  };
}

/** An entry of a person, as members of groups name it. */
export interface MemberEntry {
  /** DN in the form in which they are compared. */
  readonly key: string;
  readonly uid: string;
}

/** The groups that hold each of these entries; an entry in no group is not in the answer. */
export async function membersOf<E extends MemberEntry>(
  groups: readonly Group[],
  entries: Iterable<E>,
): Promise<Map<E, ReadonlySet<Group>>> {
  const slices = new TimeSlices();
  const around = await groupsAround(groups, slices);
  const byKey = new Map<string, E>();
  const byUid = new Map<string, E[]>();
  for (const entry of entries) {
    byKey.set(entry.key, entry);
    const same = byUid.get(entry.uid);
    if (same) same.push(entry);
    else byUid.set(entry.uid, [entry]);
    await slices.yieldTurn();
  }
  const found = new Map<E, Set<Group>>();
  for (const group of groups) {
    const holding = around(group.key);
    for (const member of group.members) {
      const one = "key" in member ? byKey.get(member.key) : undefined;
      for (const entry of "uid" in member ? (byUid.get(member.uid) ?? []) : one ? [one] : []) {
        const known = found.get(entry) ?? new Set();
        for (const outer of holding) known.add(outer);
        found.set(entry, known);
      }
      await slices.yieldTurn();
    }
  }
  return found;
}
