/** People of a directory: how they are found, and what is read of them (auth-wire 6.1; D-1). */
import { type DirectoryUser, isAddress, isUsername } from "../iam/directory/directory-user.ts";
import type { LdapConnection, LdapEntry } from "../runtime/ldap.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { comparableDn, isBelow, parseName } from "../std/distinguished-name.ts";
import { all, any, equals } from "../std/ldap-filter.ts";
import { TimeSlices } from "../std/time-slices.ts";
import type { LdapConfig } from "./active.ts";

export interface Person extends DirectoryUser {
  readonly dn: string;
  readonly member_of: readonly string[];
}

/** More people than this in one directory are refused: a cut list must not pass for a whole one. */
const MOST_PEOPLE = 1_000_000;
/** Usernames that one filter asks for. */
const NAMES_PER_SEARCH = 100;
const NAMES = ["gecos", "displayName", "cn"];
const MEMBER_OF = "memberOf";

const nameAttributes = ({ user_attributes: { name } }: LdapConfig) => (name ? [name] : NAMES);

function attributesOf(config: LdapConfig): string[] {
  const { uid, email, given_name, family_name } = config.user_attributes;
  return [...new Set([uid, email, ...nameAttributes(config), given_name, family_name, MEMBER_OF])];
}

/**
 * The username of an entry: the one that its DN is made of, else its only one. An entry whose owner may add a
 * second username must not be found by it.
 */
function usernameOf({ dn, attributes }: LdapEntry, attribute: string): string | undefined {
  const own = parseName(dn)?.[0]?.find(({ type }) => type === attribute.toLowerCase());
  const values = attributes[attribute] ?? [];
  if (own) return values.length === 0 || values.includes(own.value) ? own.value : undefined;
  return values.length === 1 ? values[0] : undefined;
}

/** Undefined for an entry that cannot be a user here. */
function personOf(entry: LdapEntry, config: LdapConfig): Person | undefined {
  const { uid, email, given_name, family_name } = config.user_attributes;
  const username = usernameOf(entry, uid);
  if (username === undefined || !isUsername(username)) return undefined;
  const first = (...names: readonly string[]) =>
    names.flatMap((name) => entry.attributes[name] ?? []).find((value) => value.trim() !== "") ??
    "";
  const address = first(email).trim();
  return {
    dn: entry.dn,
    uid: username,
    email: isAddress(address) ? address : "",
    name: first(...nameAttributes(config)),
    given_name: first(given_name),
    family_name: first(family_name),
    member_of: entry.attributes[MEMBER_OF] ?? [],
  };
}

async function search(open: LdapConnection, config: LdapConfig, filter: string, limit: number) {
  const entries = await open.search({
    base: config.user_base_dn,
    filter: all(config.user_filter, filter),
    attributes: attributesOf(config),
    limit,
  });
  const base = comparableDn(config.user_base_dn);
  if (base === undefined) return [];
  const slices = new TimeSlices();
  const below: LdapEntry[] = [];
  for (const entry of entries) {
    const found = comparableDn(entry.dn);
    // What a server sends from elsewhere was not asked for.
    if (found !== undefined && isBelow(found, base)) below.push(entry);
    await slices.breathe();
  }
  return below;
}

/** The one person with this username. Undefined for none, and for more than one (D-1). */
export async function findByUsername(
  open: LdapConnection,
  config: LdapConfig,
  username: string,
): Promise<Person | undefined> {
  if (!isUsername(username)) return undefined;
  const entries = await search(open, config, equals(config.user_attributes.uid, username), 10);
  const [entry, ...others] = entries;
  if (!entry || others.length > 0) return undefined;
  const person = personOf(entry, config);
  return person && canonicalAlias(person.uid) === canonicalAlias(username) ? person : undefined;
}

/** The first person with this username or email, for administrators. */
export async function lookUp(
  open: LdapConnection,
  config: LdapConfig,
  name: string,
): Promise<Person | undefined> {
  const { uid, email } = config.user_attributes;
  const entries = await search(open, config, any(equals(uid, name), equals(email, name)), 10);
  return entries.map((entry) => personOf(entry, config)).find((person) => person !== undefined);
}

/** Whether another entry has the same address: then it belongs to neither. */
export async function hasOwnAddress(
  open: LdapConnection,
  config: LdapConfig,
  { email }: Person,
): Promise<boolean> {
  if (email === "") return true;
  const holders = await search(open, config, equals(config.user_attributes.email, email), 10);
  return holders.length === 1;
}

/** Everybody, or those with one of these usernames. */
export async function readPeople(
  open: LdapConnection,
  config: LdapConfig,
  usernames?: readonly string[],
): Promise<Person[]> {
  const { uid } = config.user_attributes;
  const slices = new TimeSlices();
  const people: Person[] = [];
  async function read(filter: string, limit: number): Promise<void> {
    for (const entry of await search(open, config, filter, limit)) {
      const person = personOf(entry, config);
      if (person) people.push(person);
      await slices.breathe();
    }
  }
  if (!usernames) await read(`(${uid}=*)`, MOST_PEOPLE);
  for (let at = 0; usernames && at < usernames.length; at += NAMES_PER_SEARCH) {
    const asked = usernames.slice(at, at + NAMES_PER_SEARCH).map((name) => equals(uid, name));
    await read(any(...asked), 10 * NAMES_PER_SEARCH);
  }
  return people;
}

/**
 * The same people; an address that several entries have belongs to none of them, but to one whose user has
 * it here already: entries that claim it later take nothing away.
 * @param holds whether the user of this person has the address
 */
export async function withOwnAddresses<P extends DirectoryUser>(
  people: readonly P[],
  holds: (person: P) => boolean,
): Promise<P[]> {
  const slices = new TimeSlices();
  const holders = new Map<string, number>();
  for (const { email } of people) {
    const key = canonicalAlias(email);
    if (key !== "") holders.set(key, (holders.get(key) ?? 0) + 1);
    await slices.breathe();
  }
  const own: P[] = [];
  for (const person of people) {
    const shared = (holders.get(canonicalAlias(person.email)) ?? 0) > 1;
    own.push(shared && !holds(person) ? { ...person, email: "" } : person);
    await slices.breathe();
  }
  return own;
}
