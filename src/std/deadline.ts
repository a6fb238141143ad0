/** Waiting: for a time, and for work that may take too long. */

/** Resolves after this many milliseconds; after 0 once other work has had its turn. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Immediate {
  readonly setImmediate?: (run: () => void) => unknown;
}

/** Resolves once what has arrived by now was looked at: at once where the runtime can tell, else a millisecond later. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { setImmediate } = globalThis as Immediate;
    if (setImmediate) setImmediate(resolve);
    else setTimeout(resolve, 0);
  });

/**
 * The outcome of the work, or that of `late` when it takes more than this many milliseconds; `late` may
 * throw. The work itself goes on: what can be stopped takes a signal, such as `AbortSignal.timeout`.
 */
export function withDeadline<T, L>(
  work: Promise<T>,
  milliseconds: number,
  late: () => L,
): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    }, milliseconds);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
