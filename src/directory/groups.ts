/** Groups of a directory: all of them, or those of one person with the groups around them (auth-wire 6.1). */
import type { LdapConnection } from "../runtime/ldap.ts";
import { comparableDn } from "../std/distinguished-name.ts";
import { all, any, equals } from "../std/ldap-filter.ts";
import { TimeSlices } from "../std/time-slices.ts";
import type { LdapConfig } from "./active.ts";
import type { Person } from "./people.ts";

/** A value of the members' attribute: a DN in the form in which they are compared, or a username. */
export type Member = { readonly dn: string } | { readonly uid: string };

export interface Group {
  readonly name: string;
  /** In the form in which they are compared. */
  readonly dn: string;
  readonly description: string;
  readonly members: readonly Member[];
}

type GroupSearch = LdapConfig["groups"][number];

/** One group more than this rejects the sync. */
const MOST_GROUPS = 100_000;
/** Groups around the groups of one person. */
const MOST_AROUND = 2_000;
const DNS_PER_SEARCH = 20;
const MEMBERS = ["uniquemember", "member", "memberuid"];
/** Members of it are usernames (RFC 2307). */
const USERNAMES = "memberuid";

interface Names {
  readonly name: string;
  readonly member: string;
  readonly description: string;
}

function namesOf(group: GroupSearch): Names {
  const listed = group.attributes.find((attribute) => MEMBERS.includes(attribute.toLowerCase()));
  return {
    name: group.name_attribute || "cn",
    member: group.member_attribute || listed || "uniqueMember",
    description: group.description_attribute || "description",
  };
}

const filterOf = ({ filter }: GroupSearch) => filter || "(objectClass=*)";

function memberOf(value: string, isUsername: boolean): Member[] {
  if (isUsername) return [{ uid: value }];
  const dn = comparableDn(value);
  return dn === undefined || dn === "" ? [] : [{ dn }];
}

async function searchGroups(
  open: LdapConnection,
  group: GroupSearch,
  filter: string,
  limit: number,
  withMembers: boolean,
): Promise<Group[]> {
  const names = namesOf(group);
  const attributes = [names.name, names.description, ...(withMembers ? [names.member] : [])];
  const entries = await open.search({ base: group.base_dn, filter, attributes, limit });
  const isUsername = names.member.toLowerCase() === USERNAMES;
  const slices = new TimeSlices();
  const found: Group[] = [];
  for (const { dn: text, attributes: values } of entries) {
    const name = values[names.name]?.[0];
    const dn = comparableDn(text);
    if (!name || dn === undefined) continue;
    const members: Member[] = [];
    for (const value of values[names.member] ?? []) {
      members.push(...memberOf(value, isUsername));
      await slices.breathe();
    }
    found.push({ name, dn, description: values[names.description]?.[0] ?? "", members });
    await slices.breathe();
  }
  return found;
}

/** Every group of every search, each entry once. */
export async function readGroups(open: LdapConnection, config: LdapConfig): Promise<Group[]> {
  const found = new Map<string, Group>();
  for (const group of config.groups) {
    const read = await searchGroups(open, group, filterOf(group), MOST_GROUPS, true);
    for (const one of read) {
      const before = found.get(one.dn);
      // Two searches may find one entry and read different attributes of it.
      const members = before ? [...before.members, ...one.members] : one.members;
      found.set(one.dn, { ...one, members });
    }
  }
  return [...found.values()];
}

/** Groups that hold this person, and groups that hold those groups; without their members. */
export async function readGroupsOf(
  open: LdapConnection,
  config: LdapConfig,
  person: Pick<Person, "dn" | "uid">,
): Promise<Group[]> {
  const found = new Map<string, Group>();
  let wanted: readonly string[] = [person.dn];
  let first = true;
  while (wanted.length > 0 && found.size < MOST_AROUND) {
    const next: string[] = [];
    for (const group of config.groups) {
      const { member } = namesOf(group);
      const isUsername = member.toLowerCase() === USERNAMES;
      if (isUsername && !first) continue;
      for (let at = 0; at < wanted.length; at += DNS_PER_SEARCH) {
        const dns = isUsername ? [person.uid] : wanted.slice(at, at + DNS_PER_SEARCH);
        const holds = any(...dns.map((dn) => equals(member, dn)));
        const filter = all(filterOf(group), holds);
        for (const one of await searchGroups(open, group, filter, MOST_GROUPS, false)) {
          if (found.has(one.dn)) continue;
          found.set(one.dn, one);
          next.push(one.dn);
        }
      }
    }
    first = false;
    wanted = next;
  }
  return [...found.values()];
}
