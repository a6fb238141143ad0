/** Snapshots made by hand for the permission check: only what the check reads. */

import { compilePermissions, permissionMatches } from "../../../src/permissions/index.ts";
import { accessRequest } from "../../../src/permissions/request.ts";
import { defaultSettings } from "../../../src/settings/index.ts";
import type {
  PermissionRecord,
  PrincipalRecord,
  RoleRecord,
  Snapshot,
} from "../../../src/snapshot/snapshot.ts";
import { canonicalAlias } from "../../../src/std/canonical-alias.ts";
import { SortedMap } from "../../../src/std/sorted-map.ts";
import type { Resource } from "../../../src/store/tables.ts";

export const NOW = Date.parse("2030-06-01T12:00:00Z");

const written = { created_at: "", updated_at: "", updated_by: "test" };

type CheckSettings = Snapshot["settings"]["check"];

export const NO_HOST_CHECK: CheckSettings = { default_hosts: [], no_host_check: true };
export const HOST_CHECK: CheckSettings = { default_hosts: [], no_host_check: false };

type Entry = Partial<Omit<Resource, "excluded">>;

/** A resource without hosts that covers every path and method unless it says otherwise. */
export const resource = (
  parts: Entry & { readonly excluded?: readonly Entry[] } = {},
): Resource => ({
  hosts: [],
  paths: ["**"],
  methods: ["*"],
  ...parts,
  excluded: (parts.excluded ?? []).map((entry) => ({
    hosts: [],
    paths: [],
    methods: ["*"],
    ...entry,
  })),
});

export const permission = (
  id: string,
  resources: readonly Resource[],
  parts: Partial<PermissionRecord> = {},
): PermissionRecord => ({
  id,
  name: `name of ${id}`,
  description: "",
  data: {},
  scope: {},
  public: false,
  ...written,
  ...parts,
  resources,
});

export const role = (id: string, parts: Partial<RoleRecord> = {}): RoleRecord => ({
  id,
  name: `name of ${id}`,
  permission_ids: [],
  role_ids: [],
  data: {},
  description: "",
  ...written,
  ...parts,
});

export const principal = (id: string, parts: Partial<PrincipalRecord> = {}): PrincipalRecord => ({
  id,
  alias: [`${id}@example.com`],
  disabled: false,
  service_account: false,
  local: true,
  source: "",
  role_ids: [],
  sync_role_ids: [],
  permission_ids: [],
  tmp_role_ids: [],
  tmp_permission_ids: [],
  description: "",
  ...written,
  details: undefined as unknown as PrincipalRecord["details"], // never opened by a check
  ...parts,
});

export interface Contents {
  readonly permissions?: readonly PermissionRecord[];
  readonly roles?: readonly RoleRecord[];
  readonly principals?: readonly PrincipalRecord[];
  readonly check?: Partial<CheckSettings>;
}

function sorted<T>(entries: readonly (readonly [string, T])[]): SortedMap<T> {
  let map = SortedMap.empty<T>();
  for (const [key, value] of entries) map = map.with(key, value);
  return map;
}

export const mapOf = <T extends { readonly id: string }>(records: readonly T[] = []) =>
  sorted(records.map((record) => [record.id, record]));

/** Hosts are not checked unless `check` says so. */
export function snapshot({ permissions, roles, principals = [], check }: Contents): Snapshot {
  const aliases = new Map<string, readonly string[]>();
  for (const { id, alias } of principals) {
    for (const one of alias) {
      const key = canonicalAlias(one);
      aliases.set(key, [...(aliases.get(key) ?? []), id]);
    }
  }
  const parts: Partial<Snapshot> = {
    version: 1,
    settings: {
      ...defaultSettings(),
      check: check ? { default_hosts: [], no_host_check: false, ...check } : NO_HOST_CHECK,
    },
    principals: mapOf(principals),
    aliases: sorted([...aliases]),
    roles: mapOf(roles),
    permissions: mapOf(permissions),
    api_keys: SortedMap.empty(),
  };
  return parts as Snapshot;
}

/** Does a principal who holds one permission with these resources get through? */
export function allows(
  resources: readonly Resource[],
  [method, path, host = "a.test"]: readonly [string, string, string?],
  check: CheckSettings = NO_HOST_CHECK,
): boolean {
  const index = compilePermissions(mapOf([permission("p", resources)]), check);
  const request = accessRequest(host, path, method);
  return request !== undefined && permissionMatches(index, request, new Set(["p"]));
}
