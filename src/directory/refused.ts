/** People of the directory who do not get an account or a name: kept for an administrator, and told (decision E-5). */
import type { Service } from "../call.ts";
import { linkWith } from "../iam/directory/directory-links.ts";
import { type Conflict, noteConflicts } from "../iam/people/conflicts.ts";
import { directorySource } from "../iam/people/recognise.ts";
import type { Directory } from "./active.ts";
import type { PersonConflict } from "./plan.ts";
import { holderOf } from "./recognition.ts";

/** Undefined where no account is in the way that an administrator could decide about. */
function conflictOf(
  { snapshots }: Service,
  { id }: Pick<Directory, "id">,
  { person, reason }: PersonConflict,
): Conflict | undefined {
  const provider = directorySource(id);
  const name = reason === "address" ? person.email : person.uid;
  const holder = name === "" ? undefined : holderOf(snapshots.current, name);
  if (!holder || holder === "many" || holder.local || holder.service_account) return undefined;
  const link = linkWith(provider, person) ?? { provider, issuer: "", subject: "" };
  return { ...link, name, label: person.dn, reason, user_id: holder.id };
}

export async function tellRefused(
  service: Service,
  directory: Pick<Directory, "id">,
  refused: readonly PersonConflict[],
): Promise<void> {
  const conflicts = refused.flatMap((one) => conflictOf(service, directory, one) ?? []);
  await noteConflicts(service, conflicts);
}
