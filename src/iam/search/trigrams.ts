/** Which texts may contain a part: postings of three-character runs, so that a search need not read all. */

/** Numbers of documents in ascending order, in a buffer that grows. */
interface Postings {
  list: Uint32Array;
  length: number;
}

/** Runs whose characters agree in seven bits share a slot; the caller tests the texts anyway. */
const slotOf = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 127) << 14) |
  ((text.charCodeAt(at + 1) & 127) << 7) |
  (text.charCodeAt(at + 2) & 127);

const RUN = 3;

export class Trigrams {
  readonly #slots = new Map<number, Postings>();

  /** Documents must come in ascending order of their numbers. */
  add(document: number, text: string): void {
    for (let at = 0; at + RUN <= text.length; at++) {
      const slot = slotOf(text, at);
      let postings = this.#slots.get(slot);
      if (!postings) {
        postings = { list: new Uint32Array(4), length: 0 };
        this.#slots.set(slot, postings);
      }
      const { list, length } = postings;
      if (length > 0 && list[length - 1] === document) continue;
      if (length === list.length) {
        postings.list = new Uint32Array(length * 2);
        postings.list.set(list);
      }
      postings.list[postings.length++] = document;
    }
  }

  /**
   * Documents of the rarest run of the part: all that contain the part are among them. Undefined for
   * a part that is shorter than a run.
   */
  rarest(part: string): Uint32Array | undefined {
    if (part.length < RUN) return undefined;
    let rarest: Postings | undefined;
    for (let at = 0; at + RUN <= part.length; at++) {
      const postings = this.#slots.get(slotOf(part, at));
      if (!postings) return new Uint32Array(0);
      if (!rarest || postings.length < rarest.length) rarest = postings;
    }
    return rarest?.list.subarray(0, rarest.length);
  }
}
