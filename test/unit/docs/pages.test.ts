/** What holds for every page: links lead somewhere, examples are run, the list of routes is true. */
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { allEndpoints } from "../../../src/http/endpoints.ts";
import { ROOT, readBlocks, readPage } from "../../protocol/docs/blocks.ts";
import { readRows, sectionOf } from "./schema-paths.ts";

const DOCS = [
  "getting-started",
  "configuration",
  "settings",
  "deployment",
  "templates",
  "tokens",
  "authorization",
  "sessions",
  "login",
  "guards",
  "embedding",
  "migration",
  "operations",
  "errors",
  "code-store",
  "pages",
  "permissions",
  "performance",
  "reference/attack-matrix",
  "reference/rules",
  "reference/contract",
].map((name) => `docs/${name}.md`);
const ADRS = readdirSync(join(ROOT, "docs/adr")).map((name) => `docs/adr/${name}`);
const PAGES = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", ...DOCS, ...ADRS];

/** As GitHub makes it from a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

/** Headings, and the rows of the reference pages. */
const anchorsOf = (page: string) => [
  ...[...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading ?? "")),
  ...[...readPage(page).matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id ?? ""),
];

describe.each(PAGES)("%s", (page) => {
  test("every relative link leads to a file and a heading", () => {
    const prose = readPage(page).replace(/^```[\s\S]*?^```/gm, "");
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? "");
    const broken = links
      .filter((link) => !/^(https?|mailto):/.test(link))
      .filter((link) => {
        const [path = "", heading] = link.split("#");
        const target = path === "" ? page : join(dirname(page), path);
        if (!existsSync(join(ROOT, target))) return true;
        return heading !== undefined && !anchorsOf(target).includes(heading);
      });
    expect(broken).toEqual([]);
  });

  test("every example is run by a test, or the page says why not", () => {
    const silent = readBlocks(page)
      .filter(({ language, text }) => {
        if (language === "sh") return /^\s*(curl|POSTERN_|export POSTERN_)/m.test(text);
        return ["json", "yaml", "ts"].includes(language);
      })
      .filter(({ name, notRun }) => name === "" && notRun === undefined)
      .map(({ page, line }) => `${page}:${line}`);
    expect(silent).toEqual([]);
  });
});

/** `{id}` and the like for parameters, below the prefix or from the root. */
const routes = new Set(
  allEndpoints.map(({ method, path }) => {
    const plain = path.replace(/:([A-Za-z_]+)(\{[^}]*\})?/g, "{$1}");
    return `${method.toUpperCase()} ${plain}`;
  }),
);
const routesIn = (text: string) =>
  [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`]*)`/g)].map(([, route]) => route ?? "");

describe("README", () => {
  const page = readPage("README.md");

  test("names only routes that exist as being there", () => {
    const named = routesIn(sectionOf(page, "## What is there"));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((route) => !routes.has(route))).toEqual([]);
  });

  test("names no route that exists as missing", () => {
    const named = routesIn(sectionOf(page, "## What is not there yet"));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((route) => routes.has(route))).toEqual([]);
  });

  test("lists every page", () => {
    expect(DOCS.filter((doc) => !page.includes(`(${doc})`))).toEqual([]);
  });
});

test("docs/errors.md has every error code of the service with its status", () => {
  const source = readPage("src/errors.ts");
  const codes = source.slice(source.indexOf("const CODES"), source.indexOf("} as const"));
  const expected = [...codes.matchAll(/^ {2}(\w+): (\d+),$/gm)].map(([, code, status]) => [
    code,
    status,
  ]);
  const rows = readRows(sectionOf(readPage("docs/errors.md"), "## Codes"));
  expect(rows.map(({ key, cells }) => [key, cells[0]])).toEqual(expected);
});
