/** What pages tick of a new password while it is typed says nothing else than the service does (E-1). */
import { describe, expect, test } from "vitest";
import { passwordProblem } from "../../../src/iam/passwords/password-rule.ts";
import { isOfWords } from "../../../src/std/own-words.ts";
import { standingOf } from "../../../src/std/password-rules.ts";

const WORDS = ["grace.hopper@example.com", "Grace Hopper", "postern"];
const at = (password: string, knowsAll = true) =>
  standingOf({ password, least: 10, words: WORDS, knowsAll });

describe("what is ticked", () => {
  test.each([
    "",
    "short",
    "ten letter",
    "gracehopper",
    "Ωμέγα-κύμα7",
    "é".repeat(36),
    "é".repeat(37),
    "🙂".repeat(18),
    "🙂".repeat(19),
  ])("`%s` is refused by the service exactly where a rule is not kept", (password) => {
    const { length, most } = at(password);
    const refused = passwordProblem(password, 10) !== undefined;
    expect(length === true && most === true).toBe(!refused);
    expect(at(password).words === false).toBe(password !== "" && isOfWords(password, WORDS));
  });

  test("an accent typed behind its letter counts as one character, as it does for the service", () => {
    const typed = "e\u0301".repeat(9);
    expect(at(typed).length).toBe(false);
    expect(at(`${typed}x`).length).toBe(true);
  });

  test("nothing is said of an empty field, and no rule is ticked whose words are not all known", () => {
    expect(at("")).toEqual({ length: undefined, most: true, words: undefined });
    expect(at("correct horse battery", false).words).toBeUndefined();
    expect(at("correct horse battery").words).toBe(true);
    // More words may follow.
    expect(at("corr").words).toBeUndefined();
    expect(at("hopper-12", false).words).toBe(false);
  });
});
