/** How a principal comes to its roles and permissions: every way, not only that there is one (auth-wire 2.1). */
import type { PrincipalRecord, RoleRecord, Snapshot } from "../../snapshot/snapshot.ts";
import type { TemporaryGrant } from "../../store/tables.ts";
import { isActive } from "./holdings.ts";

/**
 * How something is held by the principal's own record: by hand, given by a directory or a provider at
 * sign-in, or for a while.
 */
export interface Start {
  readonly given: "own" | "sync" | "temporary";
  /** RFC 3339; absent in a temporary grant that holds at once. */
  readonly starts_at?: string;
  readonly expires_at?: string;
}

/** One effective role and where it comes from. */
export interface RoleWays {
  readonly role: RoleRecord;
  readonly starts: readonly Start[];
  /** Effective roles that contain it. */
  readonly within: readonly string[];
  /** The one of them that is on a shortest way from the principal; undefined for a role with a start. */
  readonly parent: string | undefined;
}

interface Found {
  readonly role: RoleRecord;
  readonly starts: Start[];
  readonly within: string[];
  readonly parent: string | undefined;
}

/** Which temporary grants count. */
type Counts = (grant: TemporaryGrant) => boolean;

const windowOf = ({ starts_at, expires_at }: TemporaryGrant): Start => ({
  given: "temporary",
  ...(starts_at !== undefined && { starts_at }),
  expires_at,
});

/** By id: what the record itself gives. */
function startsOf(
  own: readonly string[],
  sync: readonly string[],
  temporary: readonly TemporaryGrant[],
  counts: Counts,
): Map<string, Start[]> {
  const starts = new Map<string, Start[]>();
  const add = (id: string, start: Start) => {
    const others = starts.get(id);
    if (others) others.push(start);
    else starts.set(id, [start]);
  };
  for (const id of own) add(id, { given: "own" });
  for (const id of sync) add(id, { given: "sync" });
  for (const grant of temporary) if (counts(grant)) add(grant.id, windowOf(grant));
  return starts;
}

/** Everything of one principal, found once. */
export interface Ways {
  /** Effective roles by id, those with the shortest way first. */
  readonly roles: ReadonlyMap<string, RoleWays>;
  /** What the record itself says of permissions, by id. */
  readonly permissions: ReadonlyMap<string, readonly Start[]>;
  /** Effective roles that list a permission, by its id: the first ones. */
  readonly listing: ReadonlyMap<string, readonly RoleWays[]>;
}

/** Ways that are shown of one permission; there may be as many as roles. */
const MAX_WAYS = 10;

/** Roles over `role_ids`, breadth first: the first way to a role is a shortest one. */
function walk(snapshot: Snapshot, starts: ReadonlyMap<string, Start[]>): Map<string, Found> {
  const roles = new Map<string, Found>();
  for (const [id, own] of starts) {
    const role = snapshot.roles.get(id);
    if (role) roles.set(id, { role, starts: own, within: [], parent: undefined });
  }
  // A map goes on with what is added while it is walked.
  for (const [container, { role }] of roles) {
    for (const id of new Set(role.role_ids)) {
      const reached = roles.get(id);
      const inner = snapshot.roles.get(id);
      if (reached) reached.within.push(container);
      else if (inner) {
        roles.set(id, { role: inner, starts: [], within: [container], parent: container });
      }
    }
  }
  return roles;
}

/** How the principal comes to what it holds now; the same roles and permissions as `holdingsOf`. */
export const waysOf = (snapshot: Snapshot, principal: PrincipalRecord, now: number): Ways =>
  waysWith(snapshot, principal, (grant) => isActive(grant, now));

/** The same for temporary grants alone that have ended or not begun: what the principal does not hold now. */
export function dormantWays(snapshot: Snapshot, principal: PrincipalRecord, now: number): Ways {
  const none = { role_ids: [], sync_role_ids: [], permission_ids: [] };
  return waysWith(snapshot, { ...principal, ...none }, (grant) => !isActive(grant, now));
}

function waysWith(snapshot: Snapshot, principal: PrincipalRecord, counts: Counts): Ways {
  const { role_ids, sync_role_ids, tmp_role_ids, permission_ids, tmp_permission_ids } = principal;
  const roles = walk(snapshot, startsOf(role_ids, sync_role_ids, tmp_role_ids, counts));
  const listing = new Map<string, RoleWays[]>();
  for (const way of roles.values()) {
    for (const id of new Set(way.role.permission_ids)) {
      const others = listing.get(id);
      if (!others) listing.set(id, [way]);
      else if (others.length < MAX_WAYS) others.push(way);
    }
  }
  return { roles, permissions: startsOf(permission_ids, [], tmp_permission_ids, counts), listing };
}

/** One way: how it begins, and the roles from the principal's own down to the last; none for a direct one. */
export interface Way extends Start {
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  /** Roles that were left out before the last, because the way is so long. */
  readonly roles_left_out?: number;
}

/** Roles of one way that are shown. */
const MAX_WAY_LENGTH = 32;

/** The roles of a shortest way to a role, the principal's own first. */
function pathTo({ roles }: Ways, id: string): RoleWays[] {
  const path: RoleWays[] = [];
  for (
    let at = roles.get(id);
    at;
    at = at.parent === undefined ? undefined : roles.get(at.parent)
  ) {
    path.push(at);
  }
  return path.reverse();
}

/** Shortest ways to an effective role, one for each way in which it begins; none when it is not held. */
export function waysToRole(ways: Ways, id: string): readonly Way[] {
  const path = pathTo(ways, id);
  const left_out = path.length - MAX_WAY_LENGTH;
  const shown = left_out > 0 ? [...path.slice(0, MAX_WAY_LENGTH - 1), ...path.slice(-1)] : path;
  const roles = shown.map(({ role }) => ({ id: role.id, name: role.name }));
  const more = left_out > 0 && { roles_left_out: left_out };
  return (path[0]?.starts ?? []).map((start) => ({ ...start, roles, ...more }));
}

/** Ways to a permission: given directly, then through each role that lists it; the first ones. */
export function waysToPermission(ways: Ways, permission: string): readonly Way[] {
  const direct = ways.permissions.get(permission) ?? [];
  const all: Way[] = direct.map((start) => ({ ...start, roles: [] }));
  for (const { role } of ways.listing.get(permission) ?? []) {
    if (all.length >= MAX_WAYS) break;
    all.push(...waysToRole(ways, role.id));
  }
  return all.slice(0, MAX_WAYS);
}
