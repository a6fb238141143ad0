import fc from "fast-check";
import { expect, test } from "vitest";
import { matchGreedy } from "../../../src/std/glob-greedy.ts";
import { compileProgram } from "../../../src/std/glob-program.ts";
import { matchStates } from "../../../src/std/glob-states.ts";

const words = (...list: string[]) =>
  fc.array(fc.constantFrom(...list), { maxLength: 9 }).map((parts) => parts.join(""));
const text = words("a", "b", "/", "ab", "/a");

test("without classes and runs of stars both matchers agree", () => {
  const pattern = words("a", "b", "/", "?", "*a", "/**/a").filter(
    (source) => !/\*\*a/.test(source),
  );
  fc.assert(
    fc.property(pattern, text, (source, subject) => {
      const program = compileProgram(source);
      if (!program) throw new Error("well formed");
      expect(matchStates(program, subject, 0, 0)).toBe(matchGreedy(program, subject, 0, 0));
    }),
    { numRuns: 3_000 },
  );
});

test("whatever the greedy matcher finds, the automaton finds", () => {
  fc.assert(
    fc.property(
      words("a", "b", "/", "?", "*", "**", "/**/", "[^a]", "[/b]"),
      text,
      (source, subject) => {
        const program = compileProgram(source);
        if (!program) throw new Error("well formed");
        if (matchGreedy(program, subject, 0, 0))
          expect(matchStates(program, subject, 0, 0)).toBe(true);
      },
    ),
    { numRuns: 3_000 },
  );
});
