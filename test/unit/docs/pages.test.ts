/** What holds for every page: links lead somewhere, examples are run, the list of routes is true. */
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { allEndpoints } from "../../../src/http/router/endpoints.ts";
import { ROOT, readBlocks, readPage } from "../../protocol/docs/blocks.ts";
import { readRows, sectionOf } from "./schema-paths.ts";

const DOCS = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);
const PAGES = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", ...DOCS];

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
  test("every relative link and picture leads to a file and a heading", () => {
    const prose = readPage(page).replace(/^```[\s\S]*?^```/gm, "");
    const written = [...prose.matchAll(/\]\(([^)\s]+)\)|<(?:img|a)[^>]* (?:src|href)="([^"]+)"/g)];
    const links = written.map(([, link, html]) => link ?? html ?? "");
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
        return ["json", "yaml", "ts", "js", "python", "go", "java"].includes(language);
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

/** I-3: the username that applications get is `uid` if it is an alias, else the first alias. */
test("every user of the pages has a username that is no email address", () => {
  const commands = PAGES.flatMap(readBlocks)
    .filter(({ language, text }) => language === "sh" && text.includes('"alias'))
    .filter(({ text }) => /\/v1\/users(\s|$)/.test(text.replaceAll("\\\n", "")));
  const names = commands.map(({ page, line, text }) => {
    const plain = text.replaceAll('\\"', '"');
    const [, uid = ""] = /"uid": "([^"]+)"/.exec(plain) ?? [];
    const [, list = ""] = /"alias": \[([^\]]+)\]/.exec(plain) ?? [];
    const aliases = list.split(",").map((alias) => alias.trim().slice(1, -1));
    return { at: `${page}:${line}`, name: aliases.includes(uid) ? uid : (aliases[0] ?? "") };
  });
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter(({ name }) => name === "" || name.includes("@"))).toEqual([]);
});

describe("README", () => {
  const page = readPage("README.md");

  test("every row of what is there leads to the page that has it", () => {
    const rows = sectionOf(page, "## What is there").match(/^\| .*\|$/gm) ?? [];
    const [, , ...things] = rows;
    expect(things.length).toBeGreaterThan(5);
    expect(things.filter((row) => !row.includes("](docs/"))).toEqual([]);
  });

  test("names no route that exists as missing", () => {
    const named = routesIn(sectionOf(page, "## What is not there yet"));
    expect(named.filter((route) => routes.has(route))).toEqual([]);
  });

  test("lists every page, or its folder's first page does", () => {
    const contributing = readPage("CONTRIBUTING.md");
    const inFolder = (doc: string) => {
      const first = `${dirname(doc)}/index.md`;
      return existsSync(join(ROOT, first)) && readPage(first).includes(`(${basename(doc)})`);
    };
    const unlisted = DOCS.filter((doc) => !doc.startsWith("docs/adr/"))
      .filter((doc) => !page.includes(`(${doc})`) && !contributing.includes(`(${doc})`))
      .filter((doc) => !inFolder(doc));
    expect(unlisted).toEqual([]);
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
