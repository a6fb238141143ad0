/** One version of one XML parser is installed, so that no two read a document differently (S-4). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const lock = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../package-lock.json"), "utf8"),
) as { packages: Record<string, { version?: string; dev?: boolean }> };

test("S-4: the lock file has one copy of the parser", () => {
  const copies = Object.keys(lock.packages).filter((path) => path.endsWith("/@xmldom/xmldom"));
  expect(copies).toEqual(["node_modules/@xmldom/xmldom"]);
});
