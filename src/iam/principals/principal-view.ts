/** A stored principal as clients see it: sanitized, with roles and permissions when asked. */
import type { Details, PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import type { TemporaryGrant } from "../../store/tables.ts";
import { type Holding, holdingsOf } from "./holdings.ts";
import type { PrincipalView } from "./shown-principal.ts";

export interface Expansion {
  readonly add_roles: boolean;
  readonly add_permissions: boolean;
  readonly add_data: boolean;
  readonly add_scope_roles: boolean;
  /** Only the service-account record itself shows its secret (W17 as decided). */
  readonly show_secret?: boolean;
  /** A list shows a record whose details do not open without them, instead of failing (C-3, C16). */
  readonly lenient?: boolean;
}

const UNSET_TIME = "0001-01-01T00:00:00Z";
/** IAM times have second precision (auth-wire 0). */
export const toSeconds = (time: string): string => time.replace(/\.\d+Z$/, "Z");

const grantView = (grant: TemporaryGrant) => ({
  id: grant.id,
  starts_at: grant.starts_at ?? UNSET_TIME,
  expires_at: grant.expires_at,
});

/** Details without the password hash, and without the secret unless it is asked for. */
export function sanitizedDetails(details: Details, showSecret = false): Record<string, unknown> {
  const { password: _password, secret, ...rest } = details;
  return showSecret && secret !== undefined ? { ...rest, secret } : rest;
}

const named = (
  holdings: readonly Holding[],
  nameOf: (id: string) => string | undefined,
): { id: string; name: string; expires_at?: string; inherited?: boolean }[] =>
  holdings.map((holding) => ({ ...holding, name: nameOf(holding.id) ?? "" }));

const hasMembers = (value: object) => Object.keys(value).length > 0;

/** `data` of own permissions, then per role its own and its permissions' (auth-wire 2.1, rule 4). */
export function dataOf(snapshot: Snapshot, principal: PrincipalRecord, now: number): unknown[] {
  const access = holdingsOf(snapshot, principal, now);
  const permissionData = (id: string) => snapshot.permissions.get(id)?.data ?? {};
  const own = access.permissions.filter((held) => !held.inherited).map((p) => permissionData(p.id));
  const inherited = access.roles.flatMap(({ id }) => {
    const role = snapshot.roles.get(id);
    return role ? [role.data, ...role.permission_ids.map(permissionData)] : [];
  });
  return [...own, ...inherited].filter(hasMembers);
}

function scopeOf(snapshot: Snapshot, principal: PrincipalRecord, now: number) {
  const scopes = new Map<string, Set<string>>();
  for (const { id } of holdingsOf(snapshot, principal, now).permissions) {
    for (const [scope, listed] of Object.entries(snapshot.permissions.get(id)?.scope ?? {})) {
      const names = scopes.get(scope) ?? new Set();
      scopes.set(scope, names);
      for (const name of listed) names.add(name);
    }
  }
  return Object.fromEntries(scopes.entries().map(([scope, names]) => [scope, [...names]]));
}

export async function viewPrincipal(
  snapshot: Snapshot,
  principal: PrincipalRecord,
  now: number,
  expansion: Expansion,
): Promise<PrincipalView> {
  const access = holdingsOf(snapshot, principal, now);
  const roles = expansion.add_roles
    ? named(access.roles, (id) => snapshot.roles.get(id)?.name)
    : [];
  const permissions = expansion.add_permissions
    ? named(access.permissions, (id) => snapshot.permissions.get(id)?.name)
    : [];
  const data = expansion.add_data ? dataOf(snapshot, principal, now) : [];
  const scope = expansion.add_scope_roles ? scopeOf(snapshot, principal, now) : {};
  const details = await principal.details.open().catch((error: unknown) => {
    if (!expansion.lenient) throw error;
  });
  return {
    id: principal.id,
    alias: [...principal.alias],
    role_ids: [...principal.role_ids],
    sync_role_ids: [...principal.sync_role_ids],
    permission_ids: [...principal.permission_ids],
    tmp_role_ids: principal.tmp_role_ids.map(grantView),
    tmp_permission_ids: principal.tmp_permission_ids.map(grantView),
    details: sanitizedDetails(details ?? {}, expansion.show_secret),
    description: principal.description,
    service_account: principal.service_account,
    local: principal.local,
    is_active: !principal.disabled,
    ...(principal.left && {
      left_directory: {
        reason: principal.left.reason,
        since: toSeconds(principal.left.since),
      },
    }),
    ...(principal.suspension && { suspension: principal.suspension }),
    created_at: toSeconds(principal.created_at),
    updated_at: toSeconds(principal.updated_at),
    updated_by: principal.updated_by,
    ...(roles.length > 0 && { roles }),
    ...(permissions.length > 0 && { permissions }),
    ...(data.length > 0 && { data }),
    ...(hasMembers(scope) && { scope }),
    ...(!details && { unreadable: true }),
  };
}
