/** A warm-up that lasts until it is over, on a slow machine too. */

/** Turns in a row that were no cheaper. */
const STEADY_TURNS = 3;
const STILL_FALLING = 0.97;

/**
 * V8 compiles what runs often, beside what runs: an answer costs less from turn to turn, for some ten thousand answers,
 * which is a second of one machine and a minute of another.
 * @param cost processor time of an answer in one more turn; undefined where it is not known
 * @param mostTurns after which it is over anyway
 */
export async function settle(
  cost: () => Promise<number | undefined>,
  mostTurns: number,
): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let steady = 0;
  for (let turn = 0; turn < mostTurns && steady < STEADY_TURNS; turn++) {
    const now = (await cost()) ?? least;
    steady = now < least * STILL_FALLING ? 0 : steady + 1;
    least = Math.min(least, now);
  }
}
