/** Repeated tasks that never overlap, never throw and never keep the process alive. */
import { clearTimeout, setTimeout } from "node:timers";
import type { Logger, Runtime } from "../runtime.ts";

const MIN_DELAY_MS = 10;
/** What a timer can hold; a longer one would fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** `Runtime.every`: a failed run is logged, and the next one comes as if it had not failed. */
export function createLoops(log: Logger): NonNullable<Runtime["every"]> {
  return (interval, task) => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function schedule(): void {
      if (stopped) return;
      const pause = Math.min(Math.max(interval(), MIN_DELAY_MS), MAX_DELAY_MS);
      timer = setTimeout(() => void run(), pause);
      timer.unref();
    }

    async function run(): Promise<void> {
      try {
        await task();
      } catch (error) {
        if (!stopped) log.error("a background task failed", { error });
      } finally {
        schedule();
      }
    }

    schedule();
    return {
      [Symbol.dispose]() {
        stopped = true;
        clearTimeout(timer);
      },
    };
  };
}
