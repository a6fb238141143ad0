/**
 * Searching sealed details (auth-wire 2.5). No plain text of them is stored, so the first search opens
 * every record once, in small batches; the lower-case text then stays with the record in memory.
 */
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";

const FIELDS = ["name", "email", "uid"] as const;

export interface TextFilter {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly uid?: string | undefined;
  /** Over aliases, description, name, email and uid. */
  readonly search?: string | undefined;
}

/** Control characters are in no query that a client can type, so it divides fields safely. */
const DIVIDER = "\u0000";

async function readText({ details, alias, description }: PrincipalRecord): Promise<void> {
  const map = await details.openUncached().catch(() => undefined);
  const fields = FIELDS.map((field) => {
    const value = map && Object.hasOwn(map, field) ? map[field] : undefined;
    return typeof value === "string" ? value.replaceAll(DIVIDER, " ") : "";
  });
  const text = [...fields, ...alias, description].join(DIVIDER).toLowerCase();
  // What does not open today may open tomorrow (C-3): only its open part is searched, and not kept.
  if (map) details.searchText = text;
}

const BATCH = 64;

/** What is opening now. The next one waits, and then finds the most of its work done. */
let opening: Promise<void> = Promise.resolve();

/** Opens what was never searched before; searches that arrive together do it once. */
export function makeSearchable(records: readonly PrincipalRecord[]): Promise<void> {
  if (records.every(({ details }) => details.searchText !== undefined)) return Promise.resolve();
  opening = opening.then(() => openAll(records));
  return opening;
}

/** Waits between batches, so other requests get their turn. */
async function openAll(records: readonly PrincipalRecord[]): Promise<void> {
  let batch: PrincipalRecord[] = [];
  for (const record of records) {
    if (record.details.searchText !== undefined) continue;
    batch.push(record);
    if (batch.length < BATCH) continue;
    await Promise.all(batch.map(readText));
    batch = [];
  }
  await Promise.all(batch.map(readText));
}

export const asksForText = ({ name, email, uid, search }: TextFilter): boolean =>
  Boolean(name || email || uid || search);

/** Case-insensitive substrings; wildcards are literal (N-7). */
export function textTest(filter: TextFilter): (record: PrincipalRecord) => boolean {
  const wanted = FIELDS.flatMap((field, index) => {
    const part = filter[field]?.toLowerCase();
    return part ? [{ index, part }] : [];
  });
  const search = filter.search?.toLowerCase();
  return ({ details, alias, description }) => {
    const text =
      details.searchText ?? ["", "", "", ...alias, description].join(DIVIDER).toLowerCase();
    if (search && (!text.includes(search) || search.includes(DIVIDER))) return false;
    return wanted.every(({ index, part }) => fieldOf(text, index).includes(part));
  };
}

function fieldOf(text: string, index: number): string {
  let from = 0;
  for (let skipped = 0; skipped < index; skipped++) from = text.indexOf(DIVIDER, from) + 1;
  return text.slice(from, text.indexOf(DIVIDER, from));
}
