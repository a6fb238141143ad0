/** The texts of the login page (login-session-wire 4.1 [REC]); languages are chosen in `web/languages.test.ts`. */
import { expect, test } from "vitest";
import { fill } from "../../../src/std/texts/fill.ts";
import { LOGIN } from "../../../src/web/texts/en/login.ts";

test("every English text is there", () => {
  for (const [key, text] of Object.entries(LOGIN)) expect(text.trim(), key).not.toBe("");
});

test("a value is filled in as it is", () => {
  expect(fill("Continue with {name}", { name: "$& {count}" })).toBe("Continue with $& {count}");
});
