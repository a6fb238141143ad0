/** Whether this service is a copy that sends nothing by itself (settings `outgoing`; ADR 0117). */
import type { Snapshot } from "./snapshot.ts";

/** What cannot be read holds as well: nothing is lost by waiting. */
export function isHeld({ settings }: Snapshot): boolean {
  try {
    return settings.outgoing.held;
  } catch {
    return true;
  }
}
