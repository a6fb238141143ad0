/** Files of `public/`: by safe paths only, kept within a bound. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAssets } from "../../../src/adapters/drivers/assets.ts";

let root: string;
let folder: URL;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "postern-assets-"));
  folder = pathToFileURL(`${root}/public/`);
  await mkdir(join(root, "public", "swagger"), { recursive: true });
  await writeFile(join(root, "public", "swagger", "ui.css"), "a { }");
  await writeFile(join(root, "public", ".env"), "hidden");
  await writeFile(join(root, "outside"), "secret");
});
afterAll(() => rm(root, { recursive: true }));

const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

test("a file is read by its path below public/", async () => {
  expect(text(await createAssets({ folder }).read("swagger/ui.css"))).toBe("a { }");
});

test.each([
  "../outside",
  "swagger/../../outside",
  "/etc/passwd",
  "%2e%2e/outside",
  "..\\outside",
  ".env",
  "swagger",
  "swagger/",
  "",
  "a\0b",
  "file:///etc/passwd",
  "swagger//ui.css",
  "missing.css",
  `${"a".repeat(5_000)}`,
])("%j is nothing", async (path) => {
  expect(await createAssets({ folder }).read(path)).toBeUndefined();
});

test("the cache keeps within its bound and serves what it keeps", async () => {
  const assets = createAssets({ folder, cacheBytes: 8 });
  await writeFile(join(root, "public", "one"), "11111");
  await writeFile(join(root, "public", "two"), "22222");
  await assets.read("one");
  await assets.read("two"); // pushes out the first
  await writeFile(join(root, "public", "one"), "changed");
  await writeFile(join(root, "public", "two"), "changed");

  expect(text(await assets.read("two"))).toBe("22222");
  expect(text(await assets.read("one"))).toBe("changed");
});
