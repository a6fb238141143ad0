/** Requests of the last hour, counted by minute in this process: no allocation and no clock but one per request. */

/** Who asks for what: the kinds of endpoints that a busy hour is divided by. */
export const LOAD_FAMILIES = ["oauth", "check", "management", "pages"] as const;

export type LoadFamily = (typeof LOAD_FAMILIES)[number];

const MINUTE_MS = 60_000;
const MINUTES = 60;
/** Upper bounds of the slots in milliseconds; the last one is open. */
const BOUNDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] as const;
const SLOTS = BOUNDS.length + 1;
const REFUSED = SLOTS;
const FAILED = SLOTS + 1;
/** Numbers of one family in one minute: latencies, refused, failed. */
const WIDTH = SLOTS + 2;
const ROW = WIDTH * LOAD_FAMILIES.length;

/** What a place in a row means: instances of another version may count otherwise. */
const LAYOUT = `${LOAD_FAMILIES.join(" ")} ${BOUNDS.join(" ")}`;

/** Number of a minute since the epoch, places in its row, and their counts. */
type WrittenMinute = readonly [number, readonly number[], readonly number[]];

/** The last hour of one instance, for another one. */
export interface WrittenLoad {
  readonly layout: string;
  readonly minutes: readonly WrittenMinute[];
}

/** One family in one minute, or all of them in an hour. */
export interface LoadCounts {
  readonly requests: number;
  /** Answered with 4xx. */
  readonly refused: number;
  /** Answered with 5xx. */
  readonly failed: number;
  /** Milliseconds that so many of the requests took at most, rounded up to a bound; absent without any. */
  readonly p50?: number;
  readonly p95?: number;
}

export interface LoadMinute {
  /** When it began, milliseconds since the epoch. */
  readonly at: number;
  readonly families: Readonly<Record<LoadFamily, LoadCounts>>;
}

/** Which slot a duration belongs to. */
function slotOf(milliseconds: number): number {
  let slot = 0;
  for (const bound of BOUNDS) {
    if (milliseconds <= bound) return slot;
    slot += 1;
  }
  return slot;
}

export class LoadMeter {
  /** When counting began, milliseconds since the epoch. */
  readonly since: number;
  readonly #counts = new Uint32Array(ROW * MINUTES);
  /** Number of the minute that each row holds. */
  readonly #held = new Float64Array(MINUTES);

  constructor(since: number) {
    this.since = since;
  }

  /**
   * @param family its place in `LOAD_FAMILIES`
   * @param at milliseconds since the epoch
   * @param took milliseconds
   */
  note(family: number, status: number, at: number, took: number): void {
    const minute = Math.floor(at / MINUTE_MS);
    const row = minute % MINUTES;
    if (this.#held[row] !== minute) {
      this.#counts.fill(0, row * ROW, (row + 1) * ROW);
      this.#held[row] = minute;
    }
    const start = row * ROW + family * WIDTH;
    this.#add(start + slotOf(took));
    if (status >= 500) this.#add(start + FAILED);
    else if (status >= 400) this.#add(start + REFUSED);
  }

  #add(index: number): void {
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }

  /** What `add` of another instance takes: the minutes of the last hour that are not quiet. */
  written(at: number): WrittenLoad {
    const now = Math.floor(at / MINUTE_MS);
    const minutes: WrittenMinute[] = [];
    for (let row = 0; row < MINUTES; row++) {
      const minute = this.#held[row] ?? 0;
      if (minute <= now - MINUTES || minute > now) continue;
      const places: number[] = [];
      const counts: number[] = [];
      for (const [place, count] of this.#counts.subarray(row * ROW, (row + 1) * ROW).entries()) {
        if (count === 0) continue;
        places.push(place);
        counts.push(count);
      }
      minutes.push([minute, places, counts]);
    }
    return { layout: LAYOUT, minutes };
  }

  /** Adds what another instance counted. Minutes are those of its clock; an unknown layout adds nothing. */
  add({ layout, minutes }: WrittenLoad): void {
    if (layout !== LAYOUT) return;
    for (const [minute, places, counts] of minutes) {
      const row = minute % MINUTES;
      const held = this.#held[row] ?? 0;
      // One hour has one minute for each row; of two the later one counts.
      if (held > minute) continue;
      if (held < minute) this.#counts.fill(0, row * ROW, (row + 1) * ROW);
      this.#held[row] = minute;
      for (const [index, place] of places.entries()) {
        if (place >= ROW) continue;
        const at = row * ROW + place;
        this.#counts[at] = (this.#counts[at] ?? 0) + (counts[index] ?? 0);
      }
    }
  }

  /** The last sixty minutes up to this one, oldest first; quiet ones are there, too. */
  lastHour(at: number): LoadMinute[] {
    const now = Math.floor(at / MINUTE_MS);
    return Array.from({ length: MINUTES }, (_, index) => {
      const minute = now - MINUTES + 1 + index;
      const row = minute % MINUTES;
      const counts = (place: number): LoadCounts => {
        const start = row * ROW + place * WIDTH;
        return this.#held[row] === minute
          ? summary(this.#counts.subarray(start, start + WIDTH))
          : NOTHING;
      };
      const families = LOAD_FAMILIES.map((name, place) => [name, counts(place)]);
      return { at: minute * MINUTE_MS, families: Object.fromEntries(families) };
    });
  }

  /** All families of the last hour together. */
  total(at: number): LoadCounts {
    const now = Math.floor(at / MINUTE_MS);
    const sum = new Uint32Array(WIDTH);
    for (let row = 0; row < MINUTES; row++) {
      const minute = this.#held[row] ?? 0;
      if (minute <= now - MINUTES || minute > now) continue;
      for (let index = 0; index < ROW; index++) {
        const place = index % WIDTH;
        sum[place] = (sum[place] ?? 0) + (this.#counts[row * ROW + index] ?? 0);
      }
    }
    return summary(sum);
  }
}

const NOTHING: LoadCounts = { requests: 0, refused: 0, failed: 0 };

function summary(counts: Uint32Array): LoadCounts {
  const latencies = counts.subarray(0, SLOTS);
  const requests = latencies.reduce((sum, count) => sum + count, 0);
  if (requests === 0) return NOTHING;
  return {
    requests,
    refused: counts[REFUSED] ?? 0,
    failed: counts[FAILED] ?? 0,
    p50: quantile(latencies, requests * 0.5),
    p95: quantile(latencies, requests * 0.95),
  };
}

/** The bound below which so many lie; for the open slot the last bound. */
function quantile(latencies: Uint32Array, wanted: number): number {
  let seen = 0;
  for (let slot = 0; slot < BOUNDS.length; slot++) {
    seen += latencies[slot] ?? 0;
    if (seen >= wanted) return BOUNDS[slot] ?? 0;
  }
  return BOUNDS[BOUNDS.length - 1] ?? 0;
}
