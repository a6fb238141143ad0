/** How long a worker that ended stays away: longer each time, until one has run for a while. */

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
/** One that ran so long did not fail at its start. */
const PROVEN_MS = 60_000;

/** Milliseconds until the next start. */
export interface RestartDelay {
  /** @param ran milliseconds for which the ended one served; 0 when it never did */
  after(ran: number): number;
}

export function restartDelay(): RestartDelay {
  let next = FIRST_DELAY_MS;
  return {
    after(ran) {
      const delay = ran >= PROVEN_MS ? FIRST_DELAY_MS : next;
      next = Math.min(delay * 2, MAX_DELAY_MS);
      return delay;
    },
  };
}
