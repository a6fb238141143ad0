/**
 * Forms of the login page whose code counts once. A double click sends them twice, and the browser shows the answer
 * to the second request: the same form of the same browser has the same answer for a minute (B-5).
 */
import { isFirstUse } from "../codes/first-use.ts";
import { pause } from "../std/deadline.ts";
import { durationOf } from "../std/duration.ts";
import type { Visit } from "./visit.ts";

const KEPT = durationOf(60_000);
/** For a first request that is under way: hashing a password takes its time. */
const LOOKS = 50;
const INTERVAL = 100;

/**
 * Acts, unless the same form was sent just before and what it asked for was done. Nothing of it is stored but a digest,
 * in the store of the login.
 * @param form every field that the act reads, and the token of the form, which only this browser has
 */
export async function actOnce(
  { login }: Visit,
  form: readonly string[],
  act: () => Promise<unknown>,
): Promise<void> {
  const { store } = login.codes;
  const [begun, done] = [`form begun ${form.join("\n")}`, `form done ${form.join("\n")}`];
  for (let look = 1; !(await isFirstUse(store, begun, KEPT)); look++) {
    if (await store.get("used_state", done)) return;
    if (look === LOOKS) break;
    await pause(INTERVAL);
  }
  try {
    await act();
    await isFirstUse(store, done, KEPT);
  } catch (error) {
    // Refused: the same entry may be tried again.
    await store.take("used_state", begun);
    throw error;
  }
}
