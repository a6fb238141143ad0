/** Invitations whose mail was not sent yet: a mail each, a bounded number a minute over all instances (ADR 0115). */
import { and, asc, count, eq, gt, inArray, isNotNull, lte, or, sql } from "drizzle-orm";
import type { Service } from "../../call.ts";
import { sha256Hex } from "../../crypto/digest.ts";
import { DATABASE_TIME } from "../../store/database-time.ts";
import { invitations } from "../../store/tables.ts";
import { newCode, type Sendable, shown } from "./invitations.ts";

/** How long an instance has for one mail, before another one sends it. */
const LEASE = sql`interval '2 minutes'`;
const MINUTE = sql`interval '1 minute'`;
/** In one step. */
const MAX_MAILS = 10;

const neverTaken = eq(invitations.updated_at, invitations.created_at);
const waits = and(
  isNotNull(invitations.user_id),
  eq(invitations.decision, "open"),
  // As text, so that a prepared statement finds the index of those that wait.
  sql`${invitations.mails} = 0`,
  gt(invitations.expires_at, DATABASE_TIME),
);

const due = and(
  waits,
  or(neverTaken, lte(invitations.updated_at, sql`${DATABASE_TIME} - ${LEASE}`)),
);

/** Takes some that wait, each with a new code; the earlier one of a try that was cut off ends. */
export async function takeWaiting(service: Service): Promise<readonly Sendable[]> {
  const { store, snapshots } = service;
  const { lifetime, per_minute } = snapshots.current.settings.accounts.invitation;
  // Looked for every few seconds, and mostly none is there.
  const [first] = await store.db
    .select({ id: invitations.id })
    .from(invitations)
    .where(due)
    .limit(1);
  if (!first) return [];
  return store.db.transaction(async (tx) => {
    // One instance counts at a time; the lock ends with the transaction.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('postern invitations', 0))`);
    const [taken] = await tx
      .select({ total: count() })
      .from(invitations)
      .where(
        and(
          isNotNull(invitations.user_id),
          gt(invitations.updated_at, invitations.created_at),
          gt(invitations.updated_at, sql`${DATABASE_TIME} - ${MINUTE}`),
        ),
      );
    const most = Math.min(MAX_MAILS, per_minute - (taken?.total ?? 0));
    if (most <= 0) return [];
    const rows = await tx
      .select()
      .from(invitations)
      .where(due)
      .orderBy(asc(invitations.created_at), asc(invitations.id))
      .limit(most)
      .for("update", { skipLocked: true });
    const sendable: Sendable[] = [];
    for (const row of rows) {
      const code = newCode(service);
      const [changed] = await tx
        .update(invitations)
        .set({
          code_hash: sha256Hex(code),
          updated_at: DATABASE_TIME,
          expires_at: sql`${DATABASE_TIME} + ${lifetime} * interval '1 millisecond'`,
        })
        .where(eq(invitations.id, row.id))
        .returning();
      if (changed) sendable.push({ invitation: shown(changed, changed.updated_at), code });
    }
    return sendable;
  });
}

/** Its mail has left, or can never leave. */
export async function noteSent({ store }: Service, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await store.db
    .update(invitations)
    .set({ mails: 1 })
    .where(and(inArray(invitations.id, [...ids]), eq(invitations.mails, 0)));
}
