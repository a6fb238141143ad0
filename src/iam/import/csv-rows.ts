/** Rows of a CSV file (RFC 4180), with commas, semicolons or tabs between the cells, as its first line has them. */
import { type Message, message } from "../../messages/message.ts";
import { CUT_OFF, MAX_ENTRY_LENGTH, type Pieces, TOO_LONG, unreadable } from "./entries.ts";

export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
  readonly fault?: Message;
}

const QUOTE = '"';

/** The most common of those that spreadsheets write. */
function delimiterOf(start: string): string {
  const [first = ""] = start.split("\n", 1);
  return [",", ";", "\t"].find((one) => first.includes(one)) ?? ",";
}

/** Pieces, with the first line in one of them. */
async function* withFirstLine(pieces: Pieces): AsyncGenerator<string> {
  let start: string | undefined = "";
  for await (const piece of pieces) {
    if (start === undefined) yield piece;
    else {
      start += piece;
      if (!start.includes("\n") && start.length <= MAX_ENTRY_LENGTH) continue;
      yield start;
      start = undefined;
    }
  }
  if (start) yield start;
}

/** Where an unquoted run of characters ends. */
function runEnd(piece: string, from: number, delimiter: string): number {
  for (let at = from; at < piece.length; at++) {
    const one = piece[at];
    if (one === delimiter || one === "\n" || one === QUOTE) return at;
  }
  return piece.length;
}

class RowReader {
  readonly #delimiter: string;
  readonly rows: Row[] = [];
  #line = 1;
  #begins = 1;
  #cells: string[] = [];
  #cell = "";
  #size = 0;
  #fault: Message | undefined;
  /** `after`: a quote that ends the cell, or is the first of two. */
  #state: "open" | "quoted" | "after" = "open";
  #wasQuoted = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  #add(text: string): void {
    this.#size += text.length;
    // A quote that nothing closes makes one cell of the rest: there is no way to the next row.
    if (this.#size > MAX_ENTRY_LENGTH) throw unreadable(this.#begins, TOO_LONG);
    this.#cell += text;
  }

  #endCell(): void {
    this.#cells.push(this.#wasQuoted ? this.#cell : this.#cell.trim());
    this.#cell = "";
    this.#wasQuoted = false;
    this.#state = "open";
  }

  #endRow(): void {
    this.#endCell();
    const cells = this.#cells;
    const isBlank = cells.length === 1 && cells[0] === "";
    const fault = this.#fault && { fault: this.#fault };
    if (!isBlank) this.rows.push({ line: this.#begins, cells, ...fault });
    this.#cells = [];
    this.#size = 0;
    this.#fault = undefined;
    this.#begins = this.#line;
  }

  read(piece: string): void {
    for (let at = 0; at < piece.length; ) at = this.#step(piece, at);
  }

  #step(piece: string, at: number): number {
    if (this.#state === "quoted") return this.#inQuotes(piece, at);
    if (this.#state === "after" && piece[at] === QUOTE) {
      this.#add(QUOTE);
      this.#state = "quoted";
      return at + 1;
    }
    const end = runEnd(piece, at, this.#delimiter);
    const run = piece.slice(at, end);
    if (this.#wasQuoted) {
      // Line ends of the other kind, and blanks, are no text behind a quote.
      if (run.trim() !== "") this.#fault ??= message("import.quote");
    } else this.#add(run);
    this.#state = "open";
    const found = piece[end];
    if (found === QUOTE) {
      if (this.#wasQuoted || this.#cell.trim() !== "") this.#fault ??= message("import.quote");
      this.#cell = "";
      this.#wasQuoted = true;
      this.#state = "quoted";
    } else if (found === "\n") {
      this.#line += 1;
      this.#endRow();
    } else if (found !== undefined) this.#endCell();
    return end + 1;
  }

  #inQuotes(piece: string, at: number): number {
    const end = piece.indexOf(QUOTE, at);
    const run = piece.slice(at, end < 0 ? piece.length : end);
    this.#add(run);
    for (let next = run.indexOf("\n"); next >= 0; next = run.indexOf("\n", next + 1)) {
      this.#line += 1;
    }
    if (end < 0) return piece.length;
    this.#state = "after";
    return end + 1;
  }

  end(): void {
    if (this.#state === "quoted") this.#fault = CUT_OFF;
    if (this.#cell !== "" || this.#cells.length > 0 || this.#fault) this.#endRow();
  }
}

export async function* csvRows(pieces: Pieces): AsyncGenerator<Row> {
  let reader: RowReader | undefined;
  for await (const piece of withFirstLine(pieces)) {
    reader ??= new RowReader(delimiterOf(piece));
    reader.read(piece);
    yield* reader.rows.splice(0);
  }
  reader?.end();
  if (reader) yield* reader.rows;
}
