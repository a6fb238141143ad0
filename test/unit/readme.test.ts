/** The table of `test/README.md` names tests that exist. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withoutComments } from "../support/titles.ts";

const README = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
const [, proven = ""] = README.split("## Where a sentence is proven");
/** The head of a table and the rule below it are no rows. */
const lines = proven
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\|(?:---|.+ \| File \| Title \|$)/.test(line));

/** What, the files, the words of a title in one of them. */
const ROW = /^\| (.+) \| (`[\w./-]+\.ts`(?:, `[\w./-]+\.ts`)*) \| (.+) \|$/;

test("the table has rows", () => {
  expect(lines.length).toBeGreaterThan(40);
});

test.each(lines)("%s", (line) => {
  const [, , files = "", words = ""] = ROW.exec(line) ?? [];
  const texts = [...files.matchAll(/[\w./-]+\.ts/g)].map(([file]) => withoutComments(file));
  expect(texts, "a sentence, a file and a title").not.toEqual([]);
  const has = (title: string) => texts.some((text) => text.includes(title));
  const gone = has(words) ? [] : words.split("; ").filter((title) => !has(title));
  expect(gone).toEqual([]);
});
