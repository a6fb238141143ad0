/** Users and service accounts in another order than that of their ids (auth-wire 1.4). */
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { makeSearchable, textFieldOf } from "./principal-search.ts";
import { type Sort, type SortKey, sortPatiently, textKey } from "./sort-order.ts";

/** Words that `_sort` takes. */
export const PRINCIPAL_SORTS = [
  "id",
  "alias",
  "name",
  "email",
  "uid",
  "is_active",
  "created_at",
  "updated_at",
] as const;
export type PrincipalSort = (typeof PRINCIPAL_SORTS)[number];

/** Those that are read from the sealed details. */
const SEALED: ReadonlySet<PrincipalSort> = new Set(["name", "email", "uid"]);

function keyOf(record: PrincipalRecord, by: PrincipalSort): SortKey {
  switch (by) {
    case "id":
      return record.id;
    case "alias":
      return textKey(record.alias[0] ?? "");
    case "is_active":
      return record.disabled ? 0 : 1;
    case "created_at":
    case "updated_at":
      return Date.parse(record[by]);
    default:
      return textKey(textFieldOf(record, by));
  }
}

interface Sorted {
  readonly by: PrincipalSort;
  readonly records: Promise<readonly PrincipalRecord[]>;
}

/** The last order of each list of matches, so that its pages are sorted once; it goes with the list. */
const sorted = new WeakMap<readonly PrincipalRecord[], Sorted>();

async function sortRecords(
  snapshot: Snapshot,
  records: readonly PrincipalRecord[],
  by: PrincipalSort,
): Promise<readonly PrincipalRecord[]> {
  if (SEALED.has(by)) await makeSearchable(snapshot, records);
  return sortPatiently(records, (record) => keyOf(record, by));
}

/** The records in the order that is asked for; the reverse is the same list from its end. */
export async function sortPrincipals(
  snapshot: Snapshot,
  records: readonly PrincipalRecord[],
  { by, descending }: Sort<PrincipalSort>,
): Promise<readonly PrincipalRecord[]> {
  const last = sorted.get(records);
  const order = last?.by === by ? last : { by, records: sortRecords(snapshot, records, by) };
  sorted.set(records, order);
  const ascending = await order.records;
  return descending ? ascending.toReversed() : ascending;
}
