/** One person: their entry, their groups, and the user that comes of it (auth-wire 6.1; D-6). */
import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { createDirectoryUsers } from "../iam/directory/create-users.ts";
import { ensureGroupMaps } from "../iam/directory/group-maps.ts";
import { groupRoles } from "../iam/directory/group-roles.ts";
import { updateDirectoryUsers } from "../iam/directory/update-users.ts";
import { principalByAlias } from "../iam/principals/principal.ts";
import type { LdapConnection } from "../runtime/ldap.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { databaseNow } from "../store/sync-locks.ts";
import { type Directory, requireDirectory } from "./active.ts";
import { readGroupsOf } from "./groups.ts";
import { withDirectory } from "./open.ts";
import { hasOwnAddress, lookUp, type Person } from "./people.ts";
import { inStep } from "./step.ts";

/** The user with a person's username, as the read model has it now; local ones do not count here. */
function directoryUser(service: Service, username: string): PrincipalRecord | undefined {
  const found = principalByAlias(service.snapshots.current, username);
  return found && !found.local && !found.service_account ? found : undefined;
}

/** Whether the user of this person has the person's address already. */
export function holdsAddress(
  service: Service,
  { uid, email }: Pick<Person, "uid" | "email">,
): boolean {
  const key = canonicalAlias(email);
  const user = directoryUser(service, uid);
  return user?.alias.some((alias) => canonicalAlias(alias) === key) ?? false;
}

/**
 * Roles of one person from the groups that hold them; makes the user when there is none. Undefined when the
 * name or the address belongs to another account: then nothing was written for the person.
 * @param force replaces aliases and profile of a user that is there
 */
export async function syncPerson(
  service: Service,
  { config }: Directory,
  open: LdapConnection,
  found: Person,
  force: boolean,
): Promise<PrincipalRecord | undefined> {
  const { snapshots, store } = service;
  const readAt = await databaseNow(store);
  const groups = await inStep("groups", () => readGroupsOf(open, config, found));
  const own =
    holdsAddress(service, found) ||
    (await inStep("user", () => hasOwnAddress(open, config, found)));
  const person = own ? found : { ...found, email: "" };
  await ensureGroupMaps(service, groups);
  const role_ids = [...new Set(groups.flatMap(groupRoles(snapshots.current)))].sort();
  const known = directoryUser(service, person.uid);
  if (known) {
    const update = { id: known.id, role_ids, ...(force && { person }) };
    await updateDirectoryUsers(service, [update], readAt);
  } else {
    // Of several first sign-ins at once one creates; the others find it.
    await createDirectoryUsers(service, [{ person, role_ids }]);
  }
  return directoryUser(service, person.uid);
}

/**
 * `POST /v1/ldap/sync/{uid}`: by username or email. Throws 424 without an active directory, `StepFailed`,
 * and 404 for a person who is not in the directory.
 */
export async function syncOne(service: Service, name: string, force: boolean): Promise<void> {
  const directory = requireDirectory(service);
  await withDirectory(service, directory, async (open) => {
    const person = await inStep("user", () => lookUp(open, directory.config, name));
    if (!person) throw new AuthError("not_found", "ldap user not found");
    const user = await syncPerson(service, directory, open, person, force);
    if (user) return;
    const detail = `the name or the email of ${person.uid} belongs to another account`;
    throw new AuthError("conflict", "ldap sync failed", { detail });
  });
}
