import { expect, test } from "vitest";
import { SharedValues } from "../../../src/snapshot/shared-values.ts";

test("lists that are alike become one, and hold what they held", () => {
  const shared = new SharedValues();
  const first = shared.list(["r1", "r2"]);
  expect(first).toEqual(["r1", "r2"]);
  expect(shared.list(["r1", "r2"])).toBe(first);
  for (const other of [["r2", "r1"], ["r1,r2"], ['["r1","r2"]'], ["r1"], ["r1", "r2", "r3"]]) {
    expect(shared.list(other)).toEqual(other);
  }
  expect(shared.list(undefined)).toBe(shared.list([]));
});

test("a list stays as it was when the one that was given changes", () => {
  const shared = new SharedValues();
  const given = ["r1"];
  const kept = shared.list(given);
  given.push("r2");
  expect(kept).toEqual(["r1"]);
  expect(shared.list(["r1"])).toEqual(["r1"]);
});

test("a long list is kept, too", () => {
  const ids = Array.from({ length: 100 }, (_, at) => `r${at}`);
  expect(new SharedValues().list(ids)).toEqual(ids);
});

test("a time is that of its record, whatever the one before had, in milliseconds", () => {
  const shared = new SharedValues();
  const [one, other] = ["2030-01-02 03:04:05.678901+00", "2030-01-02 03:04:05+02"];
  const [first, second] = ["2030-01-02T03:04:05.678Z", "2030-01-02T01:04:05.000Z"];
  expect([one, one, other, one].map((time) => shared.time(time))).toEqual([
    first,
    first,
    second,
    first,
  ]);
});
