/** What this instance knows of its last failed sync, for health. */

import { partOf, type Service } from "../call.ts";
import type { Message } from "../messages/message.ts";

export interface FailedSync {
  /** Id of the directory's record. */
  readonly record: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason: Message;
}

const statusOf = partOf((): { failed: FailedSync | undefined } => ({ failed: undefined }));

/** Undefined when the last run of this instance went well, and before the first. */
export const failedSync = (service: Service): FailedSync | undefined => statusOf(service).failed;

export function noteSuccess(service: Service): void {
  statusOf(service).failed = undefined;
}

export function noteFailure(service: Service, failed: FailedSync): void {
  statusOf(service).failed = failed;
}
