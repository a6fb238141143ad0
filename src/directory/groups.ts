/** Groups of a directory: all of them, or those of one person with the groups around them (auth-wire 6.1). */
import type { MappedGroup } from "../iam/directory/group-roles.ts";
import type { LdapConnection, LdapEntry } from "../runtime/ldap.ts";
import { comparableDn, parseName } from "../std/distinguished-name.ts";
import { all, any, equals } from "../std/ldap-filter.ts";
import { TimeSlices } from "../std/time-slices.ts";
import type { LdapConfig } from "./active.ts";
import type { Person } from "./people.ts";

/** A value of the members' attribute: a DN in the form in which they are compared, or a username. */
export type Member = { readonly key: string } | { readonly uid: string };

export interface Group extends MappedGroup {
  /** As it was read: a directory is never asked with the form for comparison. */
  readonly dn: string;
  readonly description: string;
  readonly members: readonly Member[];
}

type ReadGroup = Omit<Group, "ambiguous">;

type GroupSearch = LdapConfig["groups"][number];

/** One group more than this rejects the sync. */
const MAX_GROUPS = 100_000;
/** Groups around the groups of one person. */
const MAX_OUTER_GROUPS = 2_000;
const VALUES_PER_SEARCH = 20;
const MEMBERS = ["member", "uniquemember", "memberuid"];
/** Members of it are usernames (RFC 2307). */
const USERNAMES = "memberuid";

interface Names {
  readonly name: string;
  /** Attributes of the members. */
  readonly members: readonly string[];
  readonly description: string;
}

const holdsUsernames = (attribute: string): boolean => attribute.toLowerCase() === USERNAMES;

export function namesOf(group: GroupSearch): Names {
  const listed = group.attributes.filter((attribute) => MEMBERS.includes(attribute.toLowerCase()));
  return {
    name: group.name_attribute || "cn",
    members: group.member_attribute
      ? [group.member_attribute]
      : listed.length > 0
        ? listed
        : ["uniqueMember"],
    description: group.description_attribute || "description",
  };
}

const filterOf = ({ filter }: GroupSearch) => filter || "(objectClass=*)";

/** What may stand behind the DN in a value of `uniqueMember` (RFC 4517 §3.3.21); it names the same entry. */
const UNIQUE_ID = /#'[01]*'B$/;

function memberOf(value: string, isUsername: boolean): Member[] {
  if (isUsername) return [{ uid: value }];
  const key = comparableDn(value.replace(UNIQUE_ID, ""));
  return key === undefined || key === "" ? [] : [{ key }];
}

/** The name that the DN is made of, else the first one: more names that are added to a group do not name it. */
function nameOf({ dn, attributes }: LdapEntry, attribute: string): string | undefined {
  const values = attributes[attribute] ?? [];
  const own = parseName(dn)?.[0]?.find(({ type }) => type === attribute.toLowerCase());
  return own && values.includes(own.value) ? own.value : values[0];
}

async function searchGroups(
  open: LdapConnection,
  group: GroupSearch,
  filter: string,
  limit: number,
  withMembers: boolean,
): Promise<ReadGroup[]> {
  const names = namesOf(group);
  const attributes = [names.name, names.description, ...(withMembers ? names.members : [])];
  const entries = await open.search({ base: group.base_dn, filter, attributes, limit });
  const slices = new TimeSlices();
  const found: ReadGroup[] = [];
  for (const entry of entries) {
    const { dn, attributes: values } = entry;
    const name = nameOf(entry, names.name);
    const key = comparableDn(dn);
    if (!name || key === undefined) continue;
    const members: Member[] = [];
    for (const attribute of withMembers ? names.members : []) {
      for (const value of values[attribute] ?? []) {
        members.push(...memberOf(value, holdsUsernames(attribute)));
        await slices.yieldTurn();
      }
    }
    found.push({ name, dn, key, description: values[names.description]?.[0] ?? "", members });
    await slices.yieldTurn();
  }
  return found;
}

