/**
 * One copy of what many records have alike, while they are loaded: ids of roles, whole lists of them, who wrote a
 * record, and when, as an import writes many at one time. A database driver makes new text for every row.
 */

import type { PrincipalDocument } from "../store/tables.ts";

/** Lists longer than this are seldom alike; their ids are shared all the same. */
const MAX_LIST_LENGTH = 16;
/** An id is looked up among so many; past them the ones that come are new copies (N-11). */
const MAX_VALUES = 100_000;
/** Of a time that is in the form of ISO 8601 already. */
const ISO_LENGTH = "2030-01-02T03:04:05.678Z".length;
/** A document is parsed once among so many; they are longer than ids. */
const MAX_DOCUMENTS = 20_000;

/** What of a principal's document is alike for many: all but the description. */
export type PrincipalLists = Omit<PrincipalDocument, "description">;

export class SharedValues {
  readonly #texts = new Map<string, string>();
  #written = "";
  #time = "";
  readonly #lists = new Map<string, readonly string[]>();
  readonly #documents = new Map<string, PrincipalLists>();

  text(text: string): string {
    const shared = this.#texts.get(text);
    if (shared !== undefined) return shared;
    if (this.#texts.size < MAX_VALUES) this.#texts.set(text, text);
    return text;
  }

  /**
   * In the form of ISO 8601 that records have, in milliseconds.
   * @param written a time as the database wrote it, often that of the record before, or in that form already
   */
  time(written: string): string {
    if (written.length === ISO_LENGTH && written.charAt(10) === "T") return written;
    if (written !== this.#written) {
      this.#written = written;
      this.#time = new Date(written).toISOString();
    }
    return this.#time;
  }

  /** The list itself must not be changed by anyone; it may be the list of another record. */
  list(texts: readonly string[] | undefined): readonly string[] {
    if (!texts?.length) return NONE;
    if (texts.length > MAX_LIST_LENGTH) return texts.map((text) => this.text(text));
    // No text of a database holds this character.
    const key = texts.join("\u0000");
    const shared = this.#lists.get(key);
    if (shared) return shared;
    const list = texts.map((text) => this.text(text));
    if (this.#lists.size < MAX_VALUES) this.#lists.set(key, list);
    return list;
  }

  lists(document: PrincipalLists): PrincipalLists {
    return {
      role_ids: this.list(document.role_ids),
      sync_role_ids: this.list(document.sync_role_ids),
      permission_ids: this.list(document.permission_ids),
      tmp_role_ids: filled(document.tmp_role_ids),
      tmp_permission_ids: filled(document.tmp_permission_ids),
    };
  }

  /** @param text JSON of a document, which may be that of another record */
  listsOf(text: string): PrincipalLists {
    const shared = this.#documents.get(text);
    if (shared) return shared;
    const lists = this.lists(JSON.parse(text) as PrincipalLists);
    if (this.#documents.size < MAX_DOCUMENTS) this.#documents.set(text, lists);
    return lists;
  }
}

const filled = <T>(list: readonly T[] | undefined): readonly T[] => (list?.length ? list : NONE);

/** The empty list of every record. */
const NONE: readonly never[] = Object.freeze([]);
