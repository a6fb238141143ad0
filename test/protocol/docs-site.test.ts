/** How the documentation is served below the prefix (ADR 0092); `browser/docs-site` has the site itself. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { testRuntime } from "../support/runtime.ts";

const INLINE = 'document.title = "/__POSTERN_DOCS__/"';
/** Files as `npm run docs` leaves them in `public/docs`. */
const FILES = new Map(
  Object.entries({
    "docs/index.html": `<script src="/__POSTERN_DOCS__/assets/app.B2c4xx99.js"></script><script id="a">${INLINE}</script>`,
    "docs/connect/index.html": "<h1>Connect</h1>",
    "docs/assets/chunks/theme.B2c4xx99.js": 'import "/__POSTERN_DOCS__/assets/app.B2c4xx99.js";',
    "docs/assets/sign-in.B2c4xx99.png": "/__POSTERN_DOCS__/",
    "docs/notes.txt": "of no type that the site has",
  }).map(([path, text]) => [path, new TextEncoder().encode(text)]),
);
const runtime = testRuntime();
/** A build with this site, or without any; everything else of the package is there. */
const build = (site: ReadonlyMap<string, Uint8Array<ArrayBuffer>>) => ({
  ...runtime,
  assets: {
    read: async (path: string) =>
      path.startsWith("docs/") ? site.get(path) : runtime.assets.read(path),
  },
});
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth({ prefix_path: "/id" }, build(FILES));
});
afterAll(() => service[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  service.request("GET", `/id${path}`, { headers });

test("pages and scripts name the prefix of the service; pictures are as they were built", async () => {
  expect((await get("/docs/")).text).toContain('src="/id/docs/assets/app.B2c4xx99.js"');
  const script = await get("/docs/assets/chunks/theme.B2c4xx99.js");
  expect(script.text).toBe('import "/id/docs/assets/app.B2c4xx99.js";');
  expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect((await get("/docs/assets/sign-in.B2c4xx99.png")).text).toBe("/__POSTERN_DOCS__/");
});

test("a page runs its own scripts alone: those of the service, and those whose digest it names", async () => {
  const { headers } = await get("/docs/");
  const digest = createHash("sha256").update('document.title = "/id/docs/"').digest("base64");
  expect(headers.get("content-security-policy")).toContain(`script-src 'self' 'sha256-${digest}';`);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  const other = await get("/docs/connect/");
  expect(other.headers.get("content-security-policy")).toContain("script-src 'self';");
});

test("what has a hash in its name is kept, a page is asked about again", async () => {
  const script = await get("/docs/assets/chunks/theme.B2c4xx99.js");
  expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const page = await get("/docs/index.html");
  expect(page.headers.get("cache-control")).toBe("no-cache");
  const etag = page.headers.get("etag") ?? "";
  expect((await get("/docs/", { "if-none-match": etag })).status).toBe(304);
});

test("without a page the address leads to the site, and a folder is its first page", async () => {
  const { status, headers } = await get("/docs");
  expect([status, headers.get("location")]).toEqual([307, "/id/docs/"]);
  expect((await get("/docs/connect/")).text).toBe("<h1>Connect</h1>");
});

test("other files of the package, and types that the site does not have, are not there", async () => {
  for (const path of ["/docs/../package.json", "/docs/..%2fui%2fconsole.json", "/docs/notes.txt"]) {
    expect([400, 404], path).toContain((await get(path)).status);
  }
});

test("the console links to the site of its build; a build without one answers 404 and has no link", async () => {
  const consoleOf = (one: TestAuth, prefix: string) => one.request("GET", `${prefix}/ui/`);
  expect((await consoleOf(service, "/id")).text).toContain('data-docs="/id/docs/"');
  await using bare = await testAuth({}, build(new Map()));
  const { status, text } = await bare.request("GET", "/auth/docs/");
  expect([status, text]).toEqual([404, expect.stringContaining("<!doctype html>")]);
  const page = await consoleOf(bare, "/auth");
  expect(page.text).toContain('<div id="console"');
  expect(page.text).not.toContain("data-docs");
});
