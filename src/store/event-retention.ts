/** Old events are removed; a reader that needs one of them loads everything instead (O12, P10). */
import { inArray, lt, sql } from "drizzle-orm";
import type { Duration } from "../std/duration.ts";
import type { Store } from "./store.ts";
import { events } from "./tables.ts";

const BATCH_SIZE = 1_000;

/** 0 keeps them for ever. Deletes in batches, so no statement holds many rows for long; safe on several instances. */
export async function purgeEvents({ db }: Store, retention: Duration): Promise<void> {
  if (retention === 0) return;
  const end = sql`now() - ${retention} * interval '1 millisecond'`;
  for (;;) {
    const old = db
      .select({ version: events.version })
      .from(events)
      .where(lt(events.created_at, end))
      .limit(BATCH_SIZE);
    const gone = await db
      .delete(events)
      .where(inArray(events.version, old))
      .returning({ version: events.version });
    if (gone.length < BATCH_SIZE) return;
  }
}
