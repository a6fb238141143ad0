/**
 * Renews a hash at the next sign-in (E-1, O22): one whose kind or cost differs from ours, because its timing reveals the
 * account, and one of a password in another form.
 */
import { eq } from "drizzle-orm";
import type { Call } from "../call.ts";
import { newHash } from "../iam/passwords/new-hash.ts";
import { storedHash, storeHash } from "../iam/principals/details.ts";
import { detailsPlace } from "../snapshot/sealed.ts";
import { mutate } from "../store/mutate.ts";
import { users } from "../store/tables.ts";

/**
 * Stores the same password as a new one would be. Never fails: the sign-in does not depend on it, and the next
 * one tries again.
 * @param known the hash that the password was compared with; another one by then stays
 */
export async function renewHash(
  call: Call,
  id: string,
  password: string,
  known: string,
): Promise<void> {
  const { service } = call;
  const { store, runtime } = service;
  try {
    const hash = storeHash(await newHash(service, password));
    const change = { topic: "users", action: "update", entity: id, actor: "system" } as const;
    await mutate(call.store, change, async (open) => {
      const [row] = await open.tx.select().from(users).where(eq(users.id, id));
      if (!row) return;
      const stored = JSON.parse(await store.box.open(detailsPlace(id), row.details_encrypted));
      if (storedHash(stored.password) !== known) return;
      const written = JSON.stringify({ ...stored, password: hash });
      open.touch("users", id);
      open.renewed.add(id);
      const details_encrypted = await store.box.seal(detailsPlace(id), written);
      await open.tx.update(users).set({ details_encrypted }).where(eq(users.id, id));
    });
  } catch (error) {
    runtime.log.warn("a password hash could not be made again", { principal: id, error });
  }
}
