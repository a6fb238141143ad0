/** Preloaded into a measured service: tells its parent how long its event loop stood still. */
import { monitorEventLoopDelay } from "node:perf_hooks";

export interface Probe {
  /** Longest since the last question, without the timer's own millisecond. */
  readonly pauseMs: number;
  readonly rssMiB: number;
  /** Of JavaScript. */
  readonly heapMiB: number;
}

const TIMER_MS = 1;
const delay = monitorEventLoopDelay({ resolution: TIMER_MS });
delay.enable();

/** `collect` needs `--expose-gc`. */
process.on("message", (question) => {
  if (question !== "probe" && question !== "collect") return;
  if (question === "collect") for (let pass = 0; pass < 3; pass++) globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const pauseMs = Math.max(0, delay.max / 1e6 - TIMER_MS);
  delay.reset();
  process.send?.({
    pauseMs,
    rssMiB: rss / 2 ** 20,
    heapMiB: heapUsed / 2 ** 20,
  } satisfies Probe);
});
process.channel?.unref();
