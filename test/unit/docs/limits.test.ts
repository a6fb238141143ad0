/** docs/limits.md against the table of kinds: every kind with its limits, and no other. */
import { describe, expect, test } from "vitest";
import { ATTEMPT_KINDS, type AttemptKind, limitsOf } from "../../../src/codes/attempt-kinds.ts";
import { defaultSettings } from "../../../src/settings/index.ts";
import { parseDuration } from "../../../src/std/duration.ts";
import { readPage } from "../../protocol/docs/blocks.ts";
import { readRows } from "./schema-paths.ts";

const rows = readRows(readPage("docs/limits.md"));

test("E-2, O2: the page has every kind of attempt and no other", () => {
  expect(rows.map(({ key }) => key)).toEqual(Object.keys(ATTEMPT_KINDS));
});

describe.each(rows)("$key", ({ key, cells }) => {
  const kind = key as AttemptKind;
  const [what = "", , account, network, window, setting = ""] = cells;

  test("has the limits that the page tells", () => {
    const { per_account, per_network, window: length } = limitsOf(defaultSettings(), kind);
    expect([account, network].map(Number)).toEqual([per_account, per_network]);
    expect(parseDuration(window ?? "")).toBe(length);
    expect(setting.startsWith(`[\`${ATTEMPT_KINDS[kind].setting}\`]`)).toBe(true);
  });

  test("counts every request only where the page says each of them", () => {
    const everyOne = what.endsWith("each of them") || kind === "consent";
    expect(ATTEMPT_KINDS[kind].counts).toBe(everyOne ? "requests" : "failures");
  });
});
