/** A user or service account as the read model holds it. */
import type { PrincipalDocument } from "../store/tables.ts";
import type { SealedDetails } from "./sealed.ts";
import type { Written } from "./written.ts";

/** A user or service account. */
export interface PrincipalRecord extends Written, PrincipalDocument {
  readonly id: string;
  readonly alias: readonly string[];
  readonly disabled: boolean;
  readonly service_account: boolean;
  readonly local: boolean;
  /** The record whose person this is; see the column of the table (decision E-5). */
  readonly source: string;
  readonly details: SealedDetails;
}
