/** The language of the login page (login-session-wire 4.1 [REC]). */
import { expect, test } from "vitest";
import { chooseLanguage } from "../../../login-page/language.ts";
import { fillIn, LOGIN } from "../../../src/web/texts/login.ts";

test.each([
  [["de-AT", "en"], ["en", "de"], "de"],
  [["pt-BR"], ["en", "pt", "pt-BR"], "pt-BR"],
  [["fr", "de"], ["en", "de"], "de"],
  [["en-US", "de"], ["en", "de"], "en"],
  [["xx"], ["en", "de"], "en"],
  [[], ["en", "de"], "en"],
])("%j of %j is %s", (preferred, available, language) => {
  expect(chooseLanguage(preferred, available)).toBe(language);
});

test("every English text is there", () => {
  for (const [key, text] of Object.entries(LOGIN)) expect(text.trim(), key).not.toBe("");
});

test("a value is filled in as it is", () => {
  expect(fillIn("Continue with {name}", "$& {count}")).toBe("Continue with $& {count}");
});
