/**
 * What another instance made a moment ago: its notification may be on its way, lost, or not listened to. Before
 * something is refused because this instance does not know it, the database is asked.
 */
import type { Service } from "../call.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { remember } from "../std/bounded-map.ts";
import { reachable } from "../store/availability.ts";

/** The oldest goes when there are more (N-11). */
const MAX_ASKED = 1_000;

/** What was asked about; nothing can come of asking again before there is a newer snapshot. */
const askedAbout = new WeakMap<Snapshot, Map<string, true>>();

function askedAt(snapshot: Snapshot): Map<string, true> {
  const about = askedAbout.get(snapshot) ?? new Map<string, true>();
  askedAbout.set(snapshot, about);
  return about;
}

/**
 * Catches up with the database because of something that is not known here; once per version, and however many
 * ask at a time, as one question. Throws `unavailable` when the database cannot be asked.
 * @param about names what is missing. It comes out of a proof: a signature of ours, a secret that was found, a counted
 *   attempt. A stranger cannot make one up, and so causes no question.
 */
export async function catchUp({ snapshots }: Service, about: string): Promise<void> {
  if (askedAt(snapshots.current).has(about)) return;
  await reachable(() => snapshots.refresh());
  remember(askedAt(snapshots.current), about, true, MAX_ASKED);
}

/** The user or service account with an id that was proven, as they are now; undefined when there is none. */
export async function provenPrincipal(
  service: Service,
  id: string,
): Promise<PrincipalRecord | undefined> {
  const find = () => service.snapshots.current.principals.get(id);
  const principal = find();
  if (principal) return principal;
  await catchUp(service, `principal ${id}`);
  return find();
}
