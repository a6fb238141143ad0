/** The texts of the login page (login-session-wire 4.1 [REC]); languages are chosen in `web/languages.test.ts`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fill } from "../../../src/std/texts/fill.ts";
import { LOGIN } from "../../../src/web/texts/en/login.ts";
import { SCRIPT_TEXTS } from "../../../src/web/texts/script-texts.ts";

const PROGRAM = join(import.meta.dirname, "../../../login-page");

test("every English text is there", () => {
  for (const [key, text] of Object.entries(LOGIN)) expect(text.trim(), key).not.toBe("");
});

test("a value is filled in as it is", () => {
  expect(fill("Continue with {name}", { name: "$& {count}" })).toBe("Continue with $& {count}");
});

test("a page brings along what its script says, and nothing else", () => {
  const files = readdirSync(PROGRAM, { recursive: true, encoding: "utf8" });
  const program = files
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(PROGRAM, name), "utf8"))
    // The words of a refusal are the server's; which text stands for each, both sides know.
    .concat(readFileSync(join(PROGRAM, "../src/std/weak-password-text.ts"), "utf8"))
    .join("");
  expect(SCRIPT_TEXTS.filter((key) => !program.includes(`"${key}"`))).toEqual([]);
});
