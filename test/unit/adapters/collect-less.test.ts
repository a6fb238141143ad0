/** How V8 is told to collect less often (ADR 0102). */
import process from "node:process";
import { expect, test } from "vitest";
import { createRuntime } from "../../../src/adapters/current.ts";
import { execFileSync } from "../../support/ended-programs.ts";

test("the flag of this engine, and its default: V8 decides by itself", () => {
  const flags = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  const said = /--heap-growing-percent \(.*\)\s+type: (\w+)\s+default: (\S+)/;
  expect(said.exec(flags)?.slice(1)).toEqual(["int", "--heap-growing-percent=0"]);
});

test("an application around the handler is not touched: its runtime cannot ask for it", async () => {
  const runtime = await createRuntime({ memory: true });
  expect(runtime.collectLess).toBeUndefined();
});
