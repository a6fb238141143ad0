/** Renaming and deleting passkeys: one's own, or by an administrator (auth-wire 6.6; A-3, F-6). */
import { and, eq } from "drizzle-orm";
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import { noteCredential, noteRemoved, PASSKEY, type Tx } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { passkeyCredentials } from "../../store/tables.ts";
import { endSpareCodes } from "../second-factor/remove-factors.ts";

/** Whose passkeys may be changed: those of one user, perhaps of others whom an administrator reaches, or all. */
export type PasskeyReach =
  | { readonly user: string; readonly others?: (user: string) => void }
  | "all";

const notFound = () => new AuthError("not_found", message("refusal.passkey"));

/** Another user's passkey is as good as none; `others` throws for those who are out of reach, and undoes the write. */
const within = (id: string, reach: PasskeyReach) =>
  and(
    eq(passkeyCredentials.id, id),
    reach === "all" || reach.others ? undefined : eq(passkeyCredentials.user_id, reach.user),
  );

async function changed(
  { store }: Call,
  id: string,
  action: "update" | "delete",
  reach: PasskeyReach,
  actor: string,
  write: (
    tx: Tx,
    now: Date,
  ) => Promise<readonly { readonly user_id: string; readonly name: string }[]>,
): Promise<number> {
  const change = { topic: "passkeys", action, entity: id, actor } as const;
  const { version } = await mutate(store, change, async (open) => {
    const [row] = await write(open.tx, open.now);
    if (!row) throw notFound();
    if (reach !== "all" && row.user_id !== reach.user) reach.others?.(row.user_id);
    if (action === "delete") {
      noteRemoved(open, row.user_id, [PASSKEY]);
      noteCredential(open, row.user_id, "passkey_removed", row.name);
      await endSpareCodes(open, row.user_id);
    }
    open.touch("passkeys", id);
  });
  return version;
}

const RETURNED = { user_id: passkeyCredentials.user_id, name: passkeyCredentials.name };

/** Answers the new version. Throws `not_found`. */
export const renamePasskey = (
  call: Call,
  reach: PasskeyReach,
  id: string,
  name: string,
  actor: string,
): Promise<number> =>
  changed(call, id, "update", reach, actor, (tx, updated_at) =>
    tx
      .update(passkeyCredentials)
      .set({ name, updated_at })
      .where(within(id, reach))
      .returning(RETURNED),
  );

/** Answers the new version. Throws `not_found`. */
export const deletePasskey = (
  call: Call,
  reach: PasskeyReach,
  id: string,
  actor: string,
): Promise<number> =>
  changed(call, id, "delete", reach, actor, (tx) =>
    tx.delete(passkeyCredentials).where(within(id, reach)).returning(RETURNED),
  );
