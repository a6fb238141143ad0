/** docs/operations.md against the doctor: an operator who reads an id finds it on the page. */
import { expect, test } from "vitest";
import { MESSAGES } from "../../../src/messages/en.ts";
import { readPage } from "../../protocol/docs/blocks.ts";

/** Of every check there is a sentence for when nothing is wrong. */
const FINDINGS = Object.keys(MESSAGES).flatMap((id) => /^doctor\.(\w+)\.fine$/.exec(id)?.[1] ?? []);

test("the page names every finding of the doctor", () => {
  const [, section = ""] = readPage("docs/operations.md").split("\n## The doctor\n");
  const [list = ""] = section.split("\n## ");
  expect(FINDINGS.length).toBeGreaterThan(25);
  expect(FINDINGS.filter((id) => !list.includes(`\`${id}\``))).toEqual([]);
});
