/**
 * People of other sources who were refused, because their name or address belongs to another account, until an
 * administrator decides (decision E-5). Kept beside the configuration: no version, no event of the table.
 */
import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Service } from "../../call.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { displayText } from "../../std/display-text.ts";
import type { Queryable } from "../../store/change.ts";
import { DATABASE_TIME } from "../../store/database-time.ts";
import { identities, identityConflicts } from "../../store/tables.ts";
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

export interface StoredConflict extends Conflict {
  readonly created_at: Date;
  readonly seen_at: Date;
}

/** Of one record; a later one takes the place of the oldest (N-11). */
const MAX_PER_RECORD = 1_000;
const MAX_LABEL_LENGTH = 400;

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
      { ...one, label: displayText(one.label, MAX_LABEL_LENGTH) },
    ]),
  );
  const rows = [...distinct.values()].slice(0, MAX_PER_RECORD);
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
    .offset(MAX_PER_RECORD - 1);
  await db.delete(identityConflicts).where(and(isOf, lt(seen_at, sql`(${kept})`)));
}

/** Ends those of a record that a complete reading did not find again. */
export async function endUnseen(db: Queryable, provider: string, since: Date): Promise<void> {
  const { seen_at } = identityConflicts;
  await db
    .delete(identityConflicts)
    .where(and(eq(identityConflicts.provider, provider), lt(seen_at, since)));
}

/** Ends one; false when it has been ended by another decision. */
export async function endConflict(
  db: Queryable,
  { provider, issuer, subject, name }: IdentityKey & { readonly name: string },
): Promise<boolean> {
  const gone = await db
    .delete(identityConflicts)
    .where(
      and(
        eq(identityConflicts.provider, provider),
        eq(identityConflicts.issuer, issuer),
        eq(identityConflicts.subject, subject),
        eq(identityConflicts.name, name),
      ),
    )
    .returning({ name: identityConflicts.name });
  return gone.length > 0;
}

/**
 * Those that still stand, newest first: the account has the name, and the person, unless it is renamed, is linked
 * with none.
 */
export async function standingConflicts({
  store,
  snapshots,
}: Pick<Service, "store" | "snapshots">): Promise<StoredConflict[]> {
  const rows = await store.db
    .select()
    .from(identityConflicts)
    .orderBy(desc(identityConflicts.seen_at))
    .limit(10 * MAX_PER_RECORD);
  const subjects = [...new Set(rows.map(({ subject }) => subject))];
  const linked =
    subjects.length === 0
      ? []
      : await store.db.select().from(identities).where(inArray(identities.subject, subjects));
  const keyOf = ({ provider, issuer, subject }: IdentityKey) =>
    JSON.stringify([provider, issuer, subject]);
  const owners = new Map(linked.map((one) => [keyOf(one), one.user_id]));
  const { principals } = snapshots.current;
  return rows.flatMap((row) => {
    const owner = owners.get(keyOf(row));
    const holder = principals.get(row.user_id);
    const name = canonicalAlias(row.name);
    if (!holder?.alias.some((alias) => canonicalAlias(alias) === name)) return [];
    if (owner === row.user_id || (owner !== undefined && row.reason !== "renamed")) return [];
    return [{ ...row, reason: row.reason as ConflictReason }];
  });
}
