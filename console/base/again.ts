/** What changes how an account is secured needs a recent sign-in; the call waits for it and is made again (F-3). */
import { Failure } from "../api/failure.ts";
import { createStore } from "../std/store.ts";

interface Waiting {
  /** The person is back: the call is made again. */
  readonly goOn: () => void;
  readonly giveUp: () => void;
}

export const waiting = createStore<Waiting | undefined>(undefined);

/** Tells the other windows of this browser that there is a new sign-in. */
export const SIGNED_IN = "postern-signed-in";

/** Of the window that was opened for the sign-in. */
export const cameBack = () => new URLSearchParams(location.search).get("again") === "console";

const tooOld = (error: unknown): boolean =>
  error instanceof Failure &&
  error.status === 403 &&
  [error.message, error.detail].includes("reauthentication_required");

/** Throws the refusal when the person does not want to sign in again. */
export async function withRecentSignIn<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!tooOld(error)) throw error;
      const back = await new Promise<boolean>((resolve) =>
        waiting.set({ goOn: () => resolve(true), giveUp: () => resolve(false) }),
      );
      waiting.set(undefined);
      if (!back) throw error;
    }
  }
}
