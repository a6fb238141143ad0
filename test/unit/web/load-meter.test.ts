/** The counts of the last hour. */
import { expect, test } from "vitest";
import { LOAD_FAMILIES, LoadMeter } from "../../../src/web/load-meter.ts";

const START = 1_800_000_000_000;
const MINUTE = 60_000;
const OAUTH = LOAD_FAMILIES.indexOf("oauth");
const PAGES = LOAD_FAMILIES.indexOf("pages");

test("sixty minutes up to this one, quiet ones too; oldest first", () => {
  const meter = new LoadMeter(START);
  meter.note(OAUTH, 200, START, 3);
  const hour = meter.lastHour(START + 59 * MINUTE);
  expect(hour).toHaveLength(60);
  expect(hour[0]?.families.oauth.requests).toBe(1);
  expect(hour[0]?.at).toBe(START - (START % MINUTE));
  expect(hour[1]?.families.oauth).toEqual({ requests: 0, refused: 0, failed: 0 });
});

test("what is older than an hour is gone, also after a long silence", () => {
  const meter = new LoadMeter(START);
  meter.note(OAUTH, 200, START, 3);
  expect(meter.total(START + 60 * MINUTE).requests).toBe(0);
  const later = meter.lastHour(START + 600 * MINUTE);
  expect(later.map(({ families }) => families.oauth.requests)).toEqual(Array(60).fill(0));
  meter.note(OAUTH, 200, START + 60 * MINUTE, 3);
  expect(meter.total(START + 60 * MINUTE).requests).toBe(1);
});

test("refusals and failures are apart, families too", () => {
  const meter = new LoadMeter(START);
  for (const status of [200, 302, 400, 404, 503]) meter.note(OAUTH, status, START, 1);
  meter.note(PAGES, 500, START, 1);
  const { families } = meter.lastHour(START).at(-1) ?? {};
  expect(families?.oauth).toMatchObject({ requests: 5, refused: 2, failed: 1 });
  expect(families?.pages).toMatchObject({ requests: 1, refused: 0, failed: 1 });
  expect(meter.total(START)).toMatchObject({ requests: 6, refused: 2, failed: 2 });
});

test("half and 95 of a hundred, rounded up to a bound", () => {
  const meter = new LoadMeter(START);
  for (let index = 0; index < 94; index++) meter.note(OAUTH, 200, START, 1.5);
  for (let index = 0; index < 6; index++) meter.note(OAUTH, 200, START, 300);
  expect(meter.total(START)).toMatchObject({ p50: 2, p95: 500 });
  const slow = new LoadMeter(START);
  slow.note(OAUTH, 200, START, 99_999);
  expect(slow.total(START)).toMatchObject({ p50: 10_000, p95: 10_000 });
});

test("what another instance wrote is added, minute by minute and family by family", () => {
  const [one, other] = [new LoadMeter(START), new LoadMeter(START)];
  for (const meter of [one, other]) {
    meter.note(OAUTH, 200, START, 3);
    meter.note(PAGES, 404, START + 30 * MINUTE, 300);
  }
  one.note(OAUTH, 500, START + MINUTE, 1);
  const at = START + 59 * MINUTE;
  const together = new LoadMeter(START);
  for (const meter of [one, other]) {
    // As it is read back from the database.
    together.add(JSON.parse(JSON.stringify(meter.written(at))));
  }
  expect(together.total(at)).toEqual({ requests: 5, refused: 2, failed: 1, p50: 5, p95: 500 });
  const hour = together.lastHour(at);
  expect(hour[0]?.families.oauth.requests).toBe(2);
  expect(hour[1]?.families.oauth).toMatchObject({ requests: 1, failed: 1 });
  expect(hour[30]?.families.pages).toMatchObject({ requests: 2, refused: 2 });
});

test("neither a minute before this hour nor one that another clock has ahead pushes a present one out", () => {
  const meter = new LoadMeter(START);
  meter.note(OAUTH, 200, START, 3);
  expect(meter.written(START + 60 * MINUTE).minutes).toEqual([]);
  const later = new LoadMeter(START);
  later.note(OAUTH, 200, START + 60 * MINUTE, 3);
  later.add(meter.written(START));
  expect(later.total(START + 60 * MINUTE).requests).toBe(1);
});

test("counts of another layout add nothing, and neither do places that do not exist", () => {
  const meter = new LoadMeter(START);
  meter.note(OAUTH, 200, START, 3);
  const written = meter.written(START);
  const [minute = 0] = written.minutes[0] ?? [];
  const empty = new LoadMeter(START);
  empty.add({ ...written, layout: "another" });
  empty.add({ ...written, minutes: [[minute, [100_000], [1]]] });
  expect(empty.total(START).requests).toBe(0);
});
