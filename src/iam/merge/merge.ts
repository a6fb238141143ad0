/**
 * Two accounts of one person become one: what proves who the person is moves, by the immutable id that each is known by, and
 * the other account is gone. One write, behind the lock of writers; there is no way back (ADR 0086).
 */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Call, Service } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { reachable } from "../../store/availability.ts";
import type { Write } from "../../store/change.ts";
import { invitations } from "../../store/invitation-table.ts";
import { mutate } from "../../store/mutate.ts";
import {
  apiKeys,
  consents,
  identities,
  identityConflicts,
  importedPeople,
  passkeyCredentials,
  type TemporaryGrant,
  totpSecrets,
  users,
} from "../../store/tables.ts";
import { requireAdmin } from "../administrators/admin.ts";
import { type CallerContext, principalOf } from "../caller.ts";
import { endSessions } from "../passwords/end-sessions.ts";
import { removePrincipal } from "../principals/delete-principal.ts";
import { requireFreeAliases } from "../principals/free-aliases.ts";
import { unexpired } from "../principals/principals.ts";
import { factorOf, MESSAGE, type MergePlan, type Pair, planMerge, readPair } from "./plan.ts";

/** Which two, and who asks. */
export interface MergeWish {
  readonly call: Call;
  readonly context: CallerContext;
  readonly kept: string;
  readonly gone: string;
  readonly actor: string;
}

/**
 * Only an administrator with every right: a merge hands the rights of one account to another, and its sign-ins, too. Nor
 * does one give up the account that asks.
 */
function requireMerger({ call, context, gone }: MergeWish): void {
  requireAdmin(call, context);
  if (principalOf(context)?.id !== gone) return;
  throw new AuthError("conflict", MESSAGE, {
    detail: "the account that you are signed in with has to be the one that is kept",
  });
}

/** What would move and be lost. Throws `not_found`, and `conflict` for accounts that are not merged. */
export async function previewMerge(wish: MergeWish): Promise<MergePlan> {
  requireMerger(wish);
  const { service } = wish.call;
  const { db } = service.store;
  return reachable(async () => {
    const pair = await readPair(db, wish.kept, wish.gone);
    return planMerge(service, db, pair, new Date(service.runtime.clock.now()));
  });
}

const joined = (
  kept: readonly TemporaryGrant[],
  more: readonly TemporaryGrant[],
): TemporaryGrant[] => {
  const later = new Set(more.map(({ id }) => id));
  return [...kept.filter(({ id }) => !later.has(id)), ...more];
};

/** An app goes with its secret, which is sealed for the row of its account; what the kept account only began is gone. */
async function moveFactor(
  service: Service,
  { tx, touch, now }: Write,
  { kept, gone }: Pair,
  { moves }: MergePlan,
): Promise<void> {
  if (!moves.second_factor && moves.recovery_codes === 0) return;
  const factor = await factorOf(tx, gone.id);
  if (!factor) return;
  const { box } = service.store;
  const { secret_encrypted: sealed, confirmed, last_step, recovery_codes } = factor;
  const place = (row: string) => ({
    ...{ table: "auth_totp_secrets", row, field: "secret_encrypted" },
  });
  const secret = confirmed ? await box.open(place(gone.id), sealed) : "";
  const set = {
    secret_encrypted: confirmed ? await box.seal(place(kept.id), secret) : "",
    ...{ pending_secret_encrypted: null, confirmed, last_step, recovery_codes, updated_at: now },
  };
  await tx
    .insert(totpSecrets)
    .values({ ...set, user_id: kept.id, created_at: now })
    .onConflictDoUpdate({ target: totpSecrets.user_id, set });
  touch("totp", kept.id);
}

/** Rows that name the account that goes: they name the other one. */
async function moveRows(
  service: Service,
  open: Write,
  { kept, gone }: Pair,
  plan: MergePlan,
): Promise<void> {
  const { tx } = open;
  const owner = { user_id: kept.id };
  await tx.update(identities).set(owner).where(eq(identities.user_id, gone.id));
  await tx.update(importedPeople).set(owner).where(eq(importedPeople.user_id, gone.id));
  await tx.update(identityConflicts).set(owner).where(eq(identityConflicts.user_id, gone.id));
  // An authenticator goes on with the handle that it was made for.
  const handle = JSON.stringify({ handle_of: gone.id });
  await tx
    .update(passkeyCredentials)
    .set({
      ...owner,
      credential: sql`${handle}::jsonb || ${passkeyCredentials.credential}`,
    })
    .where(eq(passkeyCredentials.user_id, gone.id));
  const passkeys = plan.moves.passkeys.map(({ id }) => id);
  if (passkeys.length > 0) open.touch("passkeys", ...passkeys);
  await moveFactor(service, open, { kept, gone }, plan);
  const keys = plan.moves.api_keys.map(({ id }) => id);
  if (keys.length > 0) {
    await tx.update(apiKeys).set(owner).where(inArray(apiKeys.id, keys));
    open.touch("api_keys", ...keys);
  }
  const { applications } = plan.moves;
  if (applications.length > 0) {
    await tx
      .update(consents)
      .set(owner)
      .where(and(eq(consents.user_id, gone.id), inArray(consents.client_id, [...applications])));
  }
  const came = await tx
    .update(invitations)
    .set(owner)
    .where(eq(invitations.user_id, gone.id))
    .returning({ id: invitations.id });
  if (came.length > 0) open.touch("invitations", ...came.map(({ id }) => id));
}

/**
 * Does what `previewMerge` showed. Every session of both ends. Throws what it throws, and `conflict` when something has
 * changed since.
 * @param digest of the plan that was shown
 */
export async function mergeUsers(wish: MergeWish, digest: string): Promise<void> {
  requireMerger(wish);
  const { service } = wish.call;
  const { actor } = wish;
  const changes = [
    { topic: "users", action: "merge", entity: wish.kept, actor },
    { topic: "users", action: "delete", entity: wish.gone, actor },
  ] as const;
  await mutate(
    wish.call.store,
    () => changes,
    async (open) => {
      const pair = await readPair(open.tx, wish.kept, wish.gone);
      const plan = await planMerge(service, open.tx, pair, open.now);
      if (plan.digest !== digest) {
        throw new AuthError("conflict", MESSAGE, { detail: "something has changed: look again" });
      }
      const { kept, gone } = pair;
      await moveRows(service, open, pair, plan);
      await endSessions(service, open, gone.id);
      await removePrincipal(open, "user", gone.id);
      await endSessions(service, open, kept.id);
      const { moves } = plan;
      const alias = [...kept.alias, ...moves.alias];
      const { doc } = kept;
      open.touch("users", kept.id);
      await open.tx
        .update(users)
        .set({
          ...{ alias, alias_keys: await requireFreeAliases(open, kept.id, alias, MESSAGE) },
          doc: {
            ...doc,
            role_ids: [...doc.role_ids, ...moves.role_ids],
            permission_ids: [...doc.permission_ids, ...moves.permission_ids],
            tmp_role_ids: joined(unexpired(doc.tmp_role_ids, open.now), moves.tmp_role_ids),
            tmp_permission_ids: joined(
              unexpired(doc.tmp_permission_ids, open.now),
              moves.tmp_permission_ids,
            ),
          },
          ...{ updated_at: open.now, updated_by: actor },
        })
        .where(eq(users.id, kept.id));
    },
  );
}
