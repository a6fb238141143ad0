/** N-10: no regular expression takes more than linear time, whatever a caller sends. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { type Pattern, patternsIn, superLinear } from "../support/patterns.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDERS = ["src", "packages/go-template/src", "sdk", "login-page", "console"];

/** Patterns that may be more than linear, as `file pattern`, each with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {};

/** Files that compile patterns which are no constants, each with the reason. */
const COMPILED_AT_USE: Readonly<Record<string, string>> = {
  "src/session/cookie-name.ts":
    "`cookie_name_hosts[].regex` is the operator's, and a host longer than 261 characters is not compared",
  "packages/go-template/src/regex/classes.ts":
    "one character class between anchors, compared with one character; quantifiers never get there",
};

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`),
).map((file) => ({ file, ...patternsIn(readFileSync(join(ROOT, file), "utf8")) }));

function faults(file: string, patterns: readonly Pattern[]): string[] {
  return patterns.flatMap((pattern) => {
    const name = `${file} /${pattern.source}/${pattern.flags}`;
    return name in ALLOWED ? [] : superLinear(pattern).map((fault) => `${name} ${fault}`);
  });
}

/** What `new RegExp` makes while a module is loaded. */
async function madeAtLoad(file: string): Promise<Pattern[]> {
  const made: Pattern[] = [];
  class Recorded extends RegExp {
    constructor(source: RegExp | string, flags?: string) {
      super(source, flags);
      made.push({ source: this.source, flags: this.flags });
    }
  }
  vi.resetModules();
  vi.stubGlobal("RegExp", Recorded);
  try {
    await import(join(ROOT, file));
  } finally {
    vi.unstubAllGlobals();
  }
  return made;
}

describe("N-10: the rule", () => {
  test.each([
    ["`/` at the end of a path, of old", /\/+$/],
    ["`[op]` at the end of a filter, of old", /\[[^\]]*\]$/],
    ["an unanchored start", /a+b/],
    ["adjacent quantifiers over the same characters", /^\d*\w+$/],
    ["nested quantifiers", /^(?:a+)+$/],
    ["alternatives that overlap", /^(?:a|a)*$/],
  ])("refuses %s: %s", (_, { source, flags }) => {
    expect(superLinear({ source, flags })).not.toEqual([]);
  });

  test.each([/^\/+/, /^[a-z]+$/, /^basic +(\S+)\s*$/i, /[,\s]/, /\s+/g])(
    "accepts %s",
    ({ source, flags }) => {
      expect(superLinear({ source, flags })).toEqual([]);
    },
  );

  test("sees every pattern of a file, and nothing that only looks like one", () => {
    const text = `
      const half = (a: number, b: number) => a / b / 2; // no /pattern+$/
      const TAIL = /\\/+$/u;
      export const cut = (text: string) => text.replace(/b*$/g, "");
      const MADE = new RegExp("c+" + "$");
      export function later(text: string): RegExp { return new RegExp(text); }
    `;
    expect(patternsIn(text)).toEqual({
      literals: [
        { source: "\\/+$", flags: "u" },
        { source: "b*$", flags: "g" },
      ],
      atLoad: 1,
      atUse: 1,
    });
  });
});

test("N-10: every literal of the service, the SDK and the login page is linear", () => {
  expect(files.flatMap(({ literals }) => literals).length).toBeGreaterThan(200);
  expect(files.flatMap(({ file, literals }) => faults(file, literals))).toEqual([]);
});

test.each(files.filter(({ atLoad }) => atLoad > 0))(
  "N-10: what $file makes of parts is linear",
  async ({ file, atLoad }) => {
    const made = await madeAtLoad(file);
    expect(made.length).toBeGreaterThanOrEqual(atLoad);
    expect(faults(file, made)).toEqual([]);
  },
);

test("N-10: a pattern that is known at its use alone has a reason here", () => {
  const compiling = files.filter(({ atUse }) => atUse > 0).map(({ file }) => file);
  expect(compiling).toEqual(Object.keys(COMPILED_AT_USE));
});

test("N-10: no exception outlives its pattern", () => {
  const all = files.flatMap(({ file, literals }) =>
    literals.map(({ source, flags }) => `${file} /${source}/${flags}`),
  );
  expect(Object.keys(ALLOWED).filter((name) => !all.includes(name))).toEqual([]);
});
