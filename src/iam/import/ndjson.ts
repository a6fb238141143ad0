/** One JSON object a line. A line that is none is refused by itself, and the next one is read. */
import { message } from "../../messages/message.ts";
import { parseJson } from "../../std/json-object.ts";
import { type Entry, MAX_ENTRY_LENGTH, type Pieces, safeEntry, TOO_LONG } from "./entries.ts";

interface Line {
  readonly line: number;
  /** Undefined where it is too long. */
  readonly text: string | undefined;
}

async function* linesOf(pieces: Pieces): AsyncGenerator<Line> {
  let line = 1;
  let begun: string | undefined = "";
  const grown = (more: string): string | undefined =>
    begun !== undefined && begun.length + more.length <= MAX_ENTRY_LENGTH
      ? begun + more
      : undefined;
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf("\n"); end >= 0; end = piece.indexOf("\n", from)) {
      yield { line, text: grown(piece.slice(from, end)) };
      begun = "";
      line += 1;
      from = end + 1;
    }
    begun = grown(piece.slice(from));
  }
  if (begun !== "") yield { line, text: begun };
}

/** The value of a JSON text, or why it may not be taken. */
export function entryOf(line: number, text: string): Entry {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { line, fault: message("import.no_object") };
  }
  return safeEntry(line, value);
}

export async function* ndjsonEntries(pieces: Pieces): AsyncGenerator<Entry> {
  for await (const { line, text } of linesOf(pieces)) {
    if (text === undefined) yield { line, fault: TOO_LONG };
    else if (text.trim() !== "") yield entryOf(line, text);
  }
}
