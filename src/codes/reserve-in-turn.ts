/** Several counters one after another, for stores that take one at a time. */
import type { Counted, Reservation } from "../std/counter.ts";
import type { CodeStore } from "./code-store.ts";

/** Up to the first that refuses, whose refusal is the last answer. */
export async function reserveInTurn(
  codes: Pick<CodeStore, "reserve">,
  counted: readonly Counted[],
): Promise<readonly Reservation[]> {
  const answers: Reservation[] = [];
  for (const { id, rule } of counted) {
    const answer = await codes.reserve(id, rule);
    answers.push(answer);
    if (!answer.granted) break;
  }
  return answers;
}
