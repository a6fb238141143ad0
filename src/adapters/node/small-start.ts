/** V8 set up for a small process. Its flags hold for the whole process, so only a program may set them. */
import { setFlagsFromString } from "node:v8";

/** Twice the young generation whenever it was full; V8's default. */
const GROW = 2;
const STAY = 1;

/**
 * - The optimizing compiler would take 40 MB and 0.4 s for the WebAssembly of the embedded database,
 *   whose statements are no faster by it.
 * - Loading the program leaves garbage that would make the young generation large for good.
 *
 * @returns lets the young generation grow with the traffic
 */
export function startSmall(): () => void {
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
  setFlagsFromString(`--semi-space-growth-factor=${STAY}`);
  return () => setFlagsFromString(`--semi-space-growth-factor=${GROW}`);
}
