/** What the standards demand has a test on the page, and that test exists (O-5). */
import { describe, expect, test } from "vitest";
import { readPage } from "../../protocol/docs/blocks.ts";
import { withoutComments } from "../../support/titles.ts";

const ROW = /^\| ([\d.]+) \| (.+?) \| `([^`]+\.ts)` \| (.+) \|$/;

const sections = readPage("docs/reference/musts.md")
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const [title = "", ...lines] = text.split("\n");
    // The head and the rule below it are no rows.
    const rows = lines.filter((line) => line.startsWith("|") && !/^\|(?:---| § )/.test(line));
    return { title, rows };
  });

describe.each(sections)("the standard demands: $title", ({ rows }) => {
  test("has rows", () => expect(rows.length).toBeGreaterThan(2));

  test.each(rows)("%s", (row) => {
    const [, , , file = "", title = ""] = ROW.exec(row) ?? [];
    expect(file, "a paragraph, a sentence, a file and a title").not.toBe("");
    expect(withoutComments(file)).toContain(title);
  });
});
