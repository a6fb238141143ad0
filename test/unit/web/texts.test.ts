import { describe, expect, test } from "vitest";
import { fill } from "../../../src/std/texts/fill.ts";
import { ACCOUNT } from "../../../src/web/texts/en/account.ts";
import { CONSENT } from "../../../src/web/texts/en/consent.ts";
import { ERRORS } from "../../../src/web/texts/en/errors.ts";
import { LOGIN } from "../../../src/web/texts/en/login.ts";
import { TWO_STEP } from "../../../src/web/texts/en/two-step.ts";
import { fillMarkup } from "../../../src/web/texts/fill-markup.ts";
import { waitText } from "../../../src/web/texts/wait.ts";

describe("waiting times", () => {
  test.each([
    [1, "1 second"],
    [45, "45 seconds"],
    [60, "1 minute"],
    [61, "2 minutes"],
    [900, "15 minutes"],
    [5_400, "90 minutes"],
    [5_401, "2 hours"],
    [0, "1 second"],
  ])("%d seconds: %s", (seconds, text) => {
    expect(waitText(seconds)).toBe(text);
  });

  test("in another language", () => {
    expect(waitText(120, "de")).toBe("2 Minuten");
  });
});

describe("filling in", () => {
  test("every place, a missing value as nothing, and no value is filled in again", () => {
    expect(fill("{a} and {b}{c}", { a: "{b}", b: 2 })).toBe("{b} and 2");
  });

  test("markup: texts are escaped, markup is kept", async () => {
    const bold = fillMarkup("<b>{name}</b>", { name: "<i>" });
    expect(String(await bold)).toBe("&lt;b&gt;&lt;i&gt;&lt;/b&gt;");
    expect(String(await fillMarkup("To {x}.", { x: bold }))).toBe(`To ${await bold}.`);
  });
});

test.each(Object.entries({ ACCOUNT, CONSENT, ERRORS, LOGIN, TWO_STEP }))(
  "%s: flat texts, in the words of the glossary",
  (_, catalogue) => {
    for (const [key, text] of Object.entries(catalogue)) {
      expect(typeof text, key).toBe("string");
      expect(text, key).not.toMatch(/e-mail|user name|\blog in\b|\blogin\b/i);
    }
  },
);
