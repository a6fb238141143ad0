/** The entries of the package: each loads on its runtimes and has these values, and no others. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { spawnSync } from "../support/ended-programs.ts";
import { command, RUNTIMES } from "../support/server.ts";

const ROOT = join(import.meta.dirname, "../..");
const SCRIPT = join(import.meta.dirname, "scripts/entries.ts");

const SESSION = ["createSession", "getSession", "setContext"];
const LOGIN = ["createLogin"];
const GUARDS = [
  "forwardAuth",
  "iamCheck",
  "missingScope",
  "requireAuthentication",
  "requireRole",
  "requireScope",
  "resourceServer",
  "sessionInfo",
];
const COMMON = {
  ".": [
    "AuthError",
    "SESSION_KEY",
    "StartError",
    "createAuth",
    ...SESSION,
    ...LOGIN,
    ...GUARDS,
  ].sort(),
  "./session": SESSION,
  "./login": LOGIN,
  "./guards": GUARDS,
  "./edge": ["edgeRuntime"],
  "./sdk": [
    "LoginError",
    "createLogin",
    "createPasskey",
    "flowFromURL",
    "getRedirectPath",
    "isResponseTypeCode",
    "isWebAuthnSupported",
  ],
};
const OWN = (runtime: string) => ({
  [`./${runtime}`]: [`${runtime}Connection`, `${runtime}Runtime`],
});

test.each(RUNTIMES)("%s loads the entries", (runtime) => {
  const [program, args] = command(runtime, SCRIPT);
  const { stdout, stderr, status } = spawnSync(program, args, {
    encoding: "utf8",
    cwd: ROOT,
  });
  expect(status, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ ...COMMON, ...OWN(runtime) });
});

test("these are the entries of package.json, each with types and a module", () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const { "./package.json": manifest, ...entries } = exports as Record<string, unknown>;
  expect(manifest).toBe("./package.json");
  expect(Object.keys(entries).sort()).toEqual(
    [...Object.keys(COMMON), ...RUNTIMES.map((runtime) => `./${runtime}`)].sort(),
  );
  for (const entry of Object.values(entries)) {
    expect(entry).toEqual({
      types: expect.stringMatching(/\.d\.ts$/),
      default: expect.stringMatching(/\.js$/),
    });
  }
});
