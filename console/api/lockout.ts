/** A write that the service refused because it would lock administrators out, until the person has decided. */
import { createStore } from "../std/store.ts";
import type { Failure } from "./failure.ts";

/** Messages of the 409 that `force=true` passes. */
const MESSAGES: ReadonlySet<string> = new Set([
  "no administrator could sign in",
  "no administrator would be left",
]);

export const isLockout = ({ status, message }: Failure): boolean =>
  status === 409 && MESSAGES.has(message);

export interface LockoutQuestion {
  readonly failure: Failure;
  readonly decide: (force: boolean) => void;
}

const question = createStore<LockoutQuestion | undefined>(undefined);

export const lockout = {
  use: question.use,
  /** Whether the write is to be made all the same. */
  ask: (failure: Failure): Promise<boolean> =>
    new Promise((resolve) => {
      // A question that still stands is answered by the next one.
      question.get()?.decide(false);
      question.set({
        failure,
        decide: (force) => {
          question.set(undefined);
          resolve(force);
        },
      });
    }),
};