/** Every group of every search, each entry once. */
export async function readGroups(open: LdapConnection, config: LdapConfig): Promise<Group[]> {
  const found = new Map<string, ReadGroup>();
  for (const group of config.groups) {
    const read = await searchGroups(open, group, filterOf(group), MAX_GROUPS, true);
    for (const one of read) {
      const before = found.get(one.key);
      // Two searches may find one entry and read different attributes of it.
      const members = before ? [...before.members, ...one.members] : one.members;
      found.set(one.key, { ...one, members });
    }
  }
  return withAmbiguity([...found.values()], found.values());
}

/** @param all every group that has one of the names of `groups`, each once */
function withAmbiguity(groups: readonly ReadGroup[], all: Iterable<ReadGroup>): Group[] {
  const holders = new Map<string, number>();
  for (const { name } of all) holders.set(name, (holders.get(name) ?? 0) + 1);
  return groups.map((group) => ({ ...group, ambiguous: (holders.get(group.name) ?? 0) > 1 }));
}

/** Names that several of these groups have; each once. */
export const ambiguousNames = (groups: readonly Group[]): string[] =>
  [...new Set(groups.flatMap(({ ambiguous, name }) => (ambiguous ? [name] : [])))].sort();

/** The groups that have one of these names, wherever they are. */
async function readNamed(
  open: LdapConnection,
  config: LdapConfig,
  groups: readonly ReadGroup[],
): Promise<Iterable<ReadGroup>> {
  const names = [...new Set(groups.map(({ name }) => name))];
  const found = new Map(groups.map((group) => [group.key, group]));
  for (const group of config.groups) {
    const { name } = namesOf(group);
    for (let at = 0; at < names.length; at += VALUES_PER_SEARCH) {
      const filters = names.slice(at, at + VALUES_PER_SEARCH).map((one) => equals(name, one));
      const filter = all(filterOf(group), any(...filters));
      for (const one of await searchGroups(open, group, filter, MAX_GROUPS, false)) {
        // As in a whole reading, the later of two searches names an entry.
        found.set(one.key, one);
      }
    }
  }
  return found.values();
}

/** The groups of one search that have one of these DNs among their members. */
async function holdersOf(
  open: LdapConnection,
  group: GroupSearch,
  dns: readonly string[],
): Promise<ReadGroup[]> {
  const attributes = namesOf(group).members.filter((attribute) => !holdsUsernames(attribute));
  const found: ReadGroup[] = [];
  for (let at = 0; attributes.length > 0 && at < dns.length; at += VALUES_PER_SEARCH) {
    const values = dns.slice(at, at + VALUES_PER_SEARCH);
    const filters = attributes.flatMap((attribute) => values.map((dn) => equals(attribute, dn)));
    const filter = all(filterOf(group), any(...filters));
    found.push(...(await searchGroups(open, group, filter, MAX_GROUPS, false)));
  }
  return found;
}

/** The groups of one search that name this person by username. */
async function groupsNaming(
  open: LdapConnection,
  group: GroupSearch,
  uid: string,
): Promise<ReadGroup[]> {
  const attribute = namesOf(group).members.find(holdsUsernames);
  if (attribute === undefined) return [];
  const filter = all(filterOf(group), equals(attribute, uid));
  const read = await searchGroups(open, group, filter, MAX_GROUPS, true);
  // Usernames are compared letter by letter, as RFC 2307 has it; not every directory does.
  return read.filter(({ members }) =>
    members.some((member) => "uid" in member && member.uid === uid),
  );
}

/** Groups that hold this person, and groups that hold those groups; without their members. */
export async function readGroupsOf(
  open: LdapConnection,
  config: LdapConfig,
  person: Pick<Person, "dn" | "uid">,
): Promise<Group[]> {
  const found = new Map<string, ReadGroup>();
  let wanted: readonly string[] = [person.dn];
  let first = true;
  while (wanted.length > 0 && found.size < MAX_OUTER_GROUPS) {
    const next: string[] = [];
    for (const group of config.groups) {
      const read = await holdersOf(open, group, wanted);
      if (first) read.push(...(await groupsNaming(open, group, person.uid)));
      for (const one of read) {
        if (found.has(one.key)) continue;
        found.set(one.key, { ...one, members: [] });
        next.push(one.dn);
      }
    }
    first = false;
    wanted = next;
  }
  const groups = [...found.values()];
  return withAmbiguity(groups, await readNamed(open, config, groups));
}
