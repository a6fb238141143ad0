/** Memory, processor time and the delay of the event loop, under the names of OpenTelemetry where it has some. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import type { Meter } from "../../runtime.ts";

/** Milliseconds between two looks at the event loop. */
const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** Undefined on a runtime that does not measure it. */
function eventLoopDelay() {
  try {
    const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    delay.enable();
    return delay;
  } catch {
    return undefined;
  }
}

/** @returns what ends the observation */
export function observeProcess(meter: Meter): () => void {
  const seconds = (description: string) => ({ description, unit: "s" });
  const bytes = (description: string) => ({ description, unit: "By" });
  meter
    .createObservableCounter("process.cpu.time", seconds("Processor time of the process, by mode."))
    .addCallback((observed) => {
      const { user, system } = process.cpuUsage();
      observed.observe(user / MICROSECONDS, { "cpu.mode": "user" });
      observed.observe(system / MICROSECONDS, { "cpu.mode": "system" });
    });
  meter
    .createObservableGauge("process.memory.usage", bytes("Resident memory of the process."))
    .addCallback((observed) => observed.observe(process.memoryUsage.rss()));
  meter
    .createObservableGauge("process.memory.heap", bytes("Memory of JavaScript objects."))
    .addCallback((observed) => observed.observe(process.memoryUsage().heapUsed));
  meter
    .createObservableGauge("process.uptime", seconds("Time since the start of the process."))
    .addCallback((observed) => observed.observe(process.uptime()));
  const delay = eventLoopDelay();
  if (!delay) return () => undefined;
  meter
    .createObservableGauge(
      "nodejs.eventloop.delay",
      seconds("Delay of the event loop since the last look, by quantile; 1 is the longest."),
    )
    .addCallback((observed) => {
      // A look without a sample in it knows nothing.
      if (delay.max === 0) return;
      for (const quantile of [0.5, 0.99, 1]) {
        // What is measured is the time between two looks, and so much of it was meant.
        const late = delay.percentile(quantile * 100) / NANOSECONDS - RESOLUTION_MS / 1_000;
        observed.observe(Math.max(0, late), { quantile });
      }
      delay.reset();
    });
  return () => void delay.disable();
}
