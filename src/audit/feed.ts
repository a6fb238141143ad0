/** The change feed: what the audit log says, from a number on, for programs that keep their place. */
import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import { feedBounds, readFeed } from "../store/audit-feed.ts";
import { auditLogOf } from "./audit-log.ts";
import { eventOf, type FeedEvent } from "./event.ts";
import { actionsOf } from "./event-types.ts";

export interface EventPage {
  readonly events: readonly FeedEvent[];
  /** Where the next page begins. */
  readonly next: number;
  readonly more: boolean;
}

export interface Place {
  /** The number behind which a reader begins. */
  readonly after: number;
  /** Entries between are gone by their age, and the reader has missed them. */
  readonly missed: boolean;
}

/**
 * Where a reader begins. Throws `invalid_request` for a number that the log has not reached: it is one of another log, or
 * of this one before a restore, and what follows here would be missed without a word.
 * @param after `undefined` is the oldest entry that is kept, `latest` the end
 */
export async function placeOf(
  service: Service,
  after: number | "latest" | undefined,
): Promise<Place> {
  const { start, last } = await feedBounds(service.store.db);
  if (after === undefined) return { after: start, missed: false };
  if (after === "latest") return { after: last, missed: false };
  if (after > last) {
    throw new AuthError("invalid_request", "cannot parse query", {
      detail: message("refusal.events_ahead", { last }),
    });
  }
  return { after: Math.max(after, start), missed: after < start };
}

/** What waits in this process is written first, so that a caller finds their own act. */
export const writtenEvents = (service: Service): Promise<void> => auditLogOf(service).written();

/** @param types names and groups of types; all of them when absent */
export async function eventsAfter(
  service: Service,
  after: number,
  types: readonly string[] | undefined,
  limit: number,
): Promise<EventPage> {
  const { rows, next, more } = await readFeed(service.store.db, after, actionsOf(types), limit);
  const events: FeedEvent[] = [];
  for (const row of rows) events.push(await eventOf(service, row));
  return { events, next, more };
}
