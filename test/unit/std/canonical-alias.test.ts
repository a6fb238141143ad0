import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalAlias } from "../../../src/std/canonical-alias.ts";

test.each([
  ["Alice", "alice"],
  ["  alice\t", "alice"],
  ["\uff21\uff4c\uff49\uff43\uff45", "alice"], // full width
  ["al\u0000ice", "alice"],
  ["al\u202eice\u2066", "alice"], // right-to-left override, isolate
  ["al\u200bi\u00adce\ufeff", "alice"], // zero width space, soft hyphen, byte order mark
  ["\u00a0alice\u3000", "alice"],
  ["STRASSE", "strasse"],
  ["Straße", "strasse"],
  ["STRAẞE", "strasse"],
  ["\u017fam", "sam"], // long s
  ["\u212aelvin", "kelvin"], // Kelvin sign
  ["\ufb01sh", "fish"], // ligature
  ["JOSÉ", "jose\u0301".normalize("NFC")],
  ["ΟΔΟΣ", "οδοσ"],
  ["οδος", "οδοσ"],
  ["ALICE@Example.COM", "alice@example.com"],
  ["two  words", "two  words"],
  ["", ""],
  [" \u200b ", ""],
  ["a\ud800b", "ab"],
])("T-8: %j compares as %j", (text, form) => {
  expect(canonicalAlias(text)).toBe(form);
});

test("T-8: dotless and dotted i stay apart", () => {
  expect(canonicalAlias("\u0131van")).not.toBe(canonicalAlias("ivan"));
  expect(canonicalAlias("\u0130van")).not.toBe(canonicalAlias("ivan"));
});

test("T-8: the form is idempotent and ignores case", () => {
  const text = fc.string({ unit: "binary", maxLength: 12 });
  fc.assert(
    fc.property(text, (alias) => {
      const form = canonicalAlias(alias);
      expect(canonicalAlias(form)).toBe(form);
      expect(form).not.toMatch(/[\p{Cc}\p{Cf}\p{Bidi_Control}]/u);
      expect(form).toBe(form.trim());
    }),
    { numRuns: 2_000 },
  );
});

test("T-8: idempotent on every code point, alone and with a neighbour", () => {
  const broken: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point === 0xe1000) point = 0xf0000; // unassigned planes between tags and private use
    if (point === 0xf0010) break;
    for (const text of [String.fromCodePoint(point), `a${String.fromCodePoint(point)}\u0301`]) {
      const form = canonicalAlias(text);
      if (canonicalAlias(form) !== form) broken.push(text);
    }
  }
  expect(broken).toEqual([]);
});
