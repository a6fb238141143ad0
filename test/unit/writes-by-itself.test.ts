/** ADR 0119: a write with no request behind it begins in these files; below a route each has the store of its call. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCE = join(import.meta.dirname, "../../src");

const ALLOWED = [
  "auth.ts",
  "auth/open-service.ts",
  "cli/configuration/target.ts",
  "cli/import-users.ts",
  "cli/recover.ts",
  "cli/rotate-encryption-key.ts",
  "cli/serve.ts",
  "directory/loop.ts",
];

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path !== "call.ts");

const using = (pattern: RegExp) =>
  files.filter((file) => pattern.test(readFileSync(join(SOURCE, file), "utf8"))).sort();

test("the service writes by itself where there is no request", () => {
  expect(using(/\bbyItself\(/)).toEqual(ALLOWED);
});

test("its own store is taken where it is made, and where many requests become one write", () => {
  expect(using(/\bownStore\b/)).toEqual(["auth/open-service.ts", "tokens/revocation-queue.ts"]);
});
