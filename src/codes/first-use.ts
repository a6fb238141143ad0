/** A sealed state lies with the browser; that it was used is remembered here (B-8, P-4). */
import { AuthError } from "../errors.ts";
import { type Duration, durationOf } from "../std/duration.ts";
import type { CodeStore } from "./code-store.ts";

/** Clocks of instances and of the store may be that far apart. */
const SKEW_MS = 60_000;

/**
 * Whether this is the first use of a state, on all instances that share the store: one atomic step, true
 * for one caller.
 * @param left how long the state itself is valid
 */
export async function isFirstUse(
  codes: CodeStore,
  state: string,
  left: Duration,
): Promise<boolean> {
  try {
    await codes.put("used_state", state, {}, durationOf(left + SKEW_MS));
    return true;
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "conflict") throw error;
    return false;
  }
}
