/** Role → principals that hold it directly: the index behind role filters and `total_users` (P2). */
import { Runs } from "../std/balanced-tree.ts";
import { SortedMap } from "../std/sorted-map.ts";
import type { PrincipalRecord } from "./principal-record.ts";

type Members = SortedMap<PrincipalRecord>;

/** Users and service accounts by id. One principal may be in both maps. */
export interface RoleMembers {
  /** By an own or a synchronised role id. */
  readonly permanent: Members;
  /** By a temporary grant, active now or not. */
  readonly temporary: Members;
}

export type RoleMemberIndex = SortedMap<RoleMembers>;

const NO_MEMBERS: RoleMembers = { permanent: SortedMap.empty(), temporary: SortedMap.empty() };

/** Members of a role; empty for an unknown role. */
export const membersOf = (index: RoleMemberIndex, roleId: string): RoleMembers =>
  index.get(roleId) ?? NO_MEMBERS;

type Way = keyof RoleMembers;

function holdings(principal: PrincipalRecord): Record<Way, ReadonlySet<string>> {
  return {
    permanent: new Set([...principal.role_ids, ...principal.sync_role_ids]),
    temporary: new Set(principal.tmp_role_ids.map(({ id }) => id)),
  };
}

/** Builds the index of principals in ascending order of their ids. */
export function buildRoleMembers(principals: Iterable<PrincipalRecord>): RoleMemberIndex {
  const found = new Map<string, Record<Way, Runs<PrincipalRecord>>>();
  /** A role that is given twice, by hand and by the directory, counts once. */
  const add = (role: string, way: Way, principal: PrincipalRecord) => {
    let members = found.get(role);
    if (!members) {
      members = { permanent: new Runs(), temporary: new Runs() };
      found.set(role, members);
    }
    if (members[way].last !== principal.id) members[way].add(principal.id, principal);
  };
  for (const principal of principals) {
    for (const role of principal.role_ids) add(role, "permanent", principal);
    for (const role of principal.sync_role_ids) add(role, "permanent", principal);
    for (const { id } of principal.tmp_role_ids) add(id, "temporary", principal);
  }
  const entries = [...found].map(
    ([role, { permanent, temporary }]) =>
      [
        role,
        { permanent: SortedMap.ofRuns(permanent), temporary: SortedMap.ofRuns(temporary) },
      ] as const,
  );
  return SortedMap.fromSorted(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function changed(
  index: RoleMemberIndex,
  role: string,
  way: Way,
  change: (members: Members) => Members,
): RoleMemberIndex {
  const before = membersOf(index, role);
  const after = { ...before, [way]: change(before[way]) };
  return after.permanent.size + after.temporary.size === 0
    ? index.without(role)
    : index.with(role, after);
}

const NONE = { permanent: new Set<string>(), temporary: new Set<string>() };

/** The index after one principal changed, appeared or went; costs what its own roles are. */
export function patchRoleMembers(
  index: RoleMemberIndex,
  before: PrincipalRecord | undefined,
  after: PrincipalRecord | undefined,
): RoleMemberIndex {
  const id = after?.id ?? before?.id ?? "";
  const old = before ? holdings(before) : NONE;
  const now = after ? holdings(after) : NONE;
  let next = index;
  for (const way of ["permanent", "temporary"] as const) {
    for (const role of old[way]) {
      if (!now[way].has(role)) next = changed(next, role, way, (members) => members.without(id));
    }
    if (!after) continue;
    for (const role of now[way])
      next = changed(next, role, way, (members) => members.with(id, after));
  }
  return next;
}
