/** What matching needs to know of a permission. */
import type { PermissionDocument } from "../store/tables.ts";

export interface Permission extends PermissionDocument {
  readonly id: string;
  readonly name: string;
}
