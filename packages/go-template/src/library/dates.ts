/** Functions on dates and durations. The zone of the machine is UTC here, on every machine. */

import type { Budget } from "../budget.ts";
import { Time, timeOfMilliseconds, UTC, ZERO_TIME, zoneNamed } from "../time.ts";
import { writeTime } from "../time-format.ts";
import { parseTime } from "../time-parse.ts";
import { integerOf, type Value } from "../value.ts";
import { failure, type Library, takes } from "./define.ts";
import { formatSeconds, parseDuration } from "./duration.ts";
import { kindName } from "./kinds.ts";
import { toInteger } from "./numbers.ts";

const DAY = "2006-01-02";
/** More than any date needs. */
const MAX_LAYOUT_LENGTH = 1000;
/** Zones come from a table of the platform that is slow to ask. */
const ZONE_COST = 200;

/** A date as it is, a number as seconds since 1970. */
function dateOf(value: Value): Time {
  if (value instanceof Time) return value;
  const seconds = integerOf(value);
  if (seconds !== undefined) return new Time(Number(seconds), 0, UTC);
  throw failure(`a date or seconds since 1970 are wanted, not ${kindName(value)}; see toDate`);
}

function timeOf(value: Value): Time {
  if (value instanceof Time) return value;
  throw failure(`a date is wanted, not ${kindName(value)}; see toDate`);
}

/** A zone that is unknown is UTC. */
function written(layout: string, date: Value, zone: string, budget: Budget): string {
  const time = dateOf(date);
  checkLayout(layout);
  if (zone !== "UTC") budget.spend(ZONE_COST);
  return writeTime(time.in(zoneNamed(zone) ?? UTC), layout);
}

function read(layout: string, text: string): Time | undefined {
  checkLayout(layout);
  return parseTime(layout, text);
}

function checkLayout(layout: string): void {
  if (layout.length > MAX_LAYOUT_LENGTH) {
    throw failure(`a layout has at most ${MAX_LAYOUT_LENGTH} characters`);
  }
}

function moved(date: Time, text: string): Time | undefined {
  const duration = parseDuration(text);
  if (duration === undefined) return undefined;
  const nanos = date.nanos + Math.round((duration % 1000) * 1e6);
  const seconds = date.seconds + Math.trunc(duration / 1000) + Math.floor(nanos / 1e9);
  return new Time(seconds, ((nanos % 1e9) + 1e9) % 1e9, date.zone);
}

/** Go keeps nanoseconds in an int64. */
const MAX_SECONDS = 9_223_372_036;

const secondsText = (seconds: number) =>
  formatSeconds(Math.min(MAX_SECONDS, Math.max(-MAX_SECONDS, seconds)));

const nowOf = (budget: Budget) => timeOfMilliseconds(budget.now());

const UNITS: readonly (readonly [number, string])[] = [
  [365 * 86_400, "y"],
  [30 * 86_400, "mo"],
  [86_400, "d"],
  [3600, "h"],
  [60, "m"],
  [1, "s"],
];

/** The largest unit alone: `2d`, `3mo`. A number counts nanoseconds, a date how long it is past. */
function roughly(value: Value, budget: Budget): string {
  let seconds = Number(integerOf(value) ?? 0n) / 1e9;
  if (typeof value === "string") seconds = (parseDuration(value) ?? 0) / 1000;
  if (value instanceof Time) seconds = budget.now() / 1000 - value.seconds;
  const size = Math.abs(seconds);
  const [unit, name] = UNITS.find(([length]) => size > length) ?? [1, "s"];
  return `${size > 1 ? Math.floor(size / unit) : 0}${name}`;
}

const modify = (orSame: boolean) =>
  takes(["text", "any"], ([duration, date]) => {
    const time = timeOf(date);
    const later = moved(time, duration);
    if (later) return later;
    if (orSame) return time;
    throw failure(`time: invalid duration "${duration}"`);
  });

const modified = modify(true);
const mustModify = modify(false);

const format = takes(["text", "any", "text"], ([layout, date, zone], budget) => {
  return written(layout, date, zone, budget);
});

export const dates: Library = {
  now: takes([], (_, budget) => nowOf(budget)),
  date: takes(["text", "any"], ([layout, date], budget) => written(layout, date, "UTC", budget)),
  dateInZone: format,
  date_in_zone: format,
  htmlDate: takes(["any"], ([date], budget) => written(DAY, date, "UTC", budget)),
  htmlDateInZone: takes(["any", "text"], ([date, zone], budget) => {
    return written(DAY, date, zone, budget);
  }),
  toDate: takes(["text", "text"], ([layout, text]) => read(layout, text) ?? ZERO_TIME),
  mustToDate: takes(["text", "text"], ([layout, text]) => {
    const time = read(layout, text);
    if (time) return time;
    throw failure(`the date is not written as ${layout}`);
  }),
  dateModify: modified,
  date_modify: modified,
  mustDateModify: mustModify,
  must_date_modify: mustModify,
  unixEpoch: takes(["any"], ([date]) => String(timeOf(date).seconds)),
  ago: takes(["any"], ([date], budget) => {
    return secondsText(Math.round(budget.now() / 1000 - dateOf(date).seconds));
  }),
  duration: takes(["any"], ([seconds]) => secondsText(Number(toInteger(seconds)))),
  durationRound: takes(["any"], ([duration], budget) => roughly(duration, budget)),
};
