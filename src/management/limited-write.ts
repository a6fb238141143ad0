/** A write of an administrator with fewer rights before its commit, and who asks for it (ADR 0090). */
import type { Limits, Service } from "../call.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Write } from "../store/change.ts";

export interface LimitedWrite {
  readonly service: Service;
  /** As they are in this write. */
  readonly limits: Limits;
  readonly open: Write;
  readonly before: Snapshot;
  readonly after: Snapshot;
}
