/** How far away a time is, in words. */
const STEPS = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [30, "day"],
  [12, "month"],
  [Number.POSITIVE_INFINITY, "year"],
] as const;

/** `in 3 hours`, `yesterday`, `2 days ago`, in the largest unit that is at least one. */
export function relativeTime(milliseconds: number, language: string): string {
  let amount = milliseconds / 1_000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [size, unit] of STEPS) {
    if (Math.abs(amount) < size) return format.format(Math.round(amount), unit);
    amount /= size;
  }
  return "";
}
