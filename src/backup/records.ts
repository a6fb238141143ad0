/**
 * The content of a backup: lines of JSON. `["table","auth_users"]` begins a table, each line that begins with a brace is a
 * row of it, and `["end",{"auth_users":3}]` is the last line, with the number of rows of each table.
 */
import { BackupFault } from "./header.ts";

export type BackupRecord =
  | { readonly kind: "table"; readonly table: string }
  /** JSON of one row. */
  | { readonly kind: "row"; readonly json: string }
  | { readonly kind: "end"; readonly rows: Readonly<Record<string, number>> };

/** No row is as long: its documents are bounded where they are written. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

export const tableLine = (table: string): string => `${JSON.stringify(["table", table])}\n`;
export const endLine = (rows: ReadonlyMap<string, number>): string =>
  `${JSON.stringify(["end", Object.fromEntries(rows)])}\n`;

async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let open: string[] = [];
  let length = 0;
  for await (const bytes of source) {
    const text = decoder.decode(bytes, { stream: true });
    for (let at = 0; ; ) {
      const end = text.indexOf("\n", at);
      const part = text.slice(at, end < 0 ? text.length : end);
      length += part.length;
      if (length > MAX_LINE_LENGTH) throw new BackupFault("has a row that is too long");
      open.push(part);
      if (end < 0) break;
      yield open.join("");
      open = [];
      length = 0;
      at = end + 1;
    }
  }
  if (length > 0) throw new BackupFault("ends within a row");
}

function control(line: string): BackupRecord {
  try {
    const [kind, value] = JSON.parse(line) as [unknown, unknown];
    if (kind === "table" && typeof value === "string") return { kind, table: value };
    if (kind === "end" && typeof value === "object" && value !== null) {
      return { kind, rows: value as Record<string, number> };
    }
  } catch {
    // Said below.
  }
  throw new BackupFault("has a line that is none of a backup");
}

/** Throws `BackupFault` for what is no line of a backup, behind its end, or without one. */
export async function* readRecords(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<BackupRecord> {
  let ended = false;
  for await (const line of linesOf(source)) {
    if (ended) throw new BackupFault("goes on behind its end");
    const record: BackupRecord = line.startsWith("{") ? { kind: "row", json: line } : control(line);
    ended = record.kind === "end";
    yield record;
  }
  if (!ended) throw new BackupFault("has no end");
}
