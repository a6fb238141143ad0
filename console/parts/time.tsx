/** A time as its reader says it, with the exact instant on hover. */
import { Tooltip } from "@mantine/core";
import { useLanguage } from "../base/language.ts";

const STEPS = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [30, "day"],
  [12, "month"],
  [Number.POSITIVE_INFINITY, "year"],
] as const;

function relative(milliseconds: number, language: string): string {
  let amount = milliseconds / 1_000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [size, unit] of STEPS) {
    if (Math.abs(amount) < size) return format.format(Math.round(amount), unit);
    amount /= size;
  }
  return "";
}

/** @param value ISO 8601, or milliseconds since 1970; nothing is shown for what is no time, and for the zero of Go */
export function Time({ value }: { value: string | number | undefined | null }) {
  const language = useLanguage();
  const at = new Date(value ?? Number.NaN);
  if (Number.isNaN(at.getTime()) || at.getFullYear() <= 1) return <>–</>;
  const full = at.toLocaleString(language, { dateStyle: "medium", timeStyle: "medium" });
  return (
    <Tooltip
      label={`${full} · ${at.toISOString()}`}
      events={{ hover: true, focus: true, touch: true }}
    >
      <time dateTime={at.toISOString()}>{relative(at.getTime() - Date.now(), language)}</time>
    </Tooltip>
  );
}
