/** Times of temporary grants as clients write them (auth-wire 0). */
import { z } from "zod";

const SHAPE = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?)?$/;
/** Go's zero time: unset. */
const UNSET = "0001-01-01T00:00:00";

/** Milliseconds since the epoch; without a zone the time is UTC. NaN when it is none. */
function parseInstant(text: string): number {
  const [, date, time, , zone] = SHAPE.exec(text) ?? [];
  if (!date) return Number.NaN;
  // The parser of the engine lets 31 February roll over.
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(date)) return Number.NaN;
  const iso = text.replace(" ", "T");
  return Date.parse(time && !zone ? `${iso}Z` : iso);
}

/** RFC 3339 in UTC, with a fraction only where there is one. */
export const writeInstant = (time: number): string =>
  new Date(time).toISOString().replace(".000Z", "Z");

/** RFC 3339, `YYYY-MM-DD`, or date and time with a blank or `T` and no zone (UTC); null is unset. */
export const instant = z
  .string()
  .nullish()
  .transform((text, context) => {
    if (!text || text.startsWith(UNSET)) return undefined;
    const time = parseInstant(text);
    if (!Number.isNaN(time)) return writeInstant(time);
    context.addIssue({ code: "custom", message: "is not a time (RFC 3339)" });
    return z.NEVER;
  })
  .meta({ type: "string", format: "date-time", example: "2031-01-01T00:00:00Z" });

/** A window that ends before it starts was never meant. */
export const isWindow = (starts_at: string | undefined, expires_at: string): boolean =>
  starts_at === undefined || Date.parse(starts_at) < Date.parse(expires_at);
