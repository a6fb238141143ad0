/** Points in time, in words of a language; in UTC, which is named. */
import { LANGUAGES } from "../../std/texts/languages.ts";
import type { Spoken } from "./language.ts";

const format = ({ language }: Spoken, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LANGUAGES[language?.() ?? "en"].locale, { timeZone: "UTC", ...options });

/** "22 Nov 2030, 10:00 UTC". @param dateStyle `long` writes the month out */
export const timeText = (
  place: Spoken,
  time: Date,
  dateStyle: "medium" | "long" = "medium",
): string => `${format(place, { dateStyle, timeStyle: "short" }).format(time)} UTC`;

/** "22 Nov 2030". */
export const dayText = (place: Spoken, time: Date): string =>
  format(place, { dateStyle: "medium" }).format(time);
