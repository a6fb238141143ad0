/** Rows of a large answer, each read as it arrives. */

/** One row; its columns are asked for once each, in their order. It is the next row after `take` has returned. */
export interface CopiedRow {
  /** Of a column of texts; null where there is none. */
  text(): string | null;
  /** Of a column of lists of texts. */
  texts(): string[];
  flag(): boolean;
  /** A time in the form of ISO 8601, UTC, in milliseconds; null where there is none. */
  time(): string | null;
}

/**
 * Reads the rows of a query, in their order. A `take` that throws ends it, and the promise rejects with what it threw.
 * @param query SQL of ours, without parameters; it must be answered within the time that any statement has
 */
export type CopyRows = (query: string, take: (row: CopiedRow) => void) => Promise<void>;
