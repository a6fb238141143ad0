/** docs/templates.md: every function is there with an example that gives what the page says, and no other. */
import { describe, expect, test } from "vitest";
import { parseTemplate } from "#go-template";
import { FUNCTIONS } from "../../../packages/go-template/src/functions.ts";
import { readPage } from "../../protocol/docs/blocks.ts";
import { readRows, sectionOf } from "./schema-paths.ts";

const page = readPage("docs/templates.md");
const functions = sectionOf(page, "## Functions");
const aliases = readRows(sectionOf(page, "### Other names"));
const rows = readRows(functions).filter(({ cells }) => cells.length === 3);

/** As the page tells it above the tables. */
const DATA = {
  name: "Ada",
  mail: "ada@example.com",
  age: 41,
  height: 1.75,
  no: 12345678,
  groups: ["b", "a", "b"],
};
const FIRST_OF_2026 = Date.UTC(2026, 0, 1);

/** What stands between backticks; a dash is nothing. */
const shown = (cell = "") =>
  cell === "–" ? "" : cell.replace(/^(`+) ?(.*?) ?\1$/, "$2").replaceAll("\\|", "|");

describe("docs/templates.md", () => {
  test("names every function and no other", () => {
    const named = [...rows, ...aliases].map(({ key }) => key);
    expect(named.sort()).toEqual([...FUNCTIONS.keys()].sort());
  });

  test.each(rows)("$key", ({ cells: [meaning = "", example, result] }) => {
    expect(meaning).toMatch(/^[A-Z].*\.$/);
    const text = parseTemplate(shown(example)).execute(DATA, { now: () => FIRST_OF_2026 });
    expect(text.replaceAll("\n", "\\n")).toBe(shown(result));
  });

  test.each(aliases)("$key is another name", ({ key, cells: [other] }) => {
    expect(FUNCTIONS.get(key)).toBe(FUNCTIONS.get(shown(other)));
  });
});
