import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isCurrent } from "../../../scripts/is-current.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "postern-checkout-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, seconds: number): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), "");
  utimesSync(join(root, path), seconds, seconds);
}

function build(): void {
  write("package.json", 100);
  write("src/cli/postern.ts", 100);
  write("src/std/trim.ts", 100);
  write("packages/go-template/src/index.ts", 100);
  write("dist/bundle/cli/NOTICES.txt", 200);
}

test("npm start runs the bundle that is newer than its sources", () => {
  build();
  expect(isCurrent(root)).toBe(true);
});

test.each([
  "src/std/trim.ts",
  "src/std/new.ts",
  "packages/go-template/src/index.ts",
  "package.json",
])("npm start runs the sources after a change of %s", (path) => {
  build();
  write(path, 300);
  expect(isCurrent(root)).toBe(false);
});

test("npm start runs the sources of a checkout that was not built", () => {
  write("src/cli/postern.ts", 100);
  expect(isCurrent(root)).toBe(false);
});
