/** A forgotten password is replaced by a mailed code (specification, States; auth-wire 5.16; E-8, W15). */
import { eq } from "drizzle-orm";
import type { Service } from "../../call.ts";
import { detailsPlace } from "../../snapshot/sealed.ts";
import { mutate } from "../../store/mutate.ts";
import { users } from "../../store/tables.ts";
import { withOwnPassword } from "../principals/details.ts";
import { withProof } from "../principals/proven-address.ts";
import { endSessions } from "./end-sessions.ts";

/** Writer of the record and of its event (auth-wire 1.5). */
const WRITER = "password-reset";

/**
 * Writes the new hash, notes that the mailbox of the code is the person's, and ends every session, refresh family and code of the user in the same write. False
 * for a user who is no enabled local user by now: then nothing is written.
 * @param hash as `storeHash` makes it
 * @param address where the code was sent
 */
export async function resetPassword(
  service: Service,
  id: string,
  hash: string,
  address: string,
): Promise<boolean> {
  const { store } = service;
  const change = { topic: "users", action: "update", entity: id, actor: WRITER } as const;
  const { result } = await mutate(store, change, async (open) => {
    const [row] = await open.tx.select().from(users).where(eq(users.id, id));
    if (!row?.local || row.disabled || row.service_account) return false;
    const stored = JSON.parse(await store.box.open(detailsPlace(id), row.details_encrypted));
    const written = JSON.stringify(withProof(withOwnPassword(stored, hash), address));
    open.touch("users", id);
    await endSessions(service, open, id);
    await open.tx
      .update(users)
      .set({
        details_encrypted: await store.box.seal(detailsPlace(id), written),
        updated_at: open.now,
        updated_by: WRITER,
      })
      .where(eq(users.id, id));
    return true;
  });
  return result;
}
