/**
 * No object literal with a getter is made for each request: each has a shape of its own, which engines cannot learn. One
 * in `openCall` cost userinfo half as much again. A class has one shape for all.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** Made once, or where something has failed already. */
const RARE = [
  "src/adapters/base-runtime.ts",
  "src/adapters/drivers/pglite-statements.ts",
  "src/call.ts: withoutOrigin",
  "src/crypto/live-box.ts",
  "src/http/endpoint/envelope.ts",
  "src/session/session-backend.ts",
  "src/snapshot/follow.ts",
  "src/snapshot/unreadable-rows.ts",
  "src/store/change-feed.ts",
];

/** Of each literal with a getter: its file, and the constant or function that it stands in. */
function literalsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  if (!/\bget [\w[#]/.test(text)) return [];
  const found: string[] = [];
  const visit = (node: ts.Node, inside: string): void => {
    const named =
      (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) && node.name
        ? node.name.getText(source)
        : inside;
    if (ts.isObjectLiteralExpression(node) && node.properties.some(ts.isGetAccessor)) {
      found.push(`${file}: ${inside}`);
    }
    ts.forEachChild(node, (child) => visit(child, inside === "" ? named : inside));
  };
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  visit(source, "");
  return found;
}

describe("literals with a getter", () => {
  it("are made once, not for each request", () => {
    const files = globSync("src/**/*.ts", { cwd: ROOT });
    const found = files.flatMap(literalsOf);
    const known = (one: string) => RARE.some((rare) => one === rare || one.startsWith(`${rare}: `));
    expect(found.filter((one) => !known(one))).toEqual([]);
    const isLeft = (rare: string) =>
      found.some((one) => one === rare || one.startsWith(`${rare}: `));
    expect(RARE.filter((rare) => !isLeft(rare))).toEqual([]);
  });
});
