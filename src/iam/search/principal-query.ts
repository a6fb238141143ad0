/** Filters of user and service account lists (auth-wire 2.5), as one test per record. */
import { membersOf } from "../../snapshot/role-members.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { isActive } from "../principals/holdings.ts";
import { asksForCoverage, rolesCarrying, withContainers } from "./permission-filter.ts";
import { asksForText, type TextFilter, textTest } from "./principal-search.ts";

export interface PrincipalQuery extends TextFilter {
  readonly id?: string | undefined;
  readonly alias?: string | undefined;
  readonly role_ids?: readonly string[] | undefined;
  /** Parts of names of permissions. */
  readonly permission?: readonly string[] | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly role_type?: string | undefined;
  readonly is_active?: boolean | undefined;
  readonly suspended?: boolean | undefined;
  /** Only holders of one of these roles, however they hold it: the people whom an administrator reaches. */
  readonly within?: readonly string[] | undefined;
}

type RoleType = "PERMANENT" | "TEMPORARY" | "ANY";

const roleTypeOf = (text = ""): RoleType => {
  const word = text.trim().toUpperCase();
  return word === "PERMANENT" || word === "TEMPORARY" ? word : "ANY";
};

/**
 * The roles that count for each filter: the ones asked for, or those that carry the permissions asked
 * for, with all roles that contain them. A record passes when it holds one of every set (4d).
 */
function wantedRoles(snapshot: Snapshot, query: PrincipalQuery): ReadonlySet<string>[] {
  const coverage = { names: query.permission, method: query.method, path: query.path };
  const named = query.role_ids ?? [];
  return [
    ...(named.length > 0 ? [withContainers(snapshot, named)] : []),
    ...(asksForCoverage(coverage)
      ? [withContainers(snapshot, rolesCarrying(snapshot, coverage))]
      : []),
  ];
}

/** How a principal must hold a role of a set; undefined stands for any role. Asked of every candidate, so it makes nothing. */
function holdsOne(
  { role_ids, sync_role_ids, tmp_role_ids }: PrincipalRecord,
  roles: ReadonlySet<string> | undefined,
  type: RoleType,
  now: number,
): boolean {
  if (type !== "TEMPORARY" && (hasOne(role_ids, roles) || hasOne(sync_role_ids, roles)))
    return true;
  if (type === "PERMANENT") return false;
  for (const grant of tmp_role_ids) {
    if ((!roles || roles.has(grant.id)) && isActive(grant, now)) return true;
  }
  return false;
}

function hasOne(ids: readonly string[], roles: ReadonlySet<string> | undefined): boolean {
  if (!roles) return ids.length > 0;
  for (const id of ids) if (roles.has(id)) return true;
  return false;
}

/** What a query means on one snapshot. */
export interface PrincipalFilter {
  /** There is nothing to test: every record passes. */
  readonly empty: boolean;
  /** In lower case, what is in the text of every record that passes; empty when texts are not looked at. */
  readonly texts: readonly string[];
  /** The same for queries that mean the same. */
  readonly key: string;
  /** Records of both kinds that may pass, in order; undefined for any, or for more than `most`. */
  candidates(most: number): readonly PrincipalRecord[] | undefined;
  /** `edge` is called with every time at which the answer for this record changes or has changed. */
  test(record: PrincipalRecord, now: number, edge: (time: number) => void): boolean;
}

function reportBoundaries(record: PrincipalRecord, edge: (time: number) => void): void {
  for (const { starts_at, expires_at } of record.tmp_role_ids) {
    if (starts_at) edge(Date.parse(starts_at));
    edge(Date.parse(expires_at));
  }
}

export function compileQuery(snapshot: Snapshot, query: PrincipalQuery): PrincipalFilter {
  const { is_active, suspended, name, email, uid, search } = query;
  const wanted = wantedRoles(snapshot, query);
  const type = roleTypeOf(query.role_type);
  const within = query.within && withContainers(snapshot, query.within);
  const sets = wanted.length > 0 ? wanted : type === "ANY" ? [] : [undefined];
  const needsText = asksForText(query);
  const passesText = textTest(query);
  const text = [name, email, uid, search].map((part) => part?.toLowerCase() ?? "");
  const membersBy = (role: string, way: RoleType) => {
    const { permanent, temporary } = membersOf(snapshot.role_members, role);
    if (way === "ANY") return [permanent, temporary];
    return way === "PERMANENT" ? [permanent] : [temporary];
  };
  const membersOfType = (role: string) => membersBy(role, type);

  const holdsAll = (record: PrincipalRecord, way: RoleType, now: number) => {
    for (const roles of sets) if (!holdsOne(record, roles, way, now)) return false;
    return true;
  };

  return {
    empty:
      sets.length === 0 &&
      !within &&
      !needsText &&
      is_active === undefined &&
      suspended === undefined,
    texts: text.filter(Boolean),
    key: JSON.stringify([
      is_active ?? null,
      suspended ?? null,
      type,
      wanted.map((set) => [...set].sort()),
      within ? [...within].sort() : null,
      ...text,
    ]),

    candidates(most) {
      const listsByFilter = wanted.map((roles) => [...roles].flatMap(membersOfType));
      if (within) listsByFilter.push([...within].flatMap((role) => membersBy(role, "ANY")));
      // One list, in order already: the longest there can be is no dearer to read than all records.
      if (is_active === false || suspended) listsByFilter.push([snapshot.disabled]);
      const sizes = listsByFilter.map((lists) => lists.reduce((sum, { size }) => sum + size, 0));
      const least = Math.min(...sizes);
      const lists = listsByFilter[sizes.indexOf(least)];
      if (!lists || (lists.length > 1 && least > most)) return undefined;
      if (lists.length === 1) return [...(lists[0]?.values() ?? [])];
      const members = new Set(lists.flatMap((list) => [...list.values()]));
      return [...members].sort((a, b) => (a.id < b.id ? -1 : 1));
    },

    test(record, now, edge) {
      // First, because it rules out the most.
      if (needsText && !passesText(record)) return false;
      if (is_active !== undefined && record.disabled === is_active) return false;
      if (suspended !== undefined && Boolean(record.suspension) !== suspended) return false;
      if (within) {
        reportBoundaries(record, edge);
        if (!holdsOne(record, within, "ANY", now)) return false;
      }
      if (type === "TEMPORARY" || !holdsAll(record, "PERMANENT", now)) {
        if (type === "PERMANENT") return false;
        reportBoundaries(record, edge);
        if (!holdsAll(record, type, now)) return false;
      }
      return true;
    },
  };
}
