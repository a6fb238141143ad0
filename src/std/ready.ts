/**
 * Values that may be there already. Most answers come from memory, and each `await` on the way of such a value
 * costs promises and a turn of the event loop; these steps wait only for what is not there yet.
 */

export type Ready<T> = T | Promise<T>;

const isPending = <T>(value: Ready<T>): value is Promise<T> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === "function";

/** Goes on with the value: at once when it is there, else when it comes. */
export const proceed = <T, R>(value: Ready<T>, next: (value: T) => Ready<R>): Ready<R> =>
  isPending(value) ? value.then(next) : next(value);

/** The outcome of a step; whatever it throws, at once or later, goes to `failed`. */
export function attempt<T>(step: () => Ready<T>, failed: (error: unknown) => Ready<T>): Ready<T> {
  try {
    const outcome = step();
    return isPending(outcome) ? outcome.catch(failed) : outcome;
  } catch (error) {
    return failed(error);
  }
}
