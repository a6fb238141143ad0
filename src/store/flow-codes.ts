/** Rows of `auth_flow_codes` (auth-wire 6.8); what is expired is decided by database time. */

import { and, eq, gt, inArray, lte, type Placeholder, sql } from "drizzle-orm";
import type { Duration } from "../std/duration.ts";
import { reachable } from "./availability.ts";
import type { Database } from "./database.ts";
import { DATABASE_TIME } from "./database-time.ts";
import { preparedFor } from "./prepared.ts";
import type { Store } from "./store.ts";
import { flowCodes } from "./tables.ts";

export interface FlowCode {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
}

const live = (id: string | Placeholder) =>
  and(eq(flowCodes.id, id), gt(flowCodes.expires_at, DATABASE_TIME));

const ID = sql.placeholder("id");
const END = sql<Date>`${DATABASE_TIME} + ${sql.placeholder("lifetime")} * interval '1 millisecond'`;
const isOver = lte(flowCodes.expires_at, DATABASE_TIME);
/** Of the row that was to be inserted. */
const NEW_FIELDS = {
  kind: sql`excluded.kind`,
  payload: sql`excluded.payload`,
  expires_at: sql`excluded.expires_at`,
  created_at: sql`excluded.created_at`,
};

const inserting = (db: Database) =>
  db.insert(flowCodes).values({
    id: ID,
    kind: sql.placeholder("kind"),
    payload: sql.placeholder("payload"),
    expires_at: END,
    created_at: DATABASE_TIME,
  });

const insertion = preparedFor((db) =>
  inserting(db)
    .onConflictDoUpdate({ target: flowCodes.id, set: NEW_FIELDS, setWhere: isOver })
    .returning({ id: flowCodes.id })
    .prepare("insert_flow_code"),
);

/** False when a live row has this id; an expired one is replaced. */
export async function insertFlowCode(
  store: Store,
  code: FlowCode,
  lifetime: Duration,
): Promise<boolean> {
  const rows = await reachable(() => insertion(store).execute({ ...code, lifetime }));
  return rows.length > 0;
}

const insertionOfMany = preparedFor((db) =>
  db
    .insert(flowCodes)
    .select(
      sql`select one.id, one.kind, one.payload, ${DATABASE_TIME} + one.lifetime * interval '1 millisecond', ${DATABASE_TIME}
        from jsonb_to_recordset(${sql.placeholder("codes")}::jsonb) one(id text, kind text, payload jsonb, lifetime float8)
        order by one.id`,
    )
    .onConflictDoUpdate({ target: flowCodes.id, set: NEW_FIELDS, setWhere: isOver })
    .returning({ id: flowCodes.id })
    .prepare("insert_flow_codes"),
);

/**
 * The same of several at once, no two of them with one id: answers the ids that are stored. In the order of their ids, so that
 * two instances never wait for each other.
 */
export async function insertFlowCodes(
  store: Store,
  codes: readonly (FlowCode & { readonly lifetime: Duration })[],
): Promise<ReadonlySet<string>> {
  const text = JSON.stringify(codes);
  const rows = await reachable(() => insertionOfMany(store).execute({ codes: text }));
  return new Set(rows.map(({ id }) => id));
}

const replacement = preparedFor((db) =>
  inserting(db)
    .onConflictDoUpdate({ target: flowCodes.id, set: NEW_FIELDS })
    .prepare("replace_flow_code"),
);

/** Puts a row in the place of the one with its id, live or not. */
export async function replaceFlowCode(
  store: Store,
  code: FlowCode,
  lifetime: Duration,
): Promise<void> {
  await reachable(() => replacement(store).execute({ ...code, lifetime }));
}

const reading = preparedFor((db) =>
  db
    .select({ payload: flowCodes.payload })
    .from(flowCodes)
    .where(live(ID))
    .prepare("read_flow_code"),
);

/** The payload of a live row, else undefined. */
export async function readFlowCode(store: Store, id: string): Promise<unknown> {
  const [row] = await reachable(() => reading(store).execute({ id }));
  return row?.payload;
}

const taking = preparedFor((db) =>
  db
    .delete(flowCodes)
    .where(live(ID))
    .returning({ payload: flowCodes.payload })
    .prepare("take_flow_code"),
);

/** One statement: of parallel calls one gets the payload (P-4). */
export async function takeFlowCode(store: Store, id: string): Promise<unknown> {
  const [row] = await reachable(() => taking(store).execute({ id }));
  return row?.payload;
}

const exchanging = preparedFor((db) => {
  const gone = db.$with("gone").as(
    db
      .delete(flowCodes)
      .where(live(sql.placeholder("old")))
      .returning({ payload: flowCodes.payload }),
  );
  const made = db.$with("made").as(
    db
      .insert(flowCodes)
      .select(
        sql`select ${ID}::text, ${sql.placeholder("kind")}::text, ${sql.placeholder("text")}::jsonb, ${END}, ${DATABASE_TIME} from gone`,
      )
      .onConflictDoUpdate({ target: flowCodes.id, set: NEW_FIELDS, setWhere: isOver })
      .returning({ id: flowCodes.id }),
  );
  return db
    .with(gone, made)
    .select({ payload: gone.payload })
    .from(gone)
    .innerJoin(made, sql`true`)
    .prepare("exchange_flow_code");
});

/**
 * One statement: deletes a live row and, where there was one, inserts another. Of parallel calls one
 * gets the payload of the old row; undefined also when a live row has the new id.
 */
export async function exchangeFlowCode(
  store: Store,
  old: string,
  { id, kind, payload }: FlowCode,
  lifetime: Duration,
): Promise<unknown> {
  const values = { old, id, kind, text: JSON.stringify(payload), lifetime };
  const [row] = await reachable(() => exchanging(store).execute(values));
  return row?.payload;
}

/**
 * One statement: sets a member of a live row's payload where it is absent, or has the value `from`.
 * Answers the payload after it; undefined when the member has another value, or there is no row.
 */
export async function claimFlowCode(
  { db }: Store,
  id: string,
  member: string,
  value: string,
  from: string | undefined,
): Promise<unknown> {
  const current = sql`${flowCodes.payload}->>${member}::text`;
  const free =
    from === undefined ? sql`${current} is null` : sql`coalesce(${current}, ${from}) = ${from}`;
  const [row] = await reachable(() =>
    db
      .update(flowCodes)
      .set({
        payload: sql`${flowCodes.payload} || jsonb_build_object(${member}::text, ${value}::text)`,
      })
      .where(and(live(id), free))
      .returning({ payload: flowCodes.payload }),
  );
  return row?.payload;
}

/** Deletes up to `most` expired rows that are not locked; answers how many. */
export async function deleteExpiredFlowCodes({ db }: Store, most: number): Promise<number> {
  const expired = db
    .select({ id: flowCodes.id })
    .from(flowCodes)
    // `now()` and not the clock: an index can be searched for it.
    .where(lte(flowCodes.expires_at, sql`now()`))
    .limit(most)
    .for("update", { skipLocked: true });
  const gone = await reachable(() =>
    db.delete(flowCodes).where(inArray(flowCodes.id, expired)).returning({ id: flowCodes.id }),
  );
  return gone.length;
}
