/** Sorting without moving what is sorted: where each text stands. */

/**
 * Positions of texts in ascending order; equal texts stay in the order in which they stand. A merge sort of the runs that
 * ascend already: texts that mostly do so are compared about twice each. The sort of the runtime does not look for them
 * in lists of numbers, and makes lists of objects of a million of them.
 */
export function sortedPositions(texts: readonly string[]): Uint32Array<ArrayBuffer> {
  const count = texts.length;
  let order = new Uint32Array(count);
  /** Where each run begins; behind the last of them where it ends. */
  const starts = new Uint32Array(count + 1);
  let runs = 0;
  for (let at = 0; at < count; at++) {
    order[at] = at;
    if (at === 0 || (texts[at] as string) < (texts[at - 1] as string)) starts[runs++] = at;
  }
  starts[runs] = count;
  let merged = new Uint32Array(runs > 1 ? count : 0);
  while (runs > 1) {
    let left = 0;
    for (let run = 0; run < runs; run += 2) {
      const [start, middle] = [starts[run] as number, starts[run + 1] as number];
      const end = starts[Math.min(run + 2, runs)] as number;
      merge(texts, order, merged, start, middle, end);
      starts[left++] = start;
    }
    starts[left] = count;
    runs = left;
    [order, merged] = [merged, order];
  }
  return order;
}

/** Two neighbouring runs of `from` as one of `into`. */
function merge(
  texts: readonly string[],
  from: Uint32Array,
  into: Uint32Array,
  start: number,
  middle: number,
  end: number,
): void {
  let left = start;
  let right = middle;
  let at = start;
  while (left < middle && right < end) {
    const [one, other] = [from[left] as number, from[right] as number];
    if ((texts[other] as string) < (texts[one] as string)) {
      into[at++] = other;
      right++;
    } else {
      into[at++] = one;
      left++;
    }
  }
  while (left < middle) into[at++] = from[left++] as number;
  while (right < end) into[at++] = from[right++] as number;
}
