/** V8 set up for a small process. Its flags hold for the whole process, so only a program may set them. */
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Twice the young generation whenever it was full; V8's default. */
const GROW = 2;
const STAY = 1;

/** Milliseconds after the start, so that the first requests do not wait for it. */
const COLLECT_AFTER_MS = 1_000;

/**
 * - The optimizing compiler would take 40 MB and 0.4 s for the WebAssembly of the embedded database,
 *   whose statements are no faster by it.
 * - Loading the program leaves garbage that would make the young generation large for good.
 *
 * @returns to be called when the program has started: lets the young generation grow with the traffic, and gives
 *   back the pages that only the start needed
 */
export function startSmall(): () => void {
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
  setFlagsFromString(`--semi-space-growth-factor=${STAY}`);
  return () => {
    setFlagsFromString(`--semi-space-growth-factor=${GROW}`);
    setTimeout(collect, COLLECT_AFTER_MS).unref();
  };
}

/**
 * Bytes. A heap of 100,000 users would stand still for most of a second and give back 20 MiB of 290; V8 collects it in steps,
 * beside the requests.
 */
const MAX_COLLECTED_HEAP_BYTES = 64 * 1024 * 1024;

/** Takes some 50 ms, once. V8 keeps freed pages for later use unless it is told that memory is short. */
function collect(): void {
  if (process.memoryUsage().heapUsed > MAX_COLLECTED_HEAP_BYTES) return;
  setFlagsFromString("--expose-gc");
  const gc: (options: object) => void = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  gc({ type: "major", execution: "sync", flavor: "last-resort" });
}
