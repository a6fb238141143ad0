/**
 * Whether the directory of a user still has them (decision E-6): stored beside what administrators decide, and
 * without a mark on the record, so that a form that is open at the time is still saved.
 */
import { inArray, sql } from "drizzle-orm";
import type { Service, Writer } from "../../call.ts";
import type { Write } from "../../store/change.ts";
import { type LeftReason, users } from "../../store/tables.ts";
import { endSessions } from "../passwords/end-sessions.ts";
import type { Guard } from "./group-maps.ts";
import { inBatches } from "./update-users.ts";

export interface Standing {
  readonly id: string;
  /** Undefined for a user who is there. */
  readonly left: LeftReason | undefined;
}

export interface WrittenStanding {
  readonly left: number;
  readonly returned: number;
  /** Ids of users who are not refused, because no administrator would be left (I-8). */
  readonly kept: readonly string[];
}

/** @param readAt when the directory was asked, by the clock of the database: a later answer counts more */
export async function writeStanding(
  writer: Writer,
  updates: readonly Standing[],
  readAt: Date,
  guard?: Guard,
): Promise<WrittenStanding> {
  const { service } = writer;
  const { results, kept } = await inBatches(writer, updates, guard, (open, batch) =>
    writeBatch(service, open, batch, readAt),
  );
  const count = (wanted: keyof Omit<WrittenStanding, "kept">) =>
    results.reduce((sum, one) => sum + one[wanted], 0);
  return { left: count("left"), returned: count("returned"), kept };
}

async function writeBatch(
  service: Service,
  open: Write,
  batch: readonly Standing[],
  readAt: Date,
): Promise<{ left: number; returned: number }> {
  const wished = new Map(batch.map((one) => [one.id, one]));
  const rows = await open.tx
    .select()
    .from(users)
    .where(inArray(users.id, [...wished.keys()]));
  const moved: { id: string; left: LeftReason | null }[] = [];
  let left = 0;
  let returned = 0;
  for (const row of rows) {
    const one = wished.get(row.id);
    if (!one || row.local || row.service_account) continue;
    if (row.standing_at && row.standing_at > readAt) continue;
    if ((row.left_reason ?? undefined) === one.left) continue;
    moved.push({ id: row.id, left: one.left ?? null });
    if (one.left && row.left_reason === null) {
      left += 1;
      await endSessions(service, open, row.id);
    }
    if (!one.left && row.left_reason !== null) returned += 1;
  }
  if (moved.length === 0) return { left, returned };
  await open.tx.execute(sql`
    update ${users} set left_reason = moved."left",
      standing_at = ${open.now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
      as moved(id text, "left" text)
    where ${users.id} = moved.id`);
  open.touch("users", ...moved.map(({ id }) => id));
  return { left, returned };
}
