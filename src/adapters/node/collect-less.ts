/** V8 collects less often while large work is done. Its flag holds for the whole process, so only a program may set it. */
import process from "node:process";
import { setFlagsFromString } from "node:v8";

/** May gather until all of the heap is collected again. V8 takes a tenth of the heap where a program allocates little. */
const GARBAGE_BYTES = 64 * 1024 * 1024;
/** Of the heap; the lower one is V8's own. */
const MIN_HEAP_SHARE = 0.1;
const MAX_HEAP_SHARE = 2;

const letGrow = (share: number) =>
  setFlagsFromString(`--heap-growing-percent=${Math.round(100 * share)}`);

/** Until it is disposed of; then V8 decides by itself again. */
export function collectLess(): Disposable {
  const share = GARBAGE_BYTES / process.memoryUsage().heapUsed;
  letGrow(Math.min(Math.max(share, MIN_HEAP_SHARE), MAX_HEAP_SHARE));
  return { [Symbol.dispose]: () => letGrow(0) };
}
