/** Who is in which group, groups inside of groups included, circles harmless (D-4). Pure. */
import { canonicalAlias } from "../std/canonical-alias.ts";
import { TimeSlices } from "../std/time-slices.ts";
import type { Group } from "./groups.ts";

/** A member: the username as it was read, and the names of all groups that hold it. */
export interface Membership {
  readonly uid: string;
  readonly groups: ReadonlySet<string>;
}

/** The groups that hold each group, the group itself included. */
async function groupsAround(groups: readonly Group[], slices: TimeSlices) {
  const holders = new Map<string, string[]>();
  const names = new Map(groups.map(({ dn, name }) => [dn, name]));
  for (const { dn, members } of groups) {
    for (const member of members) {
      if (!("dn" in member) || !names.has(member.dn)) continue;
      const known = holders.get(member.dn);
      if (known) known.push(dn);
      else holders.set(member.dn, [dn]);
    }
    await slices.breathe();
  }
  return (dn: string): ReadonlySet<string> => {
    const seen = new Set([dn]);
    // A set is walked in the order in which its entries were added.
    for (const one of seen) for (const holder of holders.get(one) ?? []) seen.add(holder);
    return new Set([...seen].flatMap((one) => names.get(one) ?? []));
  };
}

/**
 * Members by the comparison form of their username.
 * @param usernameOf the username behind a DN; undefined for one that is no user
 */
export async function membersOf(
  groups: readonly Group[],
  usernameOf: (dn: string) => string | undefined,
): Promise<Map<string, Membership>> {
  const slices = new TimeSlices();
  const around = await groupsAround(groups, slices);
  const isGroup = new Set(groups.map(({ dn }) => dn));
  const found = new Map<string, { uid: string; groups: Set<string> }>();
  for (const group of groups) {
    const names = around(group.dn);
    for (const member of group.members) {
      if ("dn" in member && isGroup.has(member.dn)) continue;
      const uid = "uid" in member ? member.uid : usernameOf(member.dn);
      if (uid === undefined) continue;
      const key = canonicalAlias(uid);
      const known = found.get(key) ?? { uid, groups: new Set() };
      for (const name of names) known.groups.add(name);
      found.set(key, known);
      await slices.breathe();
    }
  }
  return found;
}
