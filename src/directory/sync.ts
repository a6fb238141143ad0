/** The full sync: read everything, plan, write in batches (auth-wire 6.1). One run at a time in the fleet (D-8). */
import type { Service, Writer } from "../call.ts";
import { createDirectoryUsers } from "../iam/directory/create-users.ts";
import { type Links, linksOfAll } from "../iam/directory/directory-links.ts";
import { ensureGroupMaps, type Guard } from "../iam/directory/group-maps.ts";
import { writeStanding } from "../iam/directory/standing.ts";
import { updateDirectoryUsers } from "../iam/directory/update-users.ts";
import { endUnseen } from "../iam/people/conflicts.ts";
import { directorySource } from "../iam/people/recognise.ts";
import { databaseNow, requireSync } from "../store/sync-locks.ts";
import { type Directory, requireDirectory } from "./active.ts";
import { ambiguousNames } from "./groups.ts";
import { withDirectory } from "./open.ts";
import { type Person, withOwnAddresses } from "./people.ts";
import { type PersonConflict, planSync } from "./plan.ts";
import { readDirectory } from "./reading.ts";
import { recogniseIn } from "./recognition.ts";
import { tellRefused } from "./refused.ts";
import { planStanding, refusedEntry } from "./standing.ts";
import { holdsAddress } from "./sync-one.ts";
import type { SyncReport } from "./sync-report.ts";
import { syncing } from "./sync-run.ts";

export interface SyncOrder {
  /** Replaces aliases and profiles of the users that the directory knows, too. */
  readonly force: boolean;
  /** Refuses who left also where they are too many for a run that no one looks at (D-5). */
  readonly leavers: boolean;
  /** Asked once no other run is under way; the run ends as a `conflict` where it says no. */
  readonly isDue?: () => Promise<boolean>;
}

/** Everybody by the comparison form of their DN, each with an address only where it is theirs alone. */
async function byKey(service: Service, links: Links, people: readonly Person[]) {
  const { current } = service.snapshots;
  const own = await withOwnAddresses(people, (one) => {
    const who = recogniseIn(current, links, one);
    return who.kind === "known" && holdsAddress(who.user, one.email);
  });
  return new Map(own.map((person) => [person.key, person]));
}

/** Lists of a report are for people to read. */
const MAX_LISTED = 1_000;

async function runSync(
  writer: Writer,
  directory: Directory,
  { force, leavers }: SyncOrder,
  guard: Guard,
  signal: AbortSignal,
): Promise<SyncReport> {
  const { service } = writer;
  const { snapshots, store } = service;
  const readAt = await databaseNow(store);
  const reading = await withDirectory(
    service,
    directory,
    (open) => readDirectory(open, directory.config),
    signal,
  );
  const maps = await ensureGroupMaps(writer, reading.groups, guard);
  await snapshots.refresh();
  const links = await linksOfAll(store.db, directorySource(directory.id));
  const people = await byKey(service, links, reading.people);
  const plan = await planSync(snapshots.current, reading, links, force ? people : undefined);
  const now = service.runtime.clock.now();
  const circumstances = { directory, links, now, all: leavers };
  const standing = await planStanding(snapshots.current, reading.people, circumstances);
  const newcomers = plan.unknown
    .filter(({ person }) => refusedEntry(directory, person, now) === undefined)
    .map(({ person, role_ids }) => ({
      source: links.provider,
      person: people.get(person.key) ?? person,
      role_ids,
    }));
  const stop: Guard = async (open) => {
    signal.throwIfAborted();
    await guard(open);
  };
  const updated = await updateDirectoryUsers(writer, plan.updates, readAt, stop);
  const created = await createDirectoryUsers(writer, newcomers, stop);
  const back = await writeStanding(writer, standing.updates, readAt, stop);
  // Last, and only after everything was read and written: what is missing then is really gone (D-5).
  const cleared = await updateDirectoryUsers(writer, plan.cleared, readAt, stop);
  const gone = await writeStanding(writer, standing.leaving, readAt, stop);
  const taken = new Set([...updated.taken, ...created.taken]);
  const refused: readonly PersonConflict[] = [
    ...plan.conflicts,
    ...[...people.values()].flatMap((person) =>
      taken.has(person.uid) ? [{ person, reason: "address" as const }] : [],
    ),
  ];
  await tellRefused(service, directory, refused);
  await endUnseen(store.db, links.provider, readAt);
  return {
    groups: reading.groups.length,
    members: reading.members.length,
    roles_created: maps.roles_created,
    maps_created: maps.maps_created,
    users_created: created.created,
    users_updated: updated.updated,
    users_cleared: cleared.updated,
    users_left: gone.left,
    users_returned: back.returned,
    leavers_held: standing.held,
    untouched: plan.untouched,
    onto_existing: maps.onto_existing,
    without_map: maps.without_map,
    ambiguous: ambiguousNames(reading.groups),
    conflicts: [
      ...plan.ambiguous,
      ...plan.conflicts.map(({ person }) => person.uid),
      ...updated.taken,
      ...created.taken,
    ],
    refused: refused
      .slice(0, MAX_LISTED)
      .map(({ person: { uid, dn }, reason }) => ({ uid, dn, reason })),
    without_id: plan.without_id.slice(0, MAX_LISTED),
    kept: [...new Set([...updated.kept, ...cleared.kept, ...gone.kept])],
  };
}

/**
 * Syncs all groups and users of the active directory. Throws 424 without one, `conflict` while another run
 * of the fleet is under way, `StepFailed` for a directory that cannot be read whole; then nothing was removed.
 * @param stopped ends the run between two batches
 */
export async function syncDirectory(
  writer: Writer,
  order: SyncOrder,
  stopped?: AbortSignal,
): Promise<SyncReport> {
  const { service } = writer;
  const directory = requireDirectory(service);
  return syncing(service, directory, { stopped, isDue: order.isDue }, async (run, signal) => {
    const guard: Guard = ({ tx }) => requireSync(tx, run);
    return runSync(writer, directory, order, guard, signal);
  });
}
