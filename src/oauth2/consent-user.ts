/** Who decides on a pending consent. */
import type { Authentication } from "../identity.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";

/** The deciding user as the front identified them: when and how, where it knows (T-5). */
export interface ConsentUser extends Authentication {
  readonly principal: PrincipalRecord;
  /** The sign-in of this browser, where the front knows it: the code belongs to it. */
  readonly sign_in?: string | undefined;
  /** A provider elsewhere vouched for them in this browser, for this flow. */
  readonly provider?: string | undefined;
}
