/** The package of the template engine as an application gets it: compiled, alone, on each runtime. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { beforeAll, expect, test } from "vitest";
import { execFileSync, spawnSync } from "../../support/ended-programs.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { command, RUNTIMES } from "../../support/server.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PACKAGE = join(ROOT, "packages/go-template");
const application = temporaryFolder();

/** The example of its README, and what its last line says comes out. */
const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
const [, example = "", output = ""] = /```ts\n([\s\S]*?)\n\/\/ (.*)\n```/.exec(readme) ?? [];

beforeAll(() => {
  const installed = join(application, "node_modules/go-template");
  for (const name of ["package.json", "README.md", "LICENSE"])
    cpSync(join(PACKAGE, name), join(installed, name));
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const words = ["-p", join(PACKAGE, "tsconfig.build.json"), "--outDir", join(installed, "dist")];
  execFileSync(process.execPath, [tsc, ...words], { stdio: "pipe" });
  writeFileSync(join(application, "package.json"), '{ "type": "module" }');
  const program = example.replace(/^(template\.execute.*);$/m, "console.log($1);");
  writeFileSync(join(application, "main.js"), program);
});

test("the example of the README is a program", () => {
  expect(output).not.toBe("");
  expect(example).toContain('from "go-template"');
});

test.each(RUNTIMES)("the example of the README prints what it says on %s", (runtime) => {
  const [program, words] = command(runtime, "main.js");
  const { stdout, stderr } = spawnSync(program, words, { cwd: application, encoding: "utf8" });
  expect(stdout.trim(), stderr).toBe(output);
});
