/** Filters over permissions and over what carries them (auth-wire 2.5; C13). */
import { accessRequest } from "../../permissions/request.ts";
import { compiledResources, coversMethod, coversPath } from "../../permissions/resource.ts";
import type { PermissionRecord, RoleRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { rolesByPermission } from "../roles/permission-view.ts";

/** Case-insensitive substring; wildcards and quotes are literal (N-7). */
const includesText = (text: string, part: string): boolean =>
  text.toLowerCase().includes(part.toLowerCase());

/** What a permission must cover; `names` are alternatives. */
export interface CoverageFilter {
  readonly names?: readonly string[] | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
}

export const asksForCoverage = ({ names, method, path }: CoverageFilter): boolean =>
  Boolean(names?.length || method || path);

/**
 * Name contains one of the texts, and one and the same resource has the method and a path pattern
 * that matches. Hosts and exclusions do not count.
 */
function coverageTest(filter: CoverageFilter): (permission: PermissionRecord) => boolean {
  const { names = [], method, path } = filter;
  const request = accessRequest("", path ?? "/", method ?? "GET");
  return (permission) => {
    if (names.length > 0 && !names.some((name) => includesText(permission.name, name))) {
      return false;
    }
    if (!method && !path) return true;
    if (!request) return false;
    return compiledResources(permission).some(
      (resource) =>
        (!method || coversMethod(resource, request.method)) &&
        (!path || coversPath(resource, request.path)),
    );
  };
}

/** Roles that list a permission which passes the filter. */
export function rolesCarrying(snapshot: Snapshot, filter: CoverageFilter): Set<string> {
  const passes = coverageTest(filter);
  const carriers = rolesByPermission(snapshot.roles);
  const ids = new Set<string>();
  for (const permission of snapshot.permissions.values()) {
    const roles = carriers.get(permission.id);
    if (!roles || !passes(permission)) continue;
    for (const role of roles) ids.add(role.id);
  }
  return ids;
}

/** The roles and all roles that contain them: holding any of these means holding one of the given. */
export function withContainers(snapshot: Snapshot, roleIds: Iterable<string>): Set<string> {
  const parents = new Map<string, RoleRecord[]>();
  for (const role of snapshot.roles.values()) {
    for (const child of role.role_ids) {
      const containers = parents.get(child);
      if (containers) containers.push(role);
      else parents.set(child, [role]);
    }
  }
  const ids = new Set(roleIds);
  for (const id of ids) for (const parent of parents.get(id) ?? []) ids.add(parent.id);
  return ids;
}

export interface PermissionQuery {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly search?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  /** `data.<key>=<text>`: any of them suffices. */
  readonly data?: readonly (readonly [key: string, text: string])[];
}

function holdsData(permission: PermissionRecord, wanted: PermissionQuery["data"] = []): boolean {
  if (wanted.length === 0) return true;
  return wanted.some(([key, part]) => {
    if (!Object.hasOwn(permission.data, key)) return false;
    const value = permission.data[key];
    return includesText(typeof value === "string" ? value : JSON.stringify(value), part);
  });
}

const searchHits = (
  { id, name, description }: PermissionRecord | RoleRecord,
  part: string,
): boolean => [id, name, description].some((text) => includesText(text, part));

/** Permissions that pass, in the order of their ids. */
export function selectPermissions(snapshot: Snapshot, query: PermissionQuery): PermissionRecord[] {
  const { id, name, description, search } = query;
  const covers = coverageTest(query);
  const one = id ? snapshot.permissions.get(id) : undefined;
  const candidates = id ? (one ? [one] : []) : snapshot.permissions.values();
  const matching: PermissionRecord[] = [];
  for (const permission of candidates) {
    if (name && !includesText(permission.name, name)) continue;
    if (description && !includesText(permission.description, description)) continue;
    if (search && !searchHits(permission, search)) continue;
    if (covers(permission) && holdsData(permission, query.data)) matching.push(permission);
  }
  return matching;
}

export interface RoleQuery extends Omit<PermissionQuery, "data"> {
  /** Listed by the role itself. */
  readonly permission_ids?: readonly string[] | undefined;
  /** Contained at any depth. */
  readonly role_ids?: readonly string[] | undefined;
  /** Names of permissions. */
  readonly permission?: readonly string[] | undefined;
}

const anyOf = (held: readonly string[], wanted: readonly string[] | undefined) =>
  !wanted?.length || wanted.some((id) => held.includes(id));

/** Roles that pass every filter, in the order of their ids; permissions count by contained roles too (4d). */
export function selectRoles(snapshot: Snapshot, query: RoleQuery): RoleRecord[] {
  const { id, name, description, search } = query;
  const coverage = { names: query.permission, method: query.method, path: query.path };
  const carrying = asksForCoverage(coverage)
    ? withContainers(snapshot, rolesCarrying(snapshot, coverage))
    : undefined;
  const leading = query.role_ids?.length ? [...withContainers(snapshot, query.role_ids)] : [];
  const one = id ? snapshot.roles.get(id) : undefined;
  const candidates = id ? (one ? [one] : []) : snapshot.roles.values();
  const matching: RoleRecord[] = [];
  for (const role of candidates) {
    if (name && !includesText(role.name, name)) continue;
    if (description && !includesText(role.description, description)) continue;
    if (search && !searchHits(role, search)) continue;
    if (!anyOf(role.permission_ids, query.permission_ids)) continue;
    if (!anyOf(role.role_ids, leading)) continue;
    if (!carrying || carrying.has(role.id)) matching.push(role);
  }
  return matching;
}
