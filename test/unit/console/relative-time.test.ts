/**
 * Times of the console are relative: "in 3 hours", "vor 2 Tagen", "hier". What stands before them has to bear it, so a text has
 * its time as `{time}`, with words around it that fit, and no label before a time is a preposition.
 */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { relativeTime } from "../../../console/std/relative-time.ts";
import { loadTexts } from "../../../console/texts/catalogue.ts";
import { LANGUAGES, type Language } from "../../../src/std/texts/languages.ts";
import { flat } from "../../support/languages.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EXAMPLES = [-400 * DAY, -2 * DAY, -DAY, -5 * MINUTE, 0, 5 * MINUTE, DAY, 2 * DAY, 400 * DAY];

/** Words that ask for a moment or a length, and never for "in 3 hours". */
const BEFORE: Readonly<Record<Language, RegExp>> = {
  en: /(?:^|\s)(?:until|till|since|from|at|on|for|by|within|before|after|as of)$/i,
  de: /(?:^|\s)(?:bis|seit|ab|am|um|von|vor|in|innerhalb|nach|noch|bis zu[mr]?)$/i,
  fr: /(?:^|\s)(?:jusqu’(?:à|au)|depuis|dès|à|au|le|dans|en|pendant|pour|à partir d[eu]|avant|après)$/i,
};
/** Words that a label does not end with; in German and French some of them are parts of verbs elsewhere. */
const AT_THE_END: Readonly<Record<Language, RegExp>> = {
  en: /(?:^|\s)(?:until|since|from|at|on|for|by|within)$/i,
  de: /(?:^|\s)(?:bis|seit|ab|am|um|noch)$/i,
  fr: /(?:^|\s)(?:jusqu’(?:à|au)|depuis|dès|à|le|pendant|pour)$/i,
};
const languages = Object.keys(LANGUAGES) as Language[];

const sources = globSync("console/**/*.tsx").map(
  (file) => [file, readFileSync(file, "utf8").replaceAll('{" "}', " ")] as const,
);

test("a distance is said in its largest unit, and a near one by its name", () => {
  expect(EXAMPLES.map((distance) => relativeTime(distance, "en"))).toEqual([
    ...["last year", "2 days ago", "yesterday", "5 minutes ago", "now"],
    ...["in 5 minutes", "tomorrow", "in 2 days", "next year"],
  ]);
});

describe.each(languages)("in %s", (language) => {
  test("what stands before a relative time bears it", async () => {
    const timed = flat((await loadTexts(language)).texts).filter(([, text]) =>
      text.includes("{time}"),
    );
    expect(timed.length).toBeGreaterThan(25);
    const wrong = timed.filter(([, text]) =>
      BEFORE[language].test(text.slice(0, text.indexOf("{time}")).trim()),
    );
    // Shown as a reader would see it: "signs until in 2 days".
    const seen = (text: string) => text.replace("{time}", relativeTime(2 * DAY, language));
    expect(wrong.map(([path, text]) => `${path}: ${seen(text)}`)).toEqual([]);
  });

  test("a label whose value is a time ends with no preposition", async () => {
    const label = /\{\w+\.(\w+)\}(?:<\/dt>\s*<dd)?>\s*(?:\{[^{}]*[?:] )?<Time /g;
    const names = new Set(
      sources.flatMap(([, source]) => [...source.matchAll(label)].map(([, name]) => name)),
    );
    expect(names.size).toBeGreaterThan(5);
    const texts = flat((await loadTexts(language)).texts).filter(([path]) =>
      names.has(path.split(".").at(-1)),
    );
    expect(texts.filter(([, text]) => AT_THE_END[language].test(text))).toEqual([]);
  });
});

test("the words around a time are one text with it", () => {
  const apart = sources.filter(([, source]) => /[\w)]\}\s*<Time /.test(source));
  expect(apart.map(([file]) => file)).toEqual([]);
});

test("no time stands as plain text where a relative one belongs", () => {
  const filled = sources.filter(([, source]) =>
    /\bfill\((?:[^()]|\([^()]*\))*\btime\b/.test(source),
  );
  expect(filled.map(([file]) => file)).toEqual([]);
});
