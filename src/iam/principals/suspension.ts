/**
 * Suspending a user: disabled with a reason that administrators read, perhaps until a time. What refuses disabled
 * principals refuses suspended ones, and tells them nothing more (K-10, K-11).
 */
import { and, eq, sql } from "drizzle-orm";
import type { Writer } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { type Message, messageAt, message as sentence } from "../../messages/message.ts";
import { mutate } from "../../store/mutate.ts";
import { type Suspension, users } from "../../store/tables.ts";
import { requireReach } from "../administrators/limited.ts";
import { endSessions } from "../passwords/end-sessions.ts";
import { storedPrincipal } from "./principals.ts";

/** Writer of the end that comes by itself. */
const WRITER = "suspension";

export interface SuspensionWish {
  readonly reason: string;
  /** RFC 3339; absent: until an administrator ends it. */
  readonly until?: string | undefined;
}

const conflict = (message: string, detail: Message) =>
  new AuthError("conflict", message, { detail });

/**
 * Suspends a user and ends every session and token in the same write; one who is suspended gets the new reason and end.
 * Throws `not_found`, `invalid_request` for an end in the past, `conflict` for a user who is disabled for good, and for
 * the last administrator (I-8).
 */
export async function suspendUser(
  writer: Writer,
  id: string,
  { reason, until }: SuspensionWish,
  actor: string,
): Promise<void> {
  const { service, store } = writer;
  const message = "cannot suspend user";
  requireReach(writer, id, "suspend");
  const change = { topic: "users", action: "update", entity: id, actor } as const;
  await mutate(store, change, async (open) => {
    const row = await storedPrincipal(open, "user", id, "suspend");
    if (until !== undefined && Date.parse(until) <= open.now.getTime()) {
      throw new AuthError("invalid_request", message, {
        detail: messageAt("until", sentence("fault.past")),
      });
    }
    if (row.disabled && !row.suspension) throw conflict(message, sentence("refusal.user_disabled"));
    const suspension: Suspension = {
      ...{ reason, by: actor, since: open.now.toISOString() },
      ...(until !== undefined && { until: new Date(until).toISOString() }),
    };
    open.touch("users", id);
    await endSessions(service, open, id);
    const values = { disabled: true, suspension, updated_at: open.now, updated_by: actor };
    await open.tx.update(users).set(values).where(eq(users.id, id));
  });
}

/** Throws `not_found`, and `conflict` for a user who is not suspended. */
export async function resumeUser(writer: Writer, id: string, actor: string): Promise<void> {
  const { store } = writer;
  requireReach(writer, id, "resume");
  const change = { topic: "users", action: "update", entity: id, actor } as const;
  await mutate(store, change, async (open) => {
    const { suspension } = await storedPrincipal(open, "user", id, "resume");
    if (!suspension) throw conflict("cannot resume user", sentence("refusal.user_not_suspended"));
    open.touch("users", id);
    const values = { disabled: false, suspension: null, updated_at: open.now, updated_by: actor };
    await open.tx.update(users).set(values).where(eq(users.id, id));
  });
}

/** Resumes whose time has come; of several instances one does it. Nothing is written where memory has none. */
export async function endSuspensions({ service, store }: Writer): Promise<void> {
  const at = service.runtime.clock.now();
  const due = [...service.snapshots.current.disabled.values()].flatMap(({ id, suspension }) =>
    suspension?.until !== undefined && Date.parse(suspension.until) <= at ? [id] : [],
  );
  for (const id of due) {
    const change = { topic: "users", action: "update", entity: id, actor: WRITER } as const;
    await mutate(store, change, async (open) => {
      // By the time of the database, and of what is stored now: it may have been made longer.
      const isDue = sql`(${users.suspension}->>'until')::timestamptz <= ${open.now.toISOString()}::timestamptz`;
      const ended = await open.tx
        .update(users)
        .set({ disabled: false, suspension: null, updated_at: open.now, updated_by: WRITER })
        .where(and(eq(users.id, id), isDue))
        .returning({ id: users.id });
      if (ended.length > 0) open.touch("users", id);
    });
  }
}
