/** One person: their entry, their groups, and the user that comes of it (auth-wire 6.1; D-6). */
import type { Service, Writer } from "../call.ts";
import { AuthError } from "../errors.ts";
import { createDirectoryUsers } from "../iam/directory/create-users.ts";
import { ensureGroupMaps } from "../iam/directory/group-maps.ts";
import { groupRoles } from "../iam/directory/group-roles.ts";
import { writeStanding } from "../iam/directory/standing.ts";
import { updateDirectoryUsers } from "../iam/directory/update-users.ts";
import { directorySource, type KnownPerson, type Recognised } from "../iam/people/recognise.ts";
import { message } from "../messages/message.ts";
import type { LdapConnection } from "../runtime/ldap.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { databaseNow } from "../store/sync-locks.ts";
import { type Directory, requireDirectory } from "./active.ts";
import { readGroupsOf } from "./groups.ts";
import { withDirectory } from "./open.ts";
import { hasOwnAddress, lookUp, type Person } from "./people.ts";
import { linksOfOne, recogniseIn } from "./recognition.ts";
import { tellRefused } from "./refused.ts";
import { belongs, refusedEntry } from "./standing.ts";
import { inStep } from "./step.ts";

/** Whether this user has the address already. */
export function holdsAddress(user: PrincipalRecord | undefined, email: string): boolean {
  const key = canonicalAlias(email);
  return user?.alias.some((alias) => canonicalAlias(alias) === key) ?? false;
}

/** Who an entry is here, as the database has it now. */
export async function recognisePerson(
  service: Service,
  directory: Directory,
  person: Person,
): Promise<Recognised> {
  const links = await linksOfOne(service, directory, person);
  return recogniseIn(service.snapshots.current, links, person);
}

/**
 * Links a known person with the id of the entry, and gives them their new name.
 * @param changes absent at a sign-in, which leaves roles and profile alone
 */
export async function settlePerson(
  writer: Writer,
  directory: Directory,
  person: Person,
  { user, learn, rename }: KnownPerson,
  changes?: { readonly role_ids: readonly string[]; readonly profile?: Person },
): Promise<void> {
  const { role_ids = user.sync_role_ids, profile } = changes ?? {};
  const readAt = await databaseNow(writer.service.store);
  const update = {
    id: user.id,
    role_ids,
    ...(profile && rename !== "taken" && { person: profile }),
    ...(learn && { learn: { source: directorySource(directory.id), person } }),
    ...(rename === "free" && { rename: person }),
    isSigningIn: changes === undefined,
  };
  await updateDirectoryUsers(writer, [update], readAt);
}

/** Notes whether the entry of a user is in force; writes nothing when that is known (decision E-6). */
export async function noteStanding(
  writer: Writer,
  directory: Directory,
  user: PrincipalRecord,
  person: Person,
  readAt: Date,
): Promise<void> {
  const left = refusedEntry(directory, person, writer.service.runtime.clock.now());
  if (left === user.left?.reason || !belongs(user, directory.id)) return;
  await writeStanding(writer, [{ id: user.id, left }], readAt);
}

/**
 * Roles of one person from the groups that hold them; makes the user when there is none. Undefined when the
 * person or the address belongs to another account: then nothing was written for the person, and it is told.
 * @param force replaces aliases and profile of a user that is there
 */
export async function syncPerson(
  writer: Writer,
  directory: Directory,
  open: LdapConnection,
  found: Person,
  force: boolean,
): Promise<PrincipalRecord | undefined> {
  const { service } = writer;
  const { config } = directory;
  const { snapshots } = service;
  const readAt = await databaseNow(service.store);
  const groups = await inStep("groups", () => readGroupsOf(open, config, found));
  const before = await recognisePerson(service, directory, found);
  const user = before.kind === "known" ? before.user : undefined;
  const own =
    holdsAddress(user, found.email) ||
    (await inStep("user", () => hasOwnAddress(open, config, found)));
  const person = own ? found : { ...found, email: "" };
  await ensureGroupMaps(writer, groups);
  const role_ids = [...new Set(groups.flatMap(groupRoles(snapshots.current)))].sort();
  if (before.kind === "known") {
    const changes = { role_ids, ...(force && { profile: person }) };
    await settlePerson(writer, directory, found, before, changes);
    await noteStanding(writer, directory, before.user, found, readAt);
  } else if (before.kind === "new") {
    // Of several first sign-ins at once one creates; the others find it.
    const source = directorySource(directory.id);
    await createDirectoryUsers(writer, [{ source, person, role_ids }]);
  }
  const after = await recognisePerson(service, directory, found);
  const isTheirs = after.kind === "known" && after.rename === "no" && !after.learn;
  await tellRefused(service, directory, [
    ...(after.kind === "conflict" ? [{ person, reason: after.reason }] : []),
    ...(after.kind === "known" && after.rename === "taken"
      ? [{ person, reason: "renamed" as const }]
      : []),
    ...(after.kind === "new" ? [{ person, reason: "address" as const }] : []),
  ]);
  return isTheirs ? after.user : undefined;
}

/**
 * `POST /v1/ldap/sync/{uid}`: by username or email. Throws 424 without an active directory, `StepFailed`,
 * and 404 for a person who is not in the directory.
 */
export async function syncOne(writer: Writer, name: string, force: boolean): Promise<void> {
  const { service } = writer;
  const directory = requireDirectory(service);
  await withDirectory(service, directory, async (open) => {
    const person = await inStep("user", () => lookUp(open, directory.config, name));
    if (!person) throw new AuthError("not_found", message("refusal.directory_user"));
    const refused = refusedEntry(directory, person, service.runtime.clock.now());
    if (refused && (await recognisePerson(service, directory, person)).kind === "new") {
      const name = person.uid;
      const detail =
        refused === "expired"
          ? message("refusal.directory_expired", { name })
          : message("refusal.directory_disabled", { name });
      throw new AuthError("conflict", "ldap sync failed", { detail });
    }
    const user = await syncPerson(writer, directory, open, person, force);
    if (user) return;
    const detail = message("refusal.directory_other", { name: person.uid });
    throw new AuthError("conflict", "ldap sync failed", { detail });
  });
}
