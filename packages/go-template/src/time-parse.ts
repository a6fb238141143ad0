/** Reads a time by a layout: Go's `time.ParseInLocation` in UTC. */

import { fixedZone, Time, UTC, type Zone } from "./time.ts";
import { DAYS, MONTHS, readLayout } from "./time-layout.ts";

type Parts = {
  year: number;
  month: number;
  day: number;
  yearDay: number;
  hour: number;
  minute: number;
  second: number;
  nanos: number;
  half: "" | "am" | "pm";
  zone: Zone | undefined;
  zoneName: string;
};

const DIGITS: ReadonlyMap<string, RegExp> = new Map([
  ["2006", /^\d{4}/],
  ["06", /^\d{2}/],
  ["01", /^\d{2}/],
  ["1", /^\d{1,2}/],
  ["02", /^\d{2}/],
  ["2", /^\d{1,2}/],
  ["_2", /^ ?\d{1,2}/],
  ["002", /^\d{3}/],
  ["__2", /^ {0,2}\d{1,3}/],
  ["15", /^\d{1,2}/],
  ["03", /^\d{2}/],
  ["3", /^\d{1,2}/],
  ["04", /^\d{2}/],
  ["4", /^\d{1,2}/],
  ["05", /^\d{2}/],
  ["5", /^\d{1,2}/],
]);

const ZONES: ReadonlyMap<string, RegExp> = new Map([
  ["07", /^([+-])(\d{2})()()/],
  ["0700", /^([+-])(\d{2})(\d{2})()/],
  ["07:00", /^([+-])(\d{2}):(\d{2})()/],
  ["070000", /^([+-])(\d{2})(\d{2})(\d{2})/],
  ["07:00:00", /^([+-])(\d{2}):(\d{2}):(\d{2})/],
]);

/** undefined when the text is not written as the layout says. */
export function parseTime(layout: string, text: string): Time | undefined {
  const parts: Parts = {
    year: 0,
    month: 0,
    day: 0,
    yearDay: 0,
    hour: 0,
    minute: 0,
    second: 0,
    nanos: 0,
    half: "",
    zone: undefined,
    zoneName: "",
  };
  const pieces = readLayout(layout);
  let rest: string | undefined = text;
  for (const [index, { before, part }] of pieces.entries()) {
    rest = afterLiteral(before, rest);
    if (rest === undefined) return undefined;
    if (part === "") return rest === "" ? timeOf(parts) : undefined;
    rest = readPart(part, rest, parts);
    if (rest === undefined) return undefined;
    // A fraction may follow the seconds, also when the layout has none.
    const then = pieces[index + 1]?.part ?? "";
    if (/^0?5$/.test(part) && !/^[.,]/.test(then)) {
      rest = readFraction(".9", rest, parts);
      if (rest === undefined) return undefined;
    }
  }
  return undefined;
}

/** A run of spaces stands for any number of them. */
function afterLiteral(literal: string, text: string): string | undefined {
  let rest = text;
  for (const run of literal.match(/ +|[^ ]+/g) ?? []) {
    if (run.startsWith(" ")) {
      if (rest !== "" && !rest.startsWith(" ")) return undefined;
      rest = rest.replace(/^ +/, "");
    } else if (rest.startsWith(run)) rest = rest.slice(run.length);
    else return undefined;
  }
  return rest;
}

/** What follows the part; undefined when it is not there. */
function readPart(part: string, text: string, parts: Parts): string | undefined {
  const digits = DIGITS.get(part);
  if (digits) return readNumber(part, digits, text, parts);
  if (part === "January" || part === "Jan") {
    const month = nameAt(MONTHS, text, part === "Jan");
    parts.month = month.index + 1;
    return month.rest;
  }
  if (part === "Monday" || part === "Mon") return nameAt(DAYS, text, part === "Mon").rest;
  if (part === "PM" || part === "pm") {
    const half = text.slice(0, 2);
    if (half !== part && half !== (part === "PM" ? "AM" : "am")) return undefined;
    parts.half = half.toLowerCase() === "pm" ? "pm" : "am";
    return text.slice(2);
  }
  if (part === "MST") return readZoneName(text, parts);
  if (/^[.,]/.test(part)) return readFraction(part, text, parts);
  return readOffset(part, text, parts);
}

