/**
 * Searching sealed details (auth-wire 2.5). No plain text of them is stored: every record is opened once, after the
 * start or at the latest by the first search, in small batches; the lower-case text then stays with it in memory.
 */
import type { LoadOrigin } from "../../snapshot/recent-changes.ts";
import { readSearchText, TEXT_DIVIDER, TEXT_FIELDS } from "../../snapshot/search-text.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";

export interface TextFilter {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly uid?: string | undefined;
  /** Over aliases, description, name, email and uid. */
  readonly search?: string | undefined;
}

const BATCH_SIZE = 64;

/** What is opening now, by load. The next one waits, and then finds the most of its work done. */
const openings = new WeakMap<LoadOrigin, Promise<void>>();

/** Lists whose records are all open, so that not every search looks through them for one that is not. */
const searchable = new WeakSet<readonly PrincipalRecord[]>();

/** Opens what was never searched before; searches that arrive together do it once. */
export function makeSearchable(
  { principal_changes: { origin } }: Snapshot,
  records: readonly PrincipalRecord[],
): Promise<void> {
  if (searchable.has(records)) return Promise.resolve();
  if (records.every(({ details }) => details.searchText !== undefined)) {
    searchable.add(records);
    return Promise.resolve();
  }
  const opening = (openings.get(origin) ?? Promise.resolve()).then(() => openAll(records));
  openings.set(origin, opening);
  return opening;
}

/** Waits between batches, so other requests get their turn. */
async function openAll(records: readonly PrincipalRecord[]): Promise<void> {
  let batch: PrincipalRecord[] = [];
  for (const record of records) {
    if (record.details.searchText !== undefined) continue;
    batch.push(record);
    if (batch.length < BATCH_SIZE) continue;
    await Promise.all(batch.map(readSearchText));
    batch = [];
  }
  await Promise.all(batch.map(readSearchText));
}

export const asksForText = ({ name, email, uid, search }: TextFilter): boolean =>
  Boolean(name || email || uid || search);

/** Case-insensitive substrings; wildcards are literal (N-7). */
export function textTest(filter: TextFilter): (record: PrincipalRecord) => boolean {
  const wanted = TEXT_FIELDS.flatMap((field, index) => {
    const part = filter[field]?.toLowerCase();
    return part ? [{ index, part }] : [];
  });
  const search = filter.search?.toLowerCase();
  return (record) => {
    // Nothing else of the record is looked at: over many records, memory is what takes the time.
    const text = record.details.searchText ?? openText(record);
    if (search && (!text.includes(search) || search.includes(TEXT_DIVIDER))) return false;
    return wanted.every(({ index, part }) => fieldOf(text, index).includes(part));
  };
}

/** What can be searched of a record whose details do not open. */
const openText = ({ alias, description }: PrincipalRecord): string =>
  ["", "", "", ...alias, description].join(TEXT_DIVIDER).toLowerCase();

/** Lower-case text of a member of the details; empty where they do not open. */
export function textFieldOf(record: PrincipalRecord, field: (typeof TEXT_FIELDS)[number]): string {
  const { searchText } = record.details;
  return searchText === undefined ? "" : fieldOf(searchText, TEXT_FIELDS.indexOf(field));
}

function fieldOf(text: string, index: number): string {
  let from = 0;
  for (let skipped = 0; skipped < index; skipped++) from = text.indexOf(TEXT_DIVIDER, from) + 1;
  return text.slice(from, text.indexOf(TEXT_DIVIDER, from));
}
