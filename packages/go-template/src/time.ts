/** An instant with the zone that it is shown in: Go's `time.Time` to the nanosecond. */

/** Where a clock on the wall stands: UTC, a fixed offset, or a zone of the IANA database. */
export type Zone = {
  /** Seconds east of UTC at an instant, given in seconds since 1970. */
  offsetAt: (seconds: number) => number;
  /** The abbreviation, or the offset where there is none. */
  nameAt: (seconds: number) => string;
};

export const UTC: Zone = { offsetAt: () => 0, nameAt: () => "UTC" };

/** Furthest second from 1970 that a calendar of ours knows. */
const MAX_EPOCH_SECONDS = 8_640_000_000_000;

export class Time {
  /** Whole seconds since 1970, downwards. */
  readonly seconds: number;
  readonly nanos: number;
  readonly zone: Zone;

  constructor(seconds: number, nanos: number, zone: Zone) {
    this.seconds = Math.min(MAX_EPOCH_SECONDS, Math.max(-MAX_EPOCH_SECONDS, seconds));
    this.nanos = nanos;
    this.zone = zone;
  }

  in(zone: Zone): Time {
    return new Time(this.seconds, this.nanos, zone);
  }

  offset(): number {
    return this.zone.offsetAt(this.seconds);
  }

  /** The wall clock, to be read with the UTC accessors. */
  wall(): Date {
    const shown = this.seconds + this.offset();
    return new Date(Math.min(MAX_EPOCH_SECONDS, Math.max(-MAX_EPOCH_SECONDS, shown)) * 1000);
  }
}

/** Go's zero value: the first second of year 1. */
export const ZERO_TIME = new Time(-62_135_596_800, 0, UTC);

/** How a time is printed, and how `toJson` writes it. */
export const TEXT_LAYOUT = "2006-01-02 15:04:05.999999999 -0700 MST";
export const JSON_LAYOUT = "2006-01-02T15:04:05.999999999Z07:00";

export function timeOfMilliseconds(milliseconds: number): Time {
  const seconds = Math.floor(milliseconds / 1000);
  return new Time(seconds, Math.round((milliseconds - seconds * 1000) * 1e6), UTC);
}

/** A zone that has one offset always; without a name it is called by that. */
export function fixedZone(offset: number, name?: string): Zone {
  return { offsetAt: () => offset, nameAt: () => name ?? writeOffset(offset, "-0700") };
}

/**
 * As a layout writes an offset: `-07:00` always shows it, `Z07:00` writes Z for UTC. Minutes and
 * seconds are there when the form has them.
 */
export function writeOffset(offset: number, form: string): string {
  if (form.startsWith("Z") && offset === 0) return "Z";
  const size = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, "0");
  const colon = form.includes(":") ? ":" : "";
  let text = `${offset < 0 ? "-" : "+"}${two(Math.floor(size / 3600))}`;
  if (form.length > 3) text += colon + two(Math.floor(size / 60) % 60);
  if (form.length > 6) text += colon + two(size % 60);
  return text;
}

/** Making a formatter is slow, and there are few zones. */
const zones = new Map<string, Zone>();
const MAX_ZONES = 64;

/** A zone of the IANA database by name; undefined when it is unknown. "" and "Local" are UTC. */
export function zoneNamed(name: string): Zone | undefined {
  if (["", "UTC", "Local"].includes(name)) return UTC;
  if (!/^[A-Za-z]/.test(name) || name.length > 64) return undefined;
  const zone = zones.get(name) ?? newZone(name);
  if (zone) remember(name, zone);
  return zone;
}

/** The zone that was used longest ago is forgotten. */
function remember(name: string, zone: Zone): void {
  zones.delete(name);
  const [oldest] = zones.keys();
  if (oldest !== undefined && zones.size >= MAX_ZONES) zones.delete(oldest);
  zones.set(name, zone);
}

function newZone(timeZone: string): Zone | undefined {
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    const offsetAt = (seconds: number) => offsetIn(format, seconds);
    return { offsetAt, nameAt: (seconds) => offsetName(offsetAt(seconds)) };
  } catch {
    return undefined;
  }
}

/** The platform has no abbreviations that all of them agree on; Go has such names, too. */
const offsetName = (offset: number) => writeOffset(offset, offset % 3600 === 0 ? "-07" : "-0700");

/** Reads `GMT`, `GMT+01:00` or `GMT-00:01:15`. */
function offsetIn(format: Intl.DateTimeFormat, seconds: number): number {
  const parts = format.formatToParts(seconds * 1000);
  const text = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0", rest = "0"] =
    /^GMT([+-])(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? [];
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
  return sign === "-" ? -size : size;
}
