/** A part of the read model: what the rows of one topic become in memory, read whole or patched. */
import type { SecretBox } from "../crypto/secretbox.ts";
import type { CopyRows, Logger } from "../runtime.ts";
import type { NativeSignatures } from "../std/native-signatures.ts";
import type { SortedMap } from "../std/sorted-map.ts";
import type { Queryable } from "../store/change.ts";
import type { UnreadableRow, UnreadableRows } from "./unreadable-rows.ts";

/** What a part reads with; all parts of one load see the same state of the database. */
export interface Reading {
  readonly tx: Queryable;
  /** Reads large answers in the same view; absent where the database has no such way. */
  readonly copyRows?: CopyRows | undefined;
  /** The version that the rows in this view belong to. */
  readonly version: number;
  readonly box: SecretBox;
  /** The same box for the details of principals, which are opened later. */
  readonly details: SecretBox;
  readonly log: Logger;
  /** How the runtime signs, where it has a way of its own. */
  readonly signatures: NativeSignatures | undefined;
  /** At a start a document that no longer parses stops the service; later the last value stays. */
  readonly starting: boolean;
  /** Where a part reports the rows that it cannot read. */
  readonly unreadable: UnreadableRows;
}

/**
 * Members of the snapshot that come from the rows of one topic. Members are never changed in place:
 * each function answers new ones, which share with `before` what stayed the same.
 */
export interface SnapshotPart<Members extends object> {
  /** The members of an empty database. */
  readonly empty: Members;
  /**
   * Reads all rows.
   * @param before the members until now, for a part that keeps the last good value; `empty` at a start
   */
  load(reading: Reading, before: Members): Promise<Members>;
  /** Reads the rows that changed; one that is named and not found was deleted. */
  patch(reading: Reading, before: Members, ids: readonly string[]): Promise<Members>;
}

/** For a topic whose rows are read from the database where they are needed: it adds nothing. */
export const readOnUse: SnapshotPart<object> = {
  empty: {},
  load: async () => ({}),
  patch: async () => ({}),
};

/** Parts by the topic that says when they change. */
export type Parts = Readonly<Record<string, SnapshotPart<object>>>;

type MembersOf<Part> = Part extends SnapshotPart<infer Members> ? Members : never;
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** A snapshot that consists of these parts. */
export type SnapshotOf<P extends Parts> = AllOf<MembersOf<P[keyof P]>> & {
  readonly version: number;
  readonly unreadable: SortedMap<UnreadableRow>;
};
