/** A time as its reader says it, with the exact instant on hover. */
import { Tooltip } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { useLanguage } from "../base/language.ts";
import { relativeTime } from "../std/relative-time.ts";

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
      <time dateTime={at.toISOString()}>{relativeTime(at.getTime() - Date.now(), language)}</time>
    </Tooltip>
  );
}

/**
 * A text with a time at its `{time}`: each language says around it what the time needs, "ends in 3 hours".
 *
 * @param places what stands at the other places of the text
 */
export function TimeIn({
  text,
  at,
  places = {},
}: {
  text: string;
  at: string | number | undefined | null;
  places?: Readonly<Record<string, ReactNode>>;
}) {
  return text.split(/(\{\w+\})/).map((part) => {
    if (part === "{time}") return <Time key={part} value={at} />;
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    return name === undefined ? part : <Fragment key={part}>{places[name]}</Fragment>;
  });
}
