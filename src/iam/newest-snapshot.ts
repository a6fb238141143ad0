/** The read model for decisions that must not rest on an old one. */
import type { Service } from "../call.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { reachable } from "../store/availability.ts";

/**
 * Memory while other instances' changes arrive, else what the database has. Throws `unavailable` when that
 * cannot be reached.
 */
export async function newestSnapshot({ isFollowing, snapshots }: Service): Promise<Snapshot> {
  if (!isFollowing()) await reachable(() => snapshots.refresh());
  return snapshots.current;
}
