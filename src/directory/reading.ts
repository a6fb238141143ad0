/** One complete reading of a directory: groups, their members, and the people behind them (D-4, D-5). */
import type { LdapConnection } from "../runtime/ldap.ts";
import { comparableDn, isBelow, parseName } from "../std/distinguished-name.ts";
import { TimeSlices } from "../std/time-slices.ts";
import type { LdapConfig } from "./active.ts";
import { type Group, readGroups } from "./groups.ts";
import { type Membership, membersOf } from "./membership.ts";
import { type Person, readPeople } from "./people.ts";
import { inStep, StepFailed } from "./step.ts";

export interface Reading {
  readonly groups: readonly Group[];
  /** By the comparison form of the username. */
  readonly members: ReadonlyMap<string, Membership>;
  /** Everybody, where the reading needed them anyway. */
  readonly people?: readonly Person[];
}

/** The username that a DN is made of, below the base of users. */
function usernameIn(dn: string, attribute: string, base: string): string | undefined {
  if (!isBelow(dn, base)) return undefined;
  return parseName(dn)?.[0]?.find(({ type }) => type === attribute)?.value;
}

/** Whether each member's DN has the username in it, so that no entry has to be read to know it. */
async function tellsUsernames(
  groups: readonly Group[],
  attribute: string,
  base: string,
): Promise<boolean> {
  const slices = new TimeSlices();
  const known = new Set(groups.map(({ dn }) => dn));
  for (const { members } of groups) {
    for (const member of members) {
      if ("uid" in member || known.has(member.dn) || !isBelow(member.dn, base)) continue;
      if (usernameIn(member.dn, attribute, base) === undefined) return false;
      await slices.breathe();
    }
  }
  return true;
}

/**
 * Reads everything that a full sync needs before it writes anything. A directory that shows no group at all
 * is taken for one that hides them.
 * @param everybody reads all people, also when their usernames are in the DNs
 */
export async function readDirectory(
  open: LdapConnection,
  config: LdapConfig,
  everybody: boolean,
): Promise<Reading> {
  const groups = await inStep("groups", () => readGroups(open, config));
  if (groups.length === 0) {
    throw new StepFailed("groups", "no group was found, so no roles were changed");
  }
  const base = comparableDn(config.user_base_dn) ?? "";
  const attribute = config.user_attributes.uid.toLowerCase();
  const filtered = config.user_filter !== "";
  if (!everybody && !filtered && (await tellsUsernames(groups, attribute, base))) {
    return { groups, members: await membersOf(groups, (dn) => usernameIn(dn, attribute, base)) };
  }
  const people = await inStep("user", () => readPeople(open, config));
  const usernames = new Map<string, string>();
  const known = new Set<string>();
  const slices = new TimeSlices();
  for (const { dn, uid } of people) {
    usernames.set(comparableDn(dn) ?? dn, uid);
    known.add(uid);
    await slices.breathe();
  }
  const named = groups.map((group) => ({
    ...group,
    members: group.members.filter((member) => !("uid" in member) || known.has(member.uid)),
  }));
  return { groups, members: await membersOf(named, (dn) => usernames.get(dn)), people };
}
