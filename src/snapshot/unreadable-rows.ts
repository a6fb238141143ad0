/** Rows that do not decrypt or parse, as a load finds them (C-3). */
import type { Message } from "../messages/message.ts";
import type { SortedMap } from "../std/sorted-map.ts";

/** A row that does not decrypt or parse: isolated, shown in health, never replaced (C-3). */
export interface UnreadableRow {
  readonly table: string;
  readonly id: string;
  readonly reason: string;
  /** The reason by id, where its parts have one. */
  readonly messages?: readonly Message[];
  /** It does not decrypt, which the reason says in English. */
  readonly sealed?: true;
}

/** A row that does not decrypt. */
export const undecryptable = (table: string, id: string): UnreadableRow => ({
  ...{ table, id, reason: "cannot be decrypted", sealed: true },
});

/** The list that one load keeps up to date; the snapshot holds what it ends with. */
export interface UnreadableRows {
  readonly rows: SortedMap<UnreadableRow>;
  /** The row is being read again, or is gone. */
  forget(table: string, id: string): void;
  add(row: UnreadableRow): void;
}

export function unreadableRows(before: SortedMap<UnreadableRow>): UnreadableRows {
  let rows = before;
  return {
    get rows() {
      return rows;
    },
    forget(table, id) {
      rows = rows.without(`${table}/${id}`);
    },
    add(row) {
      rows = rows.with(`${row.table}/${row.id}`, row);
    },
  };
}
