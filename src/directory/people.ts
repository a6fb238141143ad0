/** People of a directory: how they are found, and what is read of them (auth-wire 6.1; D-1). */
import { type DirectoryUser, isAddress, isUsername } from "../iam/directory/directory-user.ts";
import type { LdapConnection, LdapEntry } from "../runtime/ldap.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { comparableDn, isBelow, parseName } from "../std/distinguished-name.ts";
import { all, equals } from "../std/ldap-filter.ts";
import { TimeSlices } from "../std/time-slices.ts";
import { trimBlanks } from "../std/trim-blanks.ts";
import type { LdapConfig } from "./active.ts";
import { idAttributes, idsOf } from "./entry-ids.ts";
import { type EntryStanding, entryStanding, STANDING_ATTRIBUTES } from "./entry-standing.ts";

export interface Person extends DirectoryUser {
  /** As it was read: a directory is never asked with the form for comparison. */
  readonly dn: string;
  /** The DN in the form in which they are compared. */
  readonly key: string;
  readonly member_of: readonly string[];
  readonly standing: EntryStanding;
}

/** More people than this in one directory are refused: a cut list must not pass for a whole one. */
const MAX_PEOPLE = 1_000_000;
const NAMES = ["gecos", "displayName", "cn"];
const MEMBER_OF = "memberOf";

const nameAttributes = ({ user_attributes: { name } }: LdapConfig) => (name ? [name] : NAMES);

function attributesOf(config: LdapConfig): string[] {
  const { uid, sign_in, email, given_name, family_name } = config.user_attributes;
  const names = nameAttributes(config);
  const profile = [uid, ...sign_in, email, ...names, given_name, family_name];
  return [...new Set([...profile, MEMBER_OF, ...STANDING_ATTRIBUTES])];
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

/** An entry below the base of users, with its DN in the form in which they are compared. */
interface Found extends LdapEntry {
  readonly key: string;
}

/** Undefined for an entry that cannot be a user here. */
function personOf(entry: Found, config: LdapConfig): Person | undefined {
  const { uid, email, given_name, family_name } = config.user_attributes;
  const username = usernameOf(entry, uid);
  if (username === undefined || !isUsername(username)) return undefined;
  const first = (...names: readonly string[]) =>
    names.flatMap((name) => entry.attributes[name] ?? []).find((value) => value.trim() !== "") ??
    "";
  const address = trimBlanks(first(email));
  return {
    ids: idsOf(entry, config),
    dn: entry.dn,
    key: entry.key,
    uid: username,
    email: isAddress(address) ? address : "",
    name: first(...nameAttributes(config)),
    given_name: first(given_name),
    family_name: first(family_name),
    member_of: entry.attributes[MEMBER_OF] ?? [],
    standing: entryStanding(entry.attributes),
  };
}

async function search(open: LdapConnection, config: LdapConfig, filter: string, limit: number) {
  const entries = await open.search({
    base: config.user_base_dn,
    filter: all(config.user_filter, filter),
    attributes: attributesOf(config),
    bytes: idAttributes(config),
    limit,
  });
  const base = comparableDn(config.user_base_dn);
  if (base === undefined) return [];
  const slices = new TimeSlices();
  const below: Found[] = [];
  for (const entry of entries) {
    const key = comparableDn(entry.dn);
    // What a server sends from elsewhere was not asked for.
    if (key !== undefined && isBelow(key, base)) below.push({ ...entry, key });
    await slices.yieldTurn();
  }
  return below;
}

/**
 * The one person with this name: by username, else by the first other attribute of the record in which an entry has
 * it. Undefined for none, and for more than one (D-1): an attribute that comes later decides nothing then.
 */
export async function findByName(
  open: LdapConnection,
  config: LdapConfig,
  name: string,
): Promise<Person | undefined> {
  if (!isUsername(name)) return undefined;
  const { uid, sign_in } = config.user_attributes;
  const isIt = (value: string) => canonicalAlias(value) === canonicalAlias(name);
  for (const attribute of [uid, ...sign_in]) {
    const entries = await search(open, config, equals(attribute, name), 10);
    const [entry, ...others] = entries;
    if (!entry) continue;
    const person = others.length === 0 ? personOf(entry, config) : undefined;
    const names = attribute === uid ? [person?.uid ?? ""] : (entry.attributes[attribute] ?? []);
    return names.some(isIt) ? person : undefined;
  }
  return undefined;
}

/**
 * The one person with this name, as sign-in finds them, else the one with this email. For administrators.
 */
export async function lookUp(
  open: LdapConnection,
  config: LdapConfig,
  name: string,
): Promise<Person | undefined> {
  const known = await findByName(open, config, name);
  if (known) return known;
  const holders = await search(open, config, equals(config.user_attributes.email, name), 10);
  const [entry, ...others] = holders;
  return entry && others.length === 0 ? personOf(entry, config) : undefined;
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

/** Everybody. */
export async function readPeople(open: LdapConnection, config: LdapConfig): Promise<Person[]> {
  const slices = new TimeSlices();
  const people: Person[] = [];
  for (const entry of await search(open, config, `(${config.user_attributes.uid}=*)`, MAX_PEOPLE)) {
    const person = personOf(entry, config);
    if (person) people.push(person);
    await slices.yieldTurn();
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
    await slices.yieldTurn();
  }
  const own: P[] = [];
  for (const person of people) {
    const shared = (holders.get(canonicalAlias(person.email)) ?? 0) > 1;
    own.push(shared && !holds(person) ? { ...person, email: "" } : person);
    await slices.yieldTurn();
  }
  return own;
}