function readNumber(part: string, digits: RegExp, text: string, parts: Parts): string | undefined {
  const [found] = digits.exec(text) ?? [];
  if (found === undefined) return undefined;
  const number = Number(found);
  if (part === "2006") parts.year = number;
  else if (part === "06") parts.year = number + (number >= 69 ? 1900 : 2000);
  else if (part === "01" || part === "1") parts.month = number || -1;
  else if (["02", "2", "_2"].includes(part)) parts.day = number || -1;
  else if (part === "002" || part === "__2") parts.yearDay = number || -1;
  else if (part === "15" || part === "03" || part === "3") {
    parts.hour = part === "15" || number <= 12 ? number : 24;
  } else if (part === "04" || part === "4") parts.minute = number;
  else parts.second = number;
  return text.slice(found.length);
}

function readFraction(part: string, text: string, parts: Parts): string | undefined {
  const [found = "", digits = ""] = /^[.,](\d+)/.exec(text) ?? [];
  if (part[1] === "0" && digits.length !== part.length - 1) return undefined;
  if (found === "") return text;
  parts.nanos = Number(digits.slice(0, 9).padEnd(9, "0"));
  return text.slice(found.length);
}

function readOffset(part: string, text: string, parts: Parts): string | undefined {
  if (part.startsWith("Z") && text.startsWith("Z")) {
    parts.zone = UTC;
    return text.slice(1);
  }
  const [found, sign, hours, minutes, seconds] = ZONES.get(part.slice(1))?.exec(text) ?? [];
  if (found === undefined) return undefined;
  if (Number(hours) > 24 || Number(minutes) > 60 || Number(seconds) > 60) return undefined;
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  parts.zone = size === 0 ? UTC : fixedZone(sign === "-" ? -size : size);
  return text.slice(found.length);
}

/** An abbreviation says nothing about the offset; Go keeps the name and calls it 0. */
function readZoneName(text: string, parts: Parts): string | undefined {
  const [found] = /^(?:[A-Z]{3,4}|[+-]\d{2}(?:\d{2})?)(?![A-Za-z0-9])/.exec(text) ?? [];
  if (found === undefined) return undefined;
  parts.zoneName = found;
  return text.slice(found.length);
}

function nameAt(names: readonly string[], text: string, short: boolean) {
  const lower = text.toLowerCase();
  const index = names.findIndex((name) => {
    return lower.startsWith((short ? name.slice(0, 3) : name).toLowerCase());
  });
  const length = short ? 3 : (names[index]?.length ?? 0);
  return { index, rest: index < 0 ? undefined : text.slice(length) };
}

function timeOf(parts: Parts): Time | undefined {
  const { year, minute, second, nanos, half, yearDay } = parts;
  let { month, day, hour } = parts;
  if (half === "pm" && hour < 12) hour += 12;
  else if (half === "am" && hour === 12) hour = 0;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  if (yearDay !== 0) {
    const counted = new Date(0);
    counted.setUTCFullYear(year, 0, yearDay);
    if (yearDay < 1 || counted.getUTCFullYear() !== year) return undefined;
    if (month !== 0 && month !== counted.getUTCMonth() + 1) return undefined;
    if (day !== 0 && day !== counted.getUTCDate()) return undefined;
    month = counted.getUTCMonth() + 1;
    day = counted.getUTCDate();
  }
  month ||= 1;
  day ||= 1;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  if (month < 1 || month > 12 || day < 1 || date.getUTCDate() !== day) return undefined;
  const zone = parts.zone ?? namedZone(parts.zoneName);
  const seconds = date.getTime() / 1000;
  return new Time(seconds - zone.offsetAt(seconds), nanos, zone);
}

const namedZone = (name: string) => (name === "" || name === "UTC" ? UTC : fixedZone(0, name));
