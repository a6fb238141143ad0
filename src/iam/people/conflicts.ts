/**
 * People of other sources who were refused, because their name or address belongs to another account, until an
 * administrator decides (decision E-5). Kept beside the configuration: no version, no event of the table.
 */
import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Service } from "../../call.ts";
import { displayText } from "../../std/display-text.ts";
import type { Queryable } from "../../store/change.ts";
import { DATABASE_TIME } from "../../store/database-time.ts";
import { identityConflicts } from "../../store/tables.ts";
import type { IdentityKey } from "../claim-mapping/vouched.ts";
import type { ConflictReason } from "./recognise.ts";

/** A person of a source, and the account that is in the way. */
export interface Conflict extends IdentityKey {
  /** The name that both have. */
  readonly name: string;
  /** What the source calls the person, for people to read: a DN, or the name there. */
  readonly label: string;
  readonly reason: ConflictReason;
  /** Id of the account that has the name. */
  readonly user_id: string;
}

/** Of one record; who comes later makes room by the oldest one (N-11). */
const MOST = 1_000;
const LONGEST_LABEL = 400;

type Told = Pick<Service, "store" | "events">;

/** Keeps a conflict, or that it was seen again, and tells it the first time. */
export async function noteConflict(service: Told, conflict: Conflict): Promise<void> {
  await noteConflicts(service, [conflict]);
}

export async function noteConflicts(
  { store, events }: Told,
  conflicts: readonly Conflict[],
): Promise<void> {
  const distinct = new Map(
    conflicts.map((one) => [
      JSON.stringify([one.provider, one.issuer, one.subject, one.name]),
      { ...one, label: displayText(one.label, LONGEST_LABEL) },
    ]),
  );
  const rows = [...distinct.values()].slice(0, MOST);
  const [first] = rows;
  if (!first) return;
  const told = await store.db
    .insert(identityConflicts)
    .values(rows.map((row) => ({ ...row, created_at: DATABASE_TIME, seen_at: DATABASE_TIME })))
    .onConflictDoUpdate({
      target: [
        identityConflicts.provider,
        identityConflicts.issuer,
        identityConflicts.subject,
        identityConflicts.name,
      ],
      set: {
        label: sql`excluded.label`,
        reason: sql`excluded.reason`,
        user_id: sql`excluded.user_id`,
        seen_at: DATABASE_TIME,
      },
    })
    .returning({
      name: identityConflicts.name,
      // Nothing has deleted or replaced the row: it was inserted by this statement.
      isNew: sql<boolean>`xmax = 0`,
    });
  await makeRoom(store.db, first.provider);
  const isNew = new Map(told.map((row) => [row.name, row.isNew]));
  for (const { provider, name, reason, user_id } of rows) {
    if (isNew.get(name)) events.emit({ type: "person.refused", provider, name, reason, user_id });
  }
}

async function makeRoom(db: Queryable, provider: string): Promise<void> {
  const { seen_at } = identityConflicts;
  const isOf = eq(identityConflicts.provider, provider);
  const kept = db
    .select({ seen_at })
    .from(identityConflicts)
    .where(isOf)
    .orderBy(desc(seen_at))
    .limit(1)
    .offset(MOST - 1);
  await db.delete(identityConflicts).where(and(isOf, lt(seen_at, sql`(${kept})`)));
}

/** Ends those of a record that a complete reading did not find again. */
export async function endUnseen(db: Queryable, provider: string, since: Date): Promise<void> {
  const { seen_at } = identityConflicts;
  await db
    .delete(identityConflicts)
    .where(and(eq(identityConflicts.provider, provider), lt(seen_at, since)));
}
