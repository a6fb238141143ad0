/** One complete reading of a directory: its people, its groups, and who is in which (D-4, D-5). */
import { message } from "../messages/message.ts";
import type { LdapConnection } from "../runtime/ldap.ts";
import type { LdapConfig } from "./active.ts";
import { type Group, readGroups } from "./groups.ts";
import { membersOf } from "./membership.ts";
import { type Person, readPeople } from "./people.ts";
import { inStep, StepFailed } from "./step.ts";

/** A person who is in a group, and all groups that hold them. */
export interface Membership {
  readonly person: Person;
  readonly groups: ReadonlySet<Group>;
}

export interface Reading {
  readonly groups: readonly Group[];
  /** Everybody, in a group or not. */
  readonly people: readonly Person[];
  readonly members: readonly Membership[];
}

/**
 * Reads everything that a full sync needs before it writes anything. A directory that shows no group at all
 * is taken for one that hides them.
 */
export async function readDirectory(open: LdapConnection, config: LdapConfig): Promise<Reading> {
  const groups = await inStep("groups", () => readGroups(open, config));
  if (groups.length === 0) {
    throw new StepFailed("groups", message("ldap.no_group_sync"));
  }
  const people = await inStep("user", () => readPeople(open, config));
  const held = await membersOf(groups, people);
  return { groups, people, members: [...held].map(([person, groups]) => ({ person, groups })) };
}
