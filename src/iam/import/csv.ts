/** People in a CSV file: the first row names the columns, and one that is not known is refused before anything is read. */
import { message } from "../../messages/message.ts";
import { csvRows, type Row } from "./csv-rows.ts";
import { type Entry, type Pieces, safeEntry, unreadable } from "./entries.ts";

type Read = (cell: string) => unknown;

const text: Read = (cell) => cell;
const list: Read = (cell) =>
  cell
    .split("|")
    .map((one) => one.trim())
    .filter((one) => one !== "");

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "1"].map((word) => [word, true] as const),
  ...["false", "no", "0"].map((word) => [word, false] as const),
]);
/** Other words stay what they are, and are refused as such. */
const flag: Read = (cell) => WORDS.get(cell.toLowerCase()) ?? cell;

const COLUMNS: ReadonlyMap<string, Read> = new Map([
  ...["alias", "roles", "groups"].map((name) => [name, list] as const),
  ...["email_verified", "enabled", "local", "must_change_password"].map(
    (name) => [name, flag] as const,
  ),
  ...[
    ...["external_id", "source", "name", "given_name", "family_name", "email", "language"],
    ...["created", "password_hash", "totp_secret", "description"],
  ].map((name) => [name, text] as const),
]);

const DETAIL = "details.";

/** What the columns are, in their order. */
function columnsOf({ line, cells, fault }: Row): readonly string[] {
  if (fault) throw unreadable(line, fault);
  const names = cells.map((cell) => {
    const name = cell.trim();
    return name.toLowerCase().startsWith(DETAIL)
      ? `${DETAIL}${name.slice(DETAIL.length)}`
      : name.toLowerCase();
  });
  for (const [index, name] of names.entries()) {
    const isDetail = name.startsWith(DETAIL) && name.length > DETAIL.length;
    if (!isDetail && !COLUMNS.has(name)) {
      const known = [...COLUMNS.keys(), `${DETAIL}…`].join(", ");
      const shown = { name: name.slice(0, 100), known };
      throw unreadable(line, message("import.unknown_column", shown));
    }
    if (names.indexOf(name) < index) {
      throw unreadable(line, message("import.column_twice", { name: name.slice(0, 100) }));
    }
  }
  return names;
}

function entryOf({ line, cells, fault }: Row, columns: readonly string[]): Entry {
  if (fault) return { line, fault };
  if (cells.length !== columns.length) {
    const counts = { count: cells.length, wanted: columns.length };
    return { line, fault: message("import.cells", counts) };
  }
  const members: [string, unknown][] = [];
  const details: [string, unknown][] = [];
  for (const [index, name] of columns.entries()) {
    const cell = cells[index] ?? "";
    if (cell.trim() === "") continue;
    const read = COLUMNS.get(name);
    if (read) members.push([name, read(cell)]);
    else details.push([name.slice(DETAIL.length), cell]);
  }
  if (details.length > 0) members.push(["details", Object.fromEntries(details)]);
  return safeEntry(line, Object.fromEntries(members));
}

export async function* csvEntries(pieces: Pieces): AsyncGenerator<Entry> {
  let columns: readonly string[] | undefined;
  for await (const row of csvRows(pieces)) {
    if (columns) yield entryOf(row, columns);
    else columns = columnsOf(row);
  }
  if (!columns) throw unreadable(1, message("import.empty"));
}
