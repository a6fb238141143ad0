/** Writes a time by a layout: Go's `Time.Format`. */

import { type Time, writeOffset } from "./time.ts";
import { DAYS, MONTHS, readLayout } from "./time-layout.ts";
import { trimEnd } from "./trim-end.ts";

export function writeTime(time: Time, layout: string): string {
  const wall = time.wall();
  return readLayout(layout)
    .map(({ before, part }) => before + writePart(part, time, wall))
    .join("");
}

function writePart(part: string, time: Time, wall: Date): string {
  const month = wall.getUTCMonth();
  const day = String(wall.getUTCDate());
  const hour = wall.getUTCHours();
  const hour12 = String(hour % 12 || 12);
  switch (part) {
    case "":
      return "";
    case "January":
      return MONTHS[month] ?? "";
    case "Jan":
      return MONTHS[month]?.slice(0, 3) ?? "";
    case "1":
      return String(month + 1);
    case "01":
      return two(month + 1);
    case "Monday":
      return DAYS[wall.getUTCDay()] ?? "";
    case "Mon":
      return DAYS[wall.getUTCDay()]?.slice(0, 3) ?? "";
    case "2":
      return day;
    case "_2":
      return day.padStart(2, " ");
    case "02":
      return day.padStart(2, "0");
    case "__2":
      return String(dayOfYear(wall)).padStart(3, " ");
    case "002":
      return String(dayOfYear(wall)).padStart(3, "0");
    case "15":
      return two(hour);
    case "3":
      return hour12;
    case "03":
      return hour12.padStart(2, "0");
    case "4":
      return String(wall.getUTCMinutes());
    case "04":
      return two(wall.getUTCMinutes());
    case "5":
      return String(wall.getUTCSeconds());
    case "05":
      return two(wall.getUTCSeconds());
    case "2006":
      return year(wall.getUTCFullYear());
    case "06":
      return two(Math.abs(wall.getUTCFullYear()) % 100);
    case "PM":
      return hour < 12 ? "AM" : "PM";
    case "pm":
      return hour < 12 ? "am" : "pm";
    case "MST":
      return time.zone.nameAt(time.seconds);
    default:
      return /^[.,]/.test(part) ? fraction(part, time.nanos) : writeOffset(time.offset(), part);
  }
}

const two = (value: number) => String(value).padStart(2, "0");

const year = (value: number) =>
  `${value < 0 ? "-" : ""}${String(Math.abs(value)).padStart(4, "0")}`;

function dayOfYear(wall: Date): number {
  const first = new Date(0);
  first.setUTCFullYear(wall.getUTCFullYear(), 0, 1);
  return Math.floor((wall.getTime() - first.getTime()) / 86_400_000) + 1;
}

/** `.000` has as many digits as it shows, `.999` leaves zeros at the end out. */
function fraction(part: string, nanos: number): string {
  const digits = String(nanos)
    .padStart(9, "0")
    .padEnd(part.length, "0")
    .slice(0, part.length - 1);
  const kept = part[1] === "9" ? trimEnd(digits, "0") : digits;
  return kept === "" ? "" : `${part[0]}${kept}`;
}
