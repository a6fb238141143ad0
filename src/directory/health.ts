/** What health tells administrators of the active directory. */
import type { Service } from "../call.ts";
import { withDeadline } from "../std/deadline.ts";
import { lastSync } from "../store/sync-locks.ts";
import { activeDirectory } from "./active.ts";
import type { DirectoryHealth } from "./directory-health.ts";
import { failedSync } from "./status.ts";

const DEADLINE_MS = 2_000;

/** Undefined while no directory is active. */
export async function readDirectoryHealth(service: Service): Promise<DirectoryHealth | undefined> {
  const directory = activeDirectory(service);
  if (!directory) return undefined;
  const reading = lastSync(service.store).catch(() => undefined);
  const done = await withDeadline(reading, DEADLINE_MS, () => undefined);
  const failed = failedSync(service);
  // A failure with another directory, or one that another instance has made good since, is past.
  const counts = failed?.record === directory.id && !(done && done.at.getTime() > failed.at);
  return {
    record: directory.id,
    ...(done && { last_sync: done.at.toISOString() }),
    ...(done?.findings && done.findings),
    ...(counts && {
      last_failure: {
        at: new Date(failed.at).toISOString(),
        reason: failed.reason.text,
        message: failed.reason,
      },
    }),
  };
}
