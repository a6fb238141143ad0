/** Preloaded into a measured service: tells its parent how long its event loop stood still. */
import { monitorEventLoopDelay } from "node:perf_hooks";

export interface Probe {
  /** Longest since the last question, without the timer's own millisecond. */
  readonly pauseMs: number;
  readonly rssMiB: number;
}

const TIMER_MS = 1;
const delay = monitorEventLoopDelay({ resolution: TIMER_MS });
delay.enable();

process.on("message", (question) => {
  if (question !== "probe") return;
  const pauseMs = Math.max(0, delay.max / 1e6 - TIMER_MS);
  delay.reset();
  process.send?.({ pauseMs, rssMiB: process.memoryUsage().rss / 2 ** 20 } satisfies Probe);
});
process.channel?.unref();
