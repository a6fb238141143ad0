/** Durations in fields: what the service reads, and how a long one is shown. */
import { parseDuration } from "../../src/std/duration.ts";

const DAY_MS = 86_400_000;

export const isDuration = (text: string): boolean => parseDuration(text.trim()) !== undefined;

/** `2160h` as `90d`: several whole days. Others stay as they are. */
export function inDays(text: string): string {
  const days = (parseDuration(text) ?? 0) / DAY_MS;
  return days > 1 && Number.isInteger(days) ? `${days}d` : text;
}
