/** What a principal holds right now: expanded roles and permissions (auth-wire 2.1). */
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { type Fill, fillOf, remember } from "../../std/bounded-map.ts";
import type { TemporaryGrant } from "../../store/tables.ts";

/** How a role or permission is held; a permanent grant wins over a temporary one. */
export interface Holding {
  readonly id: string;
  /** Set for a temporary grant that is not also permanent. */
  readonly expires_at?: string;
  /** Held through a role and neither permanently nor by an own temporary grant. */
  readonly inherited?: true;
}

export interface Access {
  /** Sorted by id. */
  readonly roles: readonly Holding[];
  /** Own permissions first, then those of the roles; each once. */
  readonly permissions: readonly Holding[];
  readonly permissionIds: ReadonlySet<string>;
  /** When it was computed, in milliseconds. */
  readonly since: number;
  /** Until when this answer holds: the next start or end of a temporary grant, in milliseconds. */
  readonly until: number;
}

const startOf = (grant: TemporaryGrant) => (grant.starts_at ? Date.parse(grant.starts_at) : 0);

/** `starts_at < now < expires_at`; an absent start has begun. */
export const isActive = (grant: TemporaryGrant, now: number): boolean =>
  startOf(grant) < now && now < Date.parse(grant.expires_at);

/** Own ids with their way of holding: permanent ones first, then active temporary ones. */
function ownHoldings(
  permanent: Iterable<string>,
  temporary: readonly TemporaryGrant[],
  now: number,
): Map<string, Holding> {
  const held = new Map<string, Holding>();
  for (const id of permanent) held.set(id, { id });
  for (const grant of temporary) {
    if (!held.has(grant.id) && isActive(grant, now)) {
      held.set(grant.id, { id: grant.id, expires_at: grant.expires_at });
    }
  }
  return held;
}

/** Roles closed over `role_ids`, breadth first, each once, so cycles are harmless. */
function closeOverRoles(snapshot: Snapshot, own: ReadonlyMap<string, Holding>): Holding[] {
  const closed = new Map<string, Holding>();
  const queue = [...own.values()];
  for (let at = 0; at < queue.length; at++) {
    const holding = queue[at];
    if (!holding || closed.has(holding.id)) continue;
    const role = snapshot.roles.get(holding.id);
    if (!role) continue;
    closed.set(role.id, holding);
    for (const id of role.role_ids) {
      if (!closed.has(id)) queue.push(own.get(id) ?? { id, inherited: true });
    }
  }
  return [...closed.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function nextBoundary(grants: readonly TemporaryGrant[], now: number, until: number): number {
  let next = until;
  for (const grant of grants) {
    for (const edge of [startOf(grant), Date.parse(grant.expires_at)]) {
      if (edge >= now && edge < next) next = edge;
    }
  }
  return next;
}

function computeAccess(snapshot: Snapshot, principal: PrincipalRecord, now: number): Access {
  const { tmp_role_ids: tmpRoles, tmp_permission_ids: tmpPermissions } = principal;
  const permanentRoles = [...principal.role_ids, ...principal.sync_role_ids];
  const roles = closeOverRoles(snapshot, ownHoldings(permanentRoles, tmpRoles, now));
  const own = ownHoldings(principal.permission_ids, tmpPermissions, now);
  const held = new Map<string, Holding>();
  for (const [id, holding] of own) if (snapshot.permissions.has(id)) held.set(id, holding);
  for (const { id: roleId } of roles) {
    for (const id of snapshot.roles.get(roleId)?.permission_ids ?? []) {
      if (!held.has(id) && snapshot.permissions.has(id)) held.set(id, { id, inherited: true });
    }
  }
  const until = nextBoundary(tmpRoles, now, nextBoundary(tmpPermissions, now, Infinity));
  return {
    roles,
    permissions: [...held.values()],
    permissionIds: new Set(held.keys()),
    since: now,
    until,
  };
}

const memo = new WeakMap<Snapshot, Map<PrincipalRecord, Access>>();
/** Principals in the memo of one snapshot (N-11). */
const MAX_REMEMBERED = 20_000;

/** Principals whose holdings are kept of a snapshot. */
export const holdingsKept = (snapshot: Snapshot): Fill =>
  fillOf(memo.get(snapshot), MAX_REMEMBERED);

/** Memoised per snapshot and principal until the next edge of a temporary grant (P3). */
export function holdingsOf(snapshot: Snapshot, principal: PrincipalRecord, now: number): Access {
  let ofSnapshot = memo.get(snapshot);
  if (!ofSnapshot) {
    ofSnapshot = new Map();
    memo.set(snapshot, ofSnapshot);
  }
  const hit = ofSnapshot.get(principal);
  // A clock that went back may stand before the start of a grant that the answer counts in.
  if (hit && hit.since <= now && now < hit.until) return hit;
  const access = computeAccess(snapshot, principal, now);
  remember(ofSnapshot, principal, access, MAX_REMEMBERED);
  return access;
}

/** Role names that the granted scopes contribute through the permissions' `scope` maps (rule 11). */
export function rolesForScopes(
  snapshot: Snapshot,
  access: Access,
  scopes: readonly string[],
): string[] {
  const names = new Set<string>();
  for (const { id } of access.permissions) {
    const map = snapshot.permissions.get(id)?.scope;
    if (!map) continue;
    for (const scope of scopes) {
      if (Object.hasOwn(map, scope)) for (const name of map[scope] ?? []) names.add(name);
    }
  }
  return [...names];
}

/** Names of the roles that are held, contained ones included; two roles of one name are one. */
export const heldRoleNames = ({ roles }: Snapshot, access: Access): string[] => [
  ...new Set(access.roles.flatMap(({ id }) => roles.get(id)?.name ?? [])),
];
