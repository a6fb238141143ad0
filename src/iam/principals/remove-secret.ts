/** Takes its secret from a service account; a write of the whole record keeps it (auth-wire 2.3). */
import { eq } from "drizzle-orm";
import type { Writer } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message as sentence } from "../../messages/message.ts";
import { mutate } from "../../store/mutate.ts";
import { users } from "../../store/tables.ts";
import { endSessions } from "../passwords/end-sessions.ts";
import { openDetails, principalColumns, storedPrincipal } from "./principals.ts";

/**
 * From then on the account proves itself by its certificate or an API key. What was given on the secret ends (K-11).
 * Throws `not_found` for no such account, and for one without a secret.
 */
export async function removeSecret(
  { service, store }: Writer,
  id: string,
  actor: string,
): Promise<void> {
  const message = "cannot remove secret";
  const change = { topic: "users", action: "update", entity: id, actor } as const;
  await mutate(store, change, async (open) => {
    const row = await storedPrincipal(open, "service_account", id, "remove", "secret");
    const { secret, ...details } = await openDetails(service, row);
    if (secret === undefined) {
      throw new AuthError("not_found", message, { detail: sentence("refusal.no_secret") });
    }
    const draft = { ...row, details, document: row.doc };
    const values = await principalColumns(service, open, draft, {
      ...{ id, actor, message },
      before: row.doc,
    });
    await open.tx.update(users).set(values).where(eq(users.id, id));
    await endSessions(service, open, id);
  });
}
