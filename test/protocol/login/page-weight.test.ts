/** What a browser loads before a person can sign in, counted in bytes: a slow line has no other measure that holds still. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../../support/gateway.ts";
import { createAssets } from "../../support/inside.ts";
import { testRuntime } from "../../support/runtime.ts";

const MAX_BYTES = 20 * 1024;
const PAGE = "/login/";
const SOURCES = /<(?:script|img|iframe|source)\b[^>]*\bsrc="([^"]+)"/g;
const LINKS = /<link\b[^>]*\brel="(?:icon|stylesheet|modulepreload|preload)"[^>]*\bhref="([^"]+)"/g;
const IMPORTS = /\bfrom\s*["']([^"']+)["']|\bimport\s*\(?\s*["']([^"']+)["']/g;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ runtime: { ...testRuntime(), assets: createAssets() } });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, one, other]) => one ?? other ?? []);

/** Every text of the first visit by its address, scripts that scripts load included. */
async function firstVisit(): Promise<ReadonlyMap<string, string>> {
  const jar = gateway.jar();
  const loaded = new Map<string, string>();
  const waiting = [new URL(PAGE, "https://id.example.com")];
  for (const url of waiting) {
    if (loaded.has(url.href)) continue;
    const { status, text, headers } = await jar.open(url.pathname + url.search);
    expect(status, url.href).toBe(200);
    loaded.set(url.href, text);
    const isPage = headers.get("content-type")?.startsWith("text/html");
    const names = isPage ? [...found(text, SOURCES), ...found(text, LINKS)] : found(text, IMPORTS);
    waiting.push(...names.map((name) => new URL(name, url)));
  }
  return loaded;
}

test("the login page is four requests to its own origin and at most 20 KB with gzip", async () => {
  const loaded = await firstVisit();
  const paths = [...loaded.keys()].map((href) => new URL(href).pathname);
  // Fewer bytes because a script was not there would be no success.
  expect(paths).toContain("/login/assets/login.js");
  expect(paths).toContain("/login/auth/sdk.js");
  expect(new Set([...loaded.keys()].map((href) => new URL(href).origin)).size).toBe(1);
  expect(paths.length).toBeLessThanOrEqual(4);
  const zipped = [...loaded.values()].reduce((sum, text) => sum + gzipSync(text).length, 0);
  expect(zipped).toBeLessThanOrEqual(MAX_BYTES);
});
