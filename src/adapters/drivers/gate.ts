/** Counts jobs that something else runs, and refuses above a bound. */
import { AuthError } from "../../errors.ts";

export interface Gate {
  run<T>(job: () => Promise<T>): Promise<T>;
}

export function createGate(bound: number, full: string): Gate {
  let running = 0;
  return {
    async run(job) {
      if (running >= bound) throw new AuthError("unavailable", full, { retryAfter: 1 });
      running += 1;
      try {
        return await job();
      } finally {
        running -= 1;
      }
    },
  };
}
