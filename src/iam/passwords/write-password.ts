/** A new password of a person's own in place of the stored one, with the end of what the old one opened (E-8, K-11). */
import { eq } from "drizzle-orm";
import type { Writer } from "../../call.ts";
import { type Details, detailsPlace } from "../../snapshot/sealed.ts";
import { mutate } from "../../store/mutate.ts";
import { users } from "../../store/tables.ts";
import { endSessions } from "./end-sessions.ts";

type Row = typeof users.$inferSelect;

/**
 * Ends every session, refresh family and code of the user in the same write.
 *
 * @param actor of the record and its event (auth-wire 1.5)
 * @param next the details with the new password; undefined where it may not be written by now
 * @returns whether it was: not for a user who is no enabled local one by now
 */
export async function writePassword(
  { service, store }: Writer,
  id: string,
  actor: string,
  next: (stored: Details, row: Row) => Details | undefined,
): Promise<boolean> {
  const change = { topic: "users", action: "update", entity: id, actor } as const;
  const { result } = await mutate(store, change, async (open) => {
    const [row] = await open.tx.select().from(users).where(eq(users.id, id));
    if (!row?.local || row.disabled) return false;
    const place = detailsPlace(id);
    const written = next(JSON.parse(await store.box.open(place, row.details_encrypted)), row);
    if (!written) return false;
    open.touch("users", id);
    await endSessions(service, open, id);
    await open.tx
      .update(users)
      .set({
        details_encrypted: await store.box.seal(place, JSON.stringify(written)),
        updated_at: open.now,
        updated_by: actor,
      })
      .where(eq(users.id, id));
    return true;
  });
  if (result) service.events.emit({ type: "password.changed", subject: id, actor });
  return result;
}
