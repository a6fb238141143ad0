/** Principals of the read model: rows in, an ordered map and the alias index out. */
import { gt, inArray } from "drizzle-orm";
import type { SecretBox } from "../crypto/secretbox.ts";
import { SortedMap } from "../std/sorted-map.ts";
import type { Queryable } from "../store/store.ts";
import { users } from "../store/tables.ts";
import { Sealed } from "./sealed.ts";
import type { PrincipalRecord, Snapshot } from "./snapshot.ts";

export type PrincipalRow = typeof users.$inferSelect;
type PrincipalParts = Pick<Snapshot, "principals" | "aliases">;

/** Small enough that mapping one page does not hold the event loop. */
const PAGE = 2_000;
const NONE: readonly never[] = Object.freeze([]);
const shared = <T>(list: readonly T[] | undefined): readonly T[] => (list?.length ? list : NONE);

/** The place that seals a principal's details (C-1). */
export const detailsPlace = (id: string) => ({ table: "auth_users", row: id, field: "details" });

export async function* readPrincipals(
  db: Queryable,
  ids?: readonly string[],
): AsyncGenerator<PrincipalRow[]> {
  if (ids) {
    yield await db
      .select()
      .from(users)
      .where(inArray(users.id, [...ids]));
    return;
  }
  for (let last = ""; ; ) {
    const page = await db
      .select()
      .from(users)
      .where(gt(users.id, last))
      .orderBy(users.id)
      .limit(PAGE);
    yield page;
    const end = page.at(-1);
    if (!end || page.length < PAGE) return;
    last = end.id;
  }
}

export function principalRecord(row: PrincipalRow, box: SecretBox): PrincipalRecord {
  return {
    id: row.id,
    alias: row.alias,
    disabled: row.disabled,
    service_account: row.service_account,
    local: row.local,
    role_ids: shared(row.doc.role_ids),
    sync_role_ids: shared(row.doc.sync_role_ids),
    permission_ids: shared(row.doc.permission_ids),
    tmp_role_ids: shared(row.doc.tmp_role_ids),
    tmp_permission_ids: shared(row.doc.tmp_permission_ids),
    description: row.doc.description,
    details: new Sealed(box, detailsPlace(row.id), row.details_encrypted),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    updated_by: row.updated_by,
  };
}

const byKey = <T>([a]: readonly [string, T], [b]: readonly [string, T]) =>
  a < b ? -1 : a > b ? 1 : 0;

/** Builds both maps from all rows; the caller has yielded between pages, this only sorts. */
export function buildPrincipals(
  rows: readonly (readonly [PrincipalRow["alias_keys"], PrincipalRecord])[],
): PrincipalParts {
  const owners = new Map<string, readonly string[]>();
  for (const [keys, { id }] of rows) {
    for (const key of keys) owners.set(key, [...(owners.get(key) ?? NONE), id]);
  }
  const principals = rows.map(([, record]) => [record.id, record] as const).sort(byKey);
  return {
    principals: SortedMap.fromSorted(principals),
    aliases: SortedMap.fromSorted([...owners].sort(byKey)),
  };
}

/** Replaces the named principals by what their rows say now; a missing row is a deletion. */
export function patchPrincipals(
  snapshot: PrincipalParts,
  ids: readonly string[],
  rows: readonly PrincipalRow[],
  box: SecretBox,
  aliasKeys: (alias: string) => string,
): PrincipalParts {
  let { principals, aliases } = snapshot;
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    for (const alias of principals.get(id)?.alias ?? NONE) {
      const key = aliasKeys(alias);
      const left = (aliases.get(key) ?? NONE).filter((owner) => owner !== id);
      aliases = left.length > 0 ? aliases.with(key, left) : aliases.without(key);
    }
    const row = found.get(id);
    if (!row) {
      principals = principals.without(id);
      continue;
    }
    principals = principals.with(id, principalRecord(row, box));
    for (const key of row.alias_keys) {
      aliases = aliases.with(key, [...new Set([...(aliases.get(key) ?? NONE), id])]);
    }
  }
  return { principals, aliases };
}
