/** The roles of a user that a provider or a directory gives: `sync_role_ids` (auth-wire 5.11, step 5; U-4). */
import { eq } from "drizzle-orm";
import type { Writer } from "../../call.ts";
import type { Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { users } from "../../store/tables.ts";
import { withoutGoneRoles } from "../roles/known-ids.ts";

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

/**
 * Replaces `sync_role_ids` inside an open write; other roles stay. Local users and service accounts are left
 * alone, and nothing is written when nothing changes.
 */
export async function setSyncRoles(
  open: Write,
  user: string,
  ids: readonly string[],
  actor: string,
): Promise<void> {
  const [row] = await open.tx.select().from(users).where(eq(users.id, user));
  if (!row || row.local || row.service_account) return;
  const sync_role_ids = await withoutGoneRoles(open, ids);
  if (sameIds(row.doc.sync_role_ids, sync_role_ids)) return;
  open.touch("users", user);
  await open.tx
    .update(users)
    .set({ doc: { ...row.doc, sync_role_ids }, updated_at: open.now, updated_by: actor })
    .where(eq(users.id, user));
}

/** The same as a write of its own; memory says first whether there is anything to write. */
export async function syncRoles(
  { service: { snapshots }, store }: Writer,
  user: string,
  ids: readonly string[],
  actor: string,
): Promise<void> {
  const principal = snapshots.current.principals.get(user);
  if (principal && sameIds(principal.sync_role_ids, [...new Set(ids)])) return;
  const change = { topic: "users", action: "update", entity: user, actor } as const;
  await mutate(store, change, (open) => setSyncRoles(open, user, ids, actor));
}
