/** A user or service account as the read model holds it. */
import type { LeftReason, PrincipalDocument, Suspension } from "../store/tables.ts";
import type { SealedDetails } from "./sealed.ts";
import type { Written } from "./written.ts";

export interface LeftDirectory {
  readonly reason: LeftReason;
  /** As the database writes it. */
  readonly since: string;
}

/** A user or service account. */
export interface PrincipalRecord extends Written, PrincipalDocument {
  readonly id: string;
  readonly alias: readonly string[];
  /** By an administrator, or by the directory: see `left`. */
  readonly disabled: boolean;
  readonly service_account: boolean;
  readonly local: boolean;
  /** The record whose person this is; see the column of the table (decision E-5). */
  readonly source: string;
  readonly details: SealedDetails;
  /** The directory no longer has the user, or refuses them (decision E-6). */
  readonly left?: LeftDirectory;
  /** Disabled for a reason, perhaps for a time. */
  readonly suspension?: Suspension;
}
