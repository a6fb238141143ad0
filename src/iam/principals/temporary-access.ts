/** `POST …/access`: temporary roles and permissions, granted and removed (auth-wire 2.4; A-3; C3). */
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { type Message, message, messageAt } from "../../messages/message.ts";
import { parseDuration } from "../../std/duration.ts";
import { mutate } from "../../store/mutate.ts";
import { type TemporaryGrant, users } from "../../store/tables.ts";
import { requireReach } from "../administrators/limited.ts";
import { idList } from "../fields.ts";
import { instant, isWindow, writeInstant } from "../instant.ts";
import { requireKnownIds } from "../roles/known-ids.ts";
import { type PrincipalKind, storedPrincipal, unexpired } from "./principals.ts";

export const accessBody = z
  .object({
    role_ids: idList,
    permission_ids: idList,
    starts_at: instant,
    expires_at: instant,
    expires_in: z.string().nullish().meta({
      type: "string",
      example: "8h",
      description: "Wins over `expires_at`; counted from `starts_at` when that is set",
    }),
  })
  .meta({ id: "TemporaryAccess" });

export type AccessBody = z.output<typeof accessBody>;

const MESSAGE = "cannot update user access";
const refuse = (detail: Message) => new AuthError("invalid_request", MESSAGE, { detail });

/** RFC 3339 has four digits for the year. */
const LATEST = Date.UTC(9999, 11, 31);

/** When the grant ends; undefined asks to remove it. */
function endOf({ expires_in, expires_at, starts_at }: AccessBody, now: Date): string | undefined {
  if (!expires_in) return expires_at;
  const duration = parseDuration(expires_in);
  if (duration === undefined) throw refuse(messageAt("expires_in", message("fault.no_duration")));
  if (duration === 0) return undefined;
  const end = (starts_at ? Date.parse(starts_at) : now.getTime()) + duration;
  if (end > LATEST) throw refuse(messageAt("expires_in", message("fault.year_9999")));
  return writeInstant(end);
}

interface Grant {
  readonly starts_at?: string;
  readonly expires_at: string;
}

/** Existing entries keep their place and get the new window; without one they go. */
function applied(
  grants: readonly TemporaryGrant[],
  ids: readonly string[],
  grant: Grant | undefined,
): TemporaryGrant[] {
  const named = new Set(ids);
  if (!grant) return grants.filter(({ id }) => !named.has(id));
  const held = new Set(grants.map(({ id }) => id));
  const kept = grants.map((old) => (named.has(old.id) ? { id: old.id, ...grant } : old));
  return [...kept, ...ids.filter((id) => !held.has(id)).map((id) => ({ id, ...grant }))];
}

/** Permanent grants stay untouched. An end in the past takes the entry out again. */
export async function changeAccess(
  writer: Writer,
  kind: PrincipalKind,
  id: string,
  body: AccessBody,
  actor: string,
): Promise<void> {
  const { store } = writer;
  const { role_ids, permission_ids, starts_at } = body;
  if (role_ids.length + permission_ids.length === 0) {
    throw refuse(message("refusal.no_grants"));
  }
  requireReach(writer, id, "update");
  const change = { topic: "users", action: "update", entity: id, actor } as const;
  await mutate(store, change, async (open) => {
    const { doc } = await storedPrincipal(open, kind, id, "update", "user access");
    const expires_at = endOf(body, open.now);
    const past = expires_at !== undefined && Date.parse(expires_at) <= open.now.getTime();
    if (expires_at && !past && !isWindow(starts_at, expires_at)) {
      throw refuse(messageAt("expires_at", message("fault.after_start")));
    }
    // What is held may be taken away even when its record is gone.
    const held = new Set([...doc.tmp_role_ids, ...doc.tmp_permission_ids].map((grant) => grant.id));
    const isNew = (one: string) => expires_at !== undefined || !held.has(one);
    await requireKnownIds(
      open,
      { role_ids: role_ids.filter(isNew), permission_ids: permission_ids.filter(isNew) },
      MESSAGE,
    );
    const grant = expires_at ? { ...(starts_at && { starts_at }), expires_at } : undefined;
    open.touch("users", id);
    await open.tx
      .update(users)
      .set({
        doc: {
          ...doc,
          tmp_role_ids: unexpired(applied(doc.tmp_role_ids, role_ids, grant), open.now),
          tmp_permission_ids: unexpired(
            applied(doc.tmp_permission_ids, permission_ids, grant),
            open.now,
          ),
        },
        updated_at: open.now,
        updated_by: actor,
      })
      .where(eq(users.id, id));
  });
}
