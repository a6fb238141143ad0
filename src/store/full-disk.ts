/** A disk without space: what is stored can be read, and nothing can be written. */

/** When a write failed for want of space, on the monotonic clock. */
export interface Disk {
  fullAt?: number | undefined;
}

/** Milliseconds after which a failure says nothing about now. */
const HOLDS_MS = 300_000;

interface OfStore {
  readonly disk: Disk;
}

export const noteFull = ({ disk }: OfStore): void => {
  disk.fullAt = performance.now();
};

/** There is space again. */
export const noteWritten = ({ disk }: OfStore): void => {
  disk.fullAt = undefined;
};

/** A write failed for want of space lately, and none succeeded since. */
export const isDiskFull = ({ disk }: OfStore): boolean =>
  disk.fullAt !== undefined && performance.now() - disk.fullAt < HOLDS_MS;
