/**
 * What a text search looks at (auth-wire 2.5): lower-case text of a principal, read from its sealed details once and
 * then kept in memory beside them. Nothing of it is stored.
 */
import type { PrincipalRecord } from "./principal-record.ts";

/** Members of the details that can be searched, in the order in which they stand in the text. */
export const TEXT_FIELDS = ["name", "email", "uid"] as const;

/** Control characters are in no query that a client can type, so it divides fields safely. */
export const TEXT_DIVIDER = "\u0000";

/** Reads the text of a record that has none yet; details that do not open leave it without. */
export async function readSearchText(record: PrincipalRecord): Promise<void> {
  const { details, alias, description } = record;
  if (details.searchText !== undefined) return;
  const map = await details.openUncached().catch(() => undefined);
  // What does not open today may open tomorrow (C-3): only its open part is searched, and not kept.
  if (!map) return;
  const fields = TEXT_FIELDS.map((field) => {
    const value = Object.hasOwn(map, field) ? map[field] : undefined;
    return typeof value === "string" ? value.replaceAll(TEXT_DIVIDER, " ") : "";
  });
  details.searchText = [...fields, ...alias, description].join(TEXT_DIVIDER).toLowerCase();
}
