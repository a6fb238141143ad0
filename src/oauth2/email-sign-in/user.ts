/** Whom a mailed code may sign in, asked when it is sent and again when it comes back (K-10). */
import { aliasNamed, principalByName } from "../../iam/principals/principal.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";

export interface MailedUser {
  readonly user: PrincipalRecord;
  /** The address as it is stored: mail goes there, however it was typed (E-5). */
  readonly address: string;
}

/** The enabled user who has this address as an alias. */
export function userByAddress(snapshot: Snapshot, address: string): MailedUser | undefined {
  const user = principalByName(snapshot, address);
  const stored = user && aliasNamed(user, address);
  if (!user || stored === undefined || user.disabled || user.service_account) return undefined;
  return { user, address: stored };
}
