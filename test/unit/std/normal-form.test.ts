/** R-9: Unicode normal forms in bounded time: what the runtimes do with many combining marks takes seconds. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { canonicalAlias, isPlainName } from "../../../src/std/canonical-alias.ts";
import { MAX_NORMALIZED_LENGTH, normalForm } from "../../../src/std/normal-form.ts";

const SOURCES = join(import.meta.dirname, "../../../src");

test("a text is in its normal form up to the bound, and stays as it is above", () => {
  const accents = "e\u0301".repeat(MAX_NORMALIZED_LENGTH / 2);
  expect(normalForm(accents, "NFC")).toBe("é".repeat(MAX_NORMALIZED_LENGTH / 2));
  expect(normalForm(`${accents}e`, "NFC")).toBe(`${accents}e`);
});

test("a long name equals nothing but itself, and is never a plain one", () => {
  const long = "e\u0301".repeat(MAX_NORMALIZED_LENGTH);
  expect(canonicalAlias(long.toUpperCase())).toBe(long);
  expect(canonicalAlias(canonicalAlias(long))).toBe(canonicalAlias(long));
  expect(isPlainName("é".repeat(MAX_NORMALIZED_LENGTH))).toBe(true);
  expect(isPlainName("é".repeat(MAX_NORMALIZED_LENGTH + 1))).toBe(false);
});

test("no other file of the sources asks the runtime for a normal form", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith("normal-form.ts"),
  );
  expect(files.length).toBeGreaterThan(500);
  const asking = files.filter((file) =>
    /\.normalize\(\s*(?:["'`]NF|\))/.test(readFileSync(join(SOURCES, file), "utf8")),
  );
  expect(asking).toEqual([]);
});
