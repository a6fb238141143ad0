/** What this instance knows of its last sync, for health. */
import type { Service } from "../call.ts";

export interface SyncStatus {
  /** Milliseconds since the epoch. */
  readonly succeeded?: number;
  /** The last run failed: when and why. */
  readonly failed?: { readonly at: number; readonly reason: string };
}

const states = new WeakMap<Service, SyncStatus>();

export const syncStatus = (service: Service): SyncStatus => states.get(service) ?? {};

export function noteSuccess(service: Service, at: number): void {
  states.set(service, { succeeded: at });
}

export function noteFailure(service: Service, at: number, reason: string): void {
  states.set(service, { ...syncStatus(service), failed: { at, reason } });
}
