/** Every mark that the code cites has its row in `docs/reference` (I-11). */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT, readPage } from "../../protocol/docs/blocks.ts";

const FOLDERS = ["src", "sdk", "login-page", "console", "scripts", "test"];

/** Letters of our own rules: `K-10`. */
const RULE = /(?<![\w-])[PHNBZKXGVEFSDUAMCROTI]-\d{1,2}(?![\w-])/g;
/** Behaviour that existing clients rely on: `W17`, `L-W23`. */
const CONTRACT = /(?<![\w-])(?:L-[WDO]|[WCPDO])\d{1,2}(?![\w-])/g;
/** A section, or a list of them: `auth-wire 5.1, 5.5`, `wire 2.10 to 2.13`. */
const SECTIONS =
  /(?<![\w-])(auth-|login-session-)?wire(?:\.md)? §?(\d+(?:\.\d+)*(?:(?:, | and | to )\d+(?:\.\d+)*)*)/g;

/** What looks like a mark and is none, as `file mark`, each with what it is. */
const NOT_MARKS: Readonly<Record<string, string>> = {
  "src/std/request-path.ts C0": "control characters",
  "src/std/request-path.ts C1": "control characters",
};

/** Comment lines, lines inside a block comment, and what stands behind code on its line. */
const commentsOf = (source: string): string =>
  source
    .split("\n")
    .map((line) =>
      /^\s*(?:\/\*|\*|\/\/)/.test(line) ? line : (/\s\/[/*].*/.exec(line)?.[0] ?? ""),
    )
    .join("\n");

const matches = (pattern: RegExp) => (text: string) => [...text.matchAll(pattern)].map(([m]) => m);

/** `wire 2.7` is short for the session's and login's wire. */
const sectionsIn = (text: string): string[] =>
  [...text.matchAll(SECTIONS)].flatMap(([, of = "login-session-", numbers = ""]) =>
    numbers.split(/, | and | to /).map((number) => `${of}wire ${number}`),
  );

/** The families of marks by the page that has their rows. */
const PAGES = [
  {
    page: "docs/reference/rules.md",
    // Distinct enough to be found anywhere: titles of tests cite them, too.
    find: matches(RULE),
  },
  {
    page: "docs/reference/contract.md",
    find: (source: string) => {
      const comments = commentsOf(source);
      return [...matches(CONTRACT)(comments), ...sectionsIn(comments)];
    },
  },
] as const;

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.includes("node_modules"))
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`),
)
  .filter((file) => file !== "test/unit/docs/marks.test.ts")
  .map((file) => ({ file, text: readPage(file) }));

/** `auth-wire 5.2` and the anchor `auth-wire-5-2` are the same. */
const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-");

const anchorsOf = (page: string) =>
  [...readPage(page).matchAll(/^\| <a id="([^"]+)"><\/a>[^|]+\| [^|]/gm)].map(([, id = ""]) => id);

test("a mark is found in a comment, in a list and in a short form", () => {
  const source = [
    "/** Refused (K-10, L-W3; auth-wire 5.1, 5.5). */",
    'const text = "W17"; // W20, wire 2.10 to 2.13',
    'const curve = "P-256"; // as in RFC 7518, UTF-8',
  ].join("\n");
  expect(PAGES.map(({ find }) => find(source))).toEqual([
    ["K-10"],
    [
      "L-W3",
      "W20",
      "auth-wire 5.1",
      "auth-wire 5.5",
      "login-session-wire 2.10",
      "login-session-wire 2.13",
    ],
  ]);
});

describe.each(PAGES.filter(({ page }) => existsSync(join(ROOT, page))))("$page", (family) => {
  const { page, find } = family;
  const anchors = anchorsOf(page);

  test("I-11: has a row for every mark that the code cites", () => {
    const rows = new Set(anchors.map(slug));
    const unresolved = new Map<string, Set<string>>();
    for (const { file, text } of sources) {
      for (const mark of find(text)) {
        if (rows.has(slug(mark)) || `${file} ${mark}` in NOT_MARKS) continue;
        unresolved.set(mark, (unresolved.get(mark) ?? new Set()).add(file));
      }
    }
    const faults = [...unresolved].map(([mark, files]) => `${mark}: ${[...files].join(", ")}`);
    expect(faults.sort()).toEqual([]);
  });

  test("has one row for a mark", () => {
    expect(anchors.filter((id, index) => anchors.indexOf(id) !== index)).toEqual([]);
  });
});
