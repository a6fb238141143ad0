/** What this instance knows of its last failed sync, for health. */
import type { Service } from "../call.ts";

export interface FailedSync {
  /** Id of the directory's record. */
  readonly record: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason: string;
}

const failures = new WeakMap<Service, FailedSync>();

/** Undefined when the last run of this instance went well, and before the first. */
export const failedSync = (service: Service): FailedSync | undefined => failures.get(service);

export function noteSuccess(service: Service): void {
  failures.delete(service);
}

export function noteFailure(service: Service, failed: FailedSync): void {
  failures.set(service, failed);
}
