/**
 * The objects of one list in a JSON file, one at a time: of the list that is the file, or of the one under a name at the
 * top. What is beside it is passed over, so a file is never held in memory.
 */
import { message } from "../../messages/message.ts";
import {
  CUT_OFF,
  type Entry,
  MAX_ENTRY_LENGTH,
  type Pieces,
  TOO_LONG,
  unreadable,
} from "./entries.ts";
import { entryOf } from "./ndjson.ts";

/** Characters of a name at the top that is looked at. */
const MAX_NAME_LENGTH = 64;

const isBlank = (one: string): boolean =>
  one === " " || one === "\n" || one === "\r" || one === "\t";

class ItemReader {
  readonly #name: string;
  readonly entries: Entry[] = [];
  #count = 0;
  #depth = 0;
  /** The depth of the list's objects; 0 outside of the list. */
  #within = 0;
  #isString = false;
  #isEscaped = false;
  /** The last text at the top, which a colon makes a name. */
  #text = "";
  #key = "";
  /** Of the object that is read; undefined where it is too long. */
  #item: string | undefined = "";
  #from = -1;
  #hasBegun = false;

  constructor(name: string) {
    this.#name = name;
  }

  read(piece: string): void {
    this.#from = this.#within > 0 && this.#depth >= this.#within ? 0 : -1;
    for (let at = 0; at < piece.length; at++) this.#step(piece, at);
    if (this.#from >= 0) this.#keep(piece.slice(this.#from));
  }

  #keep(more: string): void {
    const length = (this.#item?.length ?? MAX_ENTRY_LENGTH) + more.length;
    this.#item =
      this.#item !== undefined && length <= MAX_ENTRY_LENGTH ? this.#item + more : undefined;
  }

  #step(piece: string, at: number): void {
    const one = piece[at] ?? "";
    if (this.#isString) {
      this.#inString(one);
      return;
    }
    if (one === '"') {
      this.#isString = true;
      this.#text = "";
    } else if (one === ":") {
      if (this.#depth === 1) this.#key = this.#text;
    } else if (one === "{" || one === "[") this.#open(one, at);
    else if (one === "}" || one === "]") this.#close(piece, at);
    else if (!this.#hasBegun && !isBlank(one)) throw unreadable(1, message("import.no_json"));
  }

  #inString(one: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (one === "\\") this.#isEscaped = true;
    else if (one === '"') {
      this.#isString = false;
      return;
    }
    if (this.#depth === 1 && this.#text.length < MAX_NAME_LENGTH) this.#text += one;
  }

  #open(one: string, at: number): void {
    const isList =
      one === "[" && (this.#depth === 0 || (this.#depth === 1 && this.#key === this.#name));
    this.#hasBegun = true;
    this.#depth += 1;
    if (this.#within === 0 && isList) this.#within = this.#depth + 1;
    else if (this.#depth === this.#within) {
      this.#from = at;
      this.#item = "";
    }
  }

  #close(piece: string, at: number): void {
    if (this.#depth === this.#within) {
      this.#keep(piece.slice(this.#from, at + 1));
      this.#from = -1;
      this.#count += 1;
      const line = this.#count;
      this.entries.push(
        this.#item === undefined ? { line, fault: TOO_LONG } : entryOf(line, this.#item),
      );
      this.#item = "";
    }
    this.#depth -= 1;
    if (this.#depth < this.#within - 1) this.#within = 0;
    if (this.#depth < 0) throw unreadable(this.#count + 1, message("import.no_json"));
  }

  end(): void {
    if (!this.#hasBegun) throw unreadable(1, message("import.empty"));
    if (this.#depth > 0 || this.#isString) throw unreadable(this.#count + 1, CUT_OFF);
  }
}

/** @param name of the list, where the file is an object */
export async function* jsonItems(pieces: Pieces, name: string): AsyncGenerator<Entry> {
  const reader = new ItemReader(name);
  for await (const piece of pieces) {
    reader.read(piece);
    yield* reader.entries.splice(0);
  }
  reader.end();
}
