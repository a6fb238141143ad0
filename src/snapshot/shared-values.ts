/**
 * One copy of what many records have alike, while they are loaded: ids of roles, whole lists of them, who wrote a
 * record, and when, as an import writes many at one time. A database driver makes new text for every row.
 */

/** Lists longer than this are seldom alike; their ids are shared all the same. */
const MAX_LIST_LENGTH = 16;
/** An id is looked up among so many; past them the ones that come are new copies (N-11). */
const MAX_VALUES = 100_000;

export class SharedValues {
  readonly #texts = new Map<string, string>();
  #written = "";
  #time = "";
  readonly #lists = new Map<string, readonly string[]>();

  text(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size < MAX_VALUES) this.#texts.set(text, text);
    return text;
  }

  /**
   * In the form of ISO 8601 that records have, in milliseconds.
   * @param written a time as the database wrote it, often that of the record before
   */
  time(written: string): string {
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
    const known = this.#lists.get(key);
    if (known) return known;
    const list = texts.map((text) => this.text(text));
    if (this.#lists.size < MAX_VALUES) this.#lists.set(key, list);
    return list;
  }
}

/** The empty list of every record. */
export const NONE: readonly never[] = Object.freeze([]);
