/**
 * Rows of users and service accounts, as the driver reads them: for a million of them, mapping each column costs as
 * much as all that is made of a row.
 */
import { gt, inArray, type SQL, sql } from "drizzle-orm";
import type { CopiedRow, CopyRows } from "../../runtime.ts";
import type { Queryable } from "../../store/change.ts";
import {
  type LeftReason,
  type PrincipalDocument,
  type Suspension,
  users,
} from "../../store/tables.ts";
import type { PrincipalLists, SharedValues } from "../shared-values.ts";

/** What of a row becomes a record. Times as the database writes them. */
export interface PrincipalRow {
  readonly id: string;
  readonly alias: readonly string[];
  readonly details_encrypted: string;
  readonly disabled: boolean;
  readonly service_account: boolean;
  readonly local: boolean;
  readonly source: string;
  readonly doc: PrincipalDocument;
  readonly left_reason: LeftReason | null;
  readonly standing_at: string | null;
  readonly suspension: Suspension | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly updated_by: string;
}

/** Each page waits for the database once; past this many rows that is no longer felt. */
const PAGE_SIZE = 1_000;

async function readRows(db: Queryable, which: SQL, most: number): Promise<PrincipalRow[]> {
  // A list as JSON is read faster than the text form of an array.
  const { rows } = (await db.execute(sql`
    select id, to_json(alias) as alias, details_encrypted, disabled, service_account, local, source, doc,
      left_reason, standing_at, suspension, created_at, updated_at, updated_by
    from ${users} where ${which} order by ${users.id} limit ${most}`)) as { rows: PrincipalRow[] };
  return rows;
}

/** All rows in pages, in an order of the database; the next page is on its way while one is looked at. */
export async function* readPages(db: Queryable): AsyncGenerator<PrincipalRow[]> {
  const after = (id: string) => readRows(db, gt(users.id, id), PAGE_SIZE);
  let page = await after("");
  for (;;) {
    const end = page.length < PAGE_SIZE ? undefined : page.at(-1);
    const next = end && after(end.id);
    // A reader that stops looking does not wait for it; its failure is thrown where it is waited for.
    next?.catch(() => undefined);
    yield page;
    // The list grew old while the answer came in; what an old list holds survives until all of the heap is collected.
    page.length = 0;
    if (!next) return;
    page = await next;
  }
}

/** The rows of these ids; one that is not there is missing in the answer. */
export const rowsOf = (db: Queryable, ids: readonly string[]): Promise<PrincipalRow[]> =>
  readRows(db, inArray(users.id, [...ids]), ids.length);

/** The same with times in the form of records, and with the document as its lists, which other rows may share. */
export interface CopiedPrincipal extends Omit<PrincipalRow, "doc"> {
  readonly doc: PrincipalLists;
  readonly description: string;
}

/** None of a page is kept, so it may be longer; a statement is to be answered in time all the same. */
const COPY_SIZE = 10_000;

/** In whatever way the server reads backslashes. */
const quoted = (text: string) => `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

const copiedAfter = (id: string, most: number) => `
  select id, alias, doc ->> 'description', (doc - 'description')::text, details_encrypted, disabled,
    service_account, local, source, left_reason, standing_at, suspension::text, created_at, updated_at, updated_by
  from auth_users where id > ${quoted(id)} order by id limit ${most}`;

/** Columns in the order of the statement. */
function copiedPrincipal(row: CopiedRow, shared: SharedValues): CopiedPrincipal {
  const id = row.text() as string;
  const alias = row.texts();
  const description = (row.text() ?? undefined) as string;
  const doc = shared.listsOf(row.text() as string);
  const details_encrypted = row.text() as string;
  const disabled = row.flag();
  const service_account = row.flag();
  const local = row.flag();
  const source = row.text() as string;
  const left_reason = row.text() as LeftReason | null;
  const standing_at = row.time();
  const suspension = row.text();
  const created_at = row.time() as string;
  const updated_at = row.time() as string;
  const updated_by = row.text() as string;
  return {
    id,
    alias,
    description,
    doc,
    details_encrypted,
    disabled,
    service_account,
    local,
    source,
    left_reason,
    standing_at,
    suspension: suspension === null ? null : (JSON.parse(suspension) as Suspension),
    created_at,
    updated_at,
    updated_by,
  };
}

/** All rows, in an order of the database, each as it arrives. */
export async function copyPrincipals(
  copyRows: CopyRows,
  shared: SharedValues,
  take: (row: CopiedPrincipal) => void,
  size = COPY_SIZE,
): Promise<void> {
  let last = "";
  for (let count = size; count === size; ) {
    count = 0;
    await copyRows(copiedAfter(last, size), (row) => {
      const one = copiedPrincipal(row, shared);
      take(one);
      last = one.id;
      count++;
    });
  }
}
