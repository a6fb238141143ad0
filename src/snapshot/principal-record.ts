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
  readonly details: SealedDetails;
}
