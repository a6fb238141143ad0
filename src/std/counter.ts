/** Counting attempts within a window: reserved before the work, given back when it counts for nothing (I-7). */

/** One count within its window. Times are milliseconds since the epoch by the clock of the service. */
export interface Counter {
  readonly count: number;
  /** End of the window; it also tells this window from the next one. */
  readonly until: number;
  /** When the last one was counted. */
  readonly last: number;
}

export interface CountRule {
  /** The time now. */
  readonly at: number;
  /** Milliseconds; a window begins with its first attempt. */
  readonly window: number;
  /** So many are granted within one window. */
  readonly most: number;
  /** Beyond them one more at a time, `step` ms after the last, later with each, up to `longest` ms. */
  readonly pause?: Pause;
}

export interface Pause {
  readonly step: number;
  readonly longest: number;
}

/** A counter by its id, and what it allows. */
export interface Counted {
  readonly id: string;
  readonly rule: CountRule;
}

/** Refused: the count is as it was. */
export interface Reservation extends Counter {
  readonly granted: boolean;
}

/** How long after the last one the next is granted, while `most` are counted. */
const pauseAfter = (count: number, most: number, { step, longest }: Pause): number =>
  Math.min(longest, step * (count - most + 1));

/** Milliseconds until a refused attempt may be granted. */
export function waitOf({ count, until, last }: Counter, { at, most, pause }: CountRule): number {
  if (!pause) return until - at;
  return Math.min(until, last + pauseAfter(count, most, pause)) - at;
}

/** The rule, for stores that compute in this process. */
export function reserveIn(found: Counter | undefined, rule: CountRule): Reservation {
  const { at, window, most, pause } = rule;
  if (!found || found.until <= at) return { count: 1, until: at + window, last: at, granted: true };
  const { count, until, last } = found;
  const paused = pause !== undefined && last + pauseAfter(count, most, pause) <= at;
  if (count >= most && !paused) return { ...found, granted: false };
  return { count: count + 1, until, last: at, granted: true };
}
