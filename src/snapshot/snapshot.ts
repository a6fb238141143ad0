/** The read model: everything the service decides on, at one version, never mutated. */
import type { SigningKey } from "../crypto/rsa.ts";
import type { Permission } from "../permissions/permission.ts";
import type { Settings } from "../settings/index.ts";
import type { ConfigKind, ConfigRecords } from "../settings/records/config-records.ts";
import type { SortedMap } from "../std/sorted-map.ts";
import type { RoleDocument } from "../store/tables.ts";
import type { PrincipalRecord, Written } from "./principal-record.ts";
import type { RecentChanges } from "./recent-changes.ts";
import type { Revocation } from "./revocations.ts";
import type { RoleMemberIndex } from "./role-members.ts";

export type { PrincipalRecord, Written } from "./principal-record.ts";
export type { Details } from "./sealed.ts";

export interface RoleRecord extends Written, RoleDocument {
  readonly id: string;
  readonly name: string;
}

export interface PermissionRecord extends Written, Permission {}

export interface LmapRecord extends Written {
  readonly name: string;
  readonly role_ids: readonly string[];
}

/** One settings namespace as an admin wrote it. `value` is absent when it does not open. */
export interface StoredSetting extends Written {
  readonly namespace: string;
  readonly value?: Readonly<Record<string, unknown>>;
}

/** One config record: `stored` as it was written, `config` parsed. Both absent when unreadable. */
export interface ConfigRecord<C> extends Written {
  readonly id: string;
  readonly enabled: boolean;
  readonly stored?: Readonly<Record<string, unknown>>;
  readonly config?: C;
}

export type ConfigMaps = { readonly [K in ConfigKind]: SortedMap<ConfigRecord<ConfigRecords[K]>> };

/** A row that does not decrypt or parse: isolated, shown in health, never replaced (C-3). */
export interface UnreadableRow {
  readonly table: string;
  readonly id: string;
  readonly reason: string;
}

export interface Snapshot extends ConfigMaps {
  readonly version: number;
  /** Parsed, with defaults. Reading a namespace that is stored but unreadable throws `unavailable`. */
  readonly settings: Settings;
  readonly stored_settings: SortedMap<StoredSetting>;
  /** Absent when the `jwt` namespace is missing or unreadable: nothing can be signed. */
  readonly signing_key: SigningKey | undefined;
  readonly principals: SortedMap<PrincipalRecord>;
  /** The principals that are no service accounts; pages of lists are read from here. */
  readonly users: SortedMap<PrincipalRecord>;
  readonly service_accounts: SortedMap<PrincipalRecord>;
  readonly role_members: RoleMemberIndex;
  readonly principal_changes: RecentChanges;
  /** Canonical alias (T-8) → ids; more than one id only in data that was imported (T-8). */
  readonly aliases: SortedMap<readonly string[]>;
  readonly roles: SortedMap<RoleRecord>;
  readonly role_names: SortedMap<string>;
  readonly permissions: SortedMap<PermissionRecord>;
  readonly permission_names: SortedMap<string>;
  readonly lmaps: SortedMap<LmapRecord>;
  /** By row id of `auth_flow_codes`. */
  readonly revocations: SortedMap<Revocation>;
  readonly unreadable: SortedMap<UnreadableRow>;
}
