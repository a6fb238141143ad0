/** The table of `test/README.md` names tests that exist. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDER = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(FOLDER, path), "utf8");
const rows = [
  ...read("README.md").matchAll(/^\| (.+?) \| `((?:\.\.\/)?\w+\/[^`]+\.test\.ts)` \| (.+) \|$/gm),
];

test("the table has rows", () => {
  expect(rows.length).toBeGreaterThan(40);
});

test.each(rows.map(([, what, file, title]) => [what, file, title] as const))(
  "%s",
  (_, file = "", title = "") => {
    expect(read(file)).toContain(title);
  },
);
