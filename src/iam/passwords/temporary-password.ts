/** A password that an administrator gave for one sign-in is replaced by the person's own (E-8, K-11). */
import { eq } from "drizzle-orm";
import type { Service } from "../../call.ts";
import { detailsPlace } from "../../snapshot/sealed.ts";
import { mutate } from "../../store/mutate.ts";
import { users } from "../../store/tables.ts";
import { isTemporary, withOwnPassword } from "../principals/details.ts";
import { endSessions } from "./end-sessions.ts";

/** Writer of the record and of its event (auth-wire 1.5). */
const WRITER = "first-password";

/** False for a user whose password is no temporary one by now, or who is disabled: then nothing is written. */
export async function replaceTemporaryPassword(
  service: Service,
  id: string,
  hash: string,
): Promise<boolean> {
  const { store } = service;
  const change = { topic: "users", action: "update", entity: id, actor: WRITER } as const;
  const { result } = await mutate(store, change, async (open) => {
    const [row] = await open.tx.select().from(users).where(eq(users.id, id));
    if (!row?.local || row.disabled || row.service_account) return false;
    const place = detailsPlace(id);
    const stored = JSON.parse(await store.box.open(place, row.details_encrypted));
    if (!isTemporary(stored)) return false;
    open.touch("users", id);
    await endSessions(service, open, id);
    await open.tx
      .update(users)
      .set({
        details_encrypted: await store.box.seal(
          place,
          JSON.stringify(withOwnPassword(stored, hash)),
        ),
        updated_at: open.now,
        updated_by: WRITER,
      })
      .where(eq(users.id, id));
    return true;
  });
  return result;
}
