import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { requireNode } from "../../../src/adapters/node/node-version.ts";
import { nodeRuntime } from "../../../src/adapters/node/runtime.ts";

const read = (path: string) => readFileSync(join(import.meta.dirname, "../../..", path), "utf8");

test.each(["20.20.2", "22.17.1", "18.0.0"])("Node %s is refused with both versions", (node) => {
  expect(() => requireNode({ node })).toThrow(`Postern needs Node 22.18 or later; this is ${node}`);
});

test.each(["22.18.0", "22.19.0", "23.0.0", "26.10.0"])("Node %s is taken", (node) => {
  expect(() => requireNode({ node })).not.toThrow();
});

test("Bun and Deno are not judged by the Node that they name", () => {
  expect(() => requireNode({ node: "20.0.0", bun: "1.3.0" })).not.toThrow();
  expect(() => requireNode({ node: "20.0.0", deno: "2.5.0" })).not.toThrow();
});

test("the runtime of Node asks before anything else", () => {
  const descriptor = Object.getOwnPropertyDescriptor(process, "versions");
  Object.defineProperty(process, "versions", { ...descriptor, value: { node: "20.20.2" } });
  try {
    expect(() => nodeRuntime()).toThrow("this is 20.20.2");
  } finally {
    Object.defineProperty(process, "versions", descriptor ?? {});
  }
});

test("manifest, program and runtime name the same version", () => {
  expect(JSON.parse(read("package.json")).engines.node).toBe(">=22.18");
  expect(read("bin/check-node.js")).toContain("needs Node 22.18 or later");
});
