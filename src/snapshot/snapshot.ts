/** The read model: everything the service decides on, at one version, never mutated. */
import type { SnapshotOf } from "./part.ts";
import type { parts } from "./parts.ts";

export type { ApiKeyRecord } from "./parts/api-keys.ts";
export type { LmapRecord } from "./parts/lmaps.ts";
export type { PermissionRecord } from "./parts/permissions.ts";
export type { RoleRecord } from "./parts/roles.ts";
export type { PrincipalRecord } from "./principal-record.ts";
export type { Details } from "./sealed.ts";
export type { UnreadableRow } from "./unreadable-rows.ts";

/** Its members are those of the parts, described where they are made: `parts/<topic>.ts`. */
export interface Snapshot extends SnapshotOf<typeof parts> {}
