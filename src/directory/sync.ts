/** The full sync: read everything, plan, write in batches (auth-wire 6.1). One run at a time in the fleet (D-8). */
import type { Service } from "../call.ts";
import { createDirectoryUsers } from "../iam/directory/create-users.ts";
import { ensureGroupMaps, type Guard, isGroupName } from "../iam/directory/group-maps.ts";
import { updateDirectoryUsers } from "../iam/directory/update-users.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { TimeSlices } from "../std/time-slices.ts";
import { databaseNow, requireSync } from "../store/sync-locks.ts";
import { type Directory, requireDirectory } from "./active.ts";
import { withDirectory } from "./open.ts";
import { type Person, readPeople, withOwnAddresses } from "./people.ts";
import { planSync, type UnknownMember } from "./plan.ts";
import { type Reading, readDirectory } from "./reading.ts";
import { inStep } from "./step.ts";
import { holdsAddress } from "./sync-one.ts";
import type { SyncReport } from "./sync-report.ts";
import { syncing } from "./sync-run.ts";

/** Past this many unknown members everybody is read at once. */
const FEW = 500;

/** Entries of the members that are no users yet; those without an entry are no people. */
async function entriesOf(
  service: Service,
  directory: Directory,
  { people }: Reading,
  unknown: readonly UnknownMember[],
  signal: AbortSignal,
): Promise<Person[]> {
  if (people || unknown.length === 0) return [...(people ?? [])];
  const asked = unknown.length > FEW ? undefined : unknown.map(({ uid }) => uid);
  return withDirectory(
    service,
    directory,
    (open) => inStep("user", () => readPeople(open, directory.config, asked)),
    signal,
  );
}

async function byUsername(service: Service, people: readonly Person[]) {
  const slices = new TimeSlices();
  const found = new Map<string, Person>();
  for (const person of await withOwnAddresses(people, (one) => holdsAddress(service, one))) {
    found.set(canonicalAlias(person.uid), person);
    await slices.breathe();
  }
  return found;
}

async function runSync(
  service: Service,
  directory: Directory,
  force: boolean,
  guard: Guard,
  signal: AbortSignal,
): Promise<SyncReport> {
  const { snapshots, store } = service;
  const readAt = await databaseNow(store);
  const reading = await withDirectory(
    service,
    directory,
    (open) => readDirectory(open, directory.config, force),
    signal,
  );
  const named = new Map(reading.groups.map((group) => [group.name, group]));
  const usable = [...named.values()].filter(({ name }) => isGroupName(name));
  const maps = await ensureGroupMaps(service, usable, guard);
  await snapshots.refresh();
  const profiles = force ? await byUsername(service, reading.people ?? []) : undefined;
  const plan = await planSync(snapshots.current, reading.members, profiles);
  const entries = await byUsername(
    service,
    await entriesOf(service, directory, reading, plan.unknown, signal),
  );
  const newcomers = plan.unknown.flatMap(({ uid, role_ids }) => {
    const person = entries.get(canonicalAlias(uid));
    return person ? [{ person, role_ids }] : [];
  });
  const stop: Guard = async (open) => {
    signal.throwIfAborted();
    await guard(open);
  };
  const updated = await updateDirectoryUsers(service, plan.updates, readAt, stop);
  const created = await createDirectoryUsers(service, newcomers, stop);
  // Last, and only after everything was read and written: what is missing then is really gone (D-5).
  const cleared = await updateDirectoryUsers(service, plan.cleared, readAt, stop);
  const unnamed = reading.groups.filter(({ name }) => !isGroupName(name));
  return {
    groups: named.size,
    members: reading.members.size,
    roles_created: maps.roles_created,
    maps_created: maps.maps_created,
    users_created: created.created,
    users_updated: updated.updated,
    users_cleared: cleared.updated,
    untouched: plan.untouched,
    onto_existing: maps.onto_existing,
    without_map: [...maps.without_map, ...unnamed.map(({ name }) => name.slice(0, 256))],
    conflicts: [...updated.taken, ...created.taken],
    kept: [...updated.kept, ...cleared.kept],
  };
}

/**
 * Syncs all groups and users of the active directory. Throws 424 without one, `conflict` while another run
 * of the fleet is under way, `StepFailed` for a directory that cannot be read whole; then nothing was removed.
 * @param force replaces aliases and profiles of the users that the directory knows, too
 * @param stopped ends the run between two batches
 */
export async function syncDirectory(
  service: Service,
  force: boolean,
  stopped?: AbortSignal,
): Promise<SyncReport> {
  const directory = requireDirectory(service);
  return syncing(service, directory, stopped, async (run, signal) => {
    const guard: Guard = ({ tx }) => requireSync(tx, run);
    return runSync(service, directory, force, guard, signal);
  });
}
