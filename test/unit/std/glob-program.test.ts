import { expect, test } from "vitest";
import { compileProgram } from "../../../src/std/glob-program.ts";

test("alternatives go on after the closing brace, however deep", () => {
  const program = compileProgram("{a,{b,c}}d");
  expect(program?.tokens[0]).toEqual({ kind: "braces", starts: [1, 3] });
  expect(program?.tokens[1]).toEqual({ kind: "literal", rune: 97, next: 9 });
  expect(program?.tokens[4]).toEqual({ kind: "literal", rune: 98, next: 9 });
});

test("a class keeps its ranges; braces and commas inside it are plain", () => {
  expect(compileProgram("[^a-c},\\]]")?.tokens[0]).toEqual({
    kind: "class",
    negated: true,
    ranges: [
      [97, 97],
      [97, 99],
      [125, 125],
      [44, 44],
      [93, 93],
    ],
    next: 10,
  });
});

test("a whole ** is known by what follows it, even across the end of an alternative", () => {
  expect(compileProgram("**")?.tokens[0]).toMatchObject({ whole: "rest" });
  expect(compileProgram("**/a")?.tokens[0]).toMatchObject({ whole: 3 });
  expect(compileProgram("**a")?.tokens[0]).toMatchObject({ whole: "no" });
  expect(compileProgram("{**,a}/b")?.tokens[1]).toMatchObject({ whole: 7 });
  expect(compileProgram("**{/b}")?.tokens[0]).toMatchObject({ whole: "no" });
});

test("the places from which an ended text still matches", () => {
  const ends = (pattern: string) => Array.from(compileProgram(pattern)?.endsAt ?? []);
  expect(ends("a/**")).toEqual([0, 1, 1, 1, 1]);
  expect(ends("a*b")).toEqual([0, 0, 0, 1]);
  expect(ends("{a,}")[0]).toBe(1);
  expect(ends("*{a,}")[0]).toBe(0);
});
