/** The page about the ways of requests names files that exist. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const page = readFileSync(join(ROOT, "docs/reference/ways.md"), "utf8");
const named = [...page.matchAll(/`([a-z0-9/-]+\.ts)`/g)].map(([, file = ""]) => file);

test("every file of the five ways is there", () => {
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((file) => !existsSync(join(ROOT, "src", file)))).toEqual([]);
});
