/** A write that the service refused because it would lock administrators out, until the person has decided. */
import { createStore } from "../std/store.ts";
import type { Failure } from "./failure.ts";

/** The 409 that `force=true` passes says so by the ids of its sentences. */
export const isLockout = ({ status, sentences }: Failure): boolean =>
  status === 409 && sentences.some(({ id }) => id?.startsWith("lockout."));

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
