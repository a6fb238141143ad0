/** Builds the console (`console/` → `public/ui`): hashed names, compressed copies, and the list of what the page loads. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, type Manifest } from "vite";
import type { ConsoleFiles } from "../src/http/pages/console-files.ts";

const ROOT = join(import.meta.dirname, "..");
const ENTRY = "main.tsx";
/** As the bundler writes it: every package in the files, with its version and the text of its license. */
const LICENSES = "licenses.md";

const digest = (bytes: Uint8Array) =>
  `sha384-${createHash("sha384").update(bytes).digest("base64")}`;

/** `assets/main-x.js` → `main-x.js`; the service knows one folder. */
const nameOf = (file: string) => file.replace(/^assets\//, "");

/** Kept for ever by browsers, as the scripts are. */
const nameByHash = (bytes: Uint8Array) =>
  `licenses-${createHash("sha256").update(bytes).digest("base64url").slice(0, 8)}.txt`;

/** Scripts that the entry needs before it runs, in the order of the build. */
function preloads(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  if (seen.has(key)) return [];
  seen.add(key);
  const chunk = manifest[key];
  const deeper = chunk?.imports?.flatMap((name) => preloads(manifest, name, seen)) ?? [];
  return [...deeper, ...(chunk && key !== ENTRY ? [nameOf(chunk.file)] : [])];
}

/** @param folder where the files go; `public/ui` is what the service serves */
export async function buildConsole(folder = join(ROOT, "public/ui")): Promise<ConsoleFiles> {
  rmSync(folder, { recursive: true, force: true });
  await build({
    root: join(ROOT, "console"),
    configFile: false,
    // Found from the script that asks for them, under whatever prefix the service has.
    base: "./",
    logLevel: "warn",
    mode: "production",
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: "manifest.json",
      license: { fileName: LICENSES },
      target: "es2022",
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      // The bytes that a page begins with have a limit of their own, in `protocol/console.test.ts`.
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        input: join(ROOT, "console", ENTRY),
        onLog(level, log, report) {
          // Mantine marks its files for a renderer on servers, which there is none of here.
          if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
        },
      },
    },
  });
  const manifestFile = join(folder, "manifest.json");
  const manifest: Manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
  rmSync(manifestFile);
  const entry = manifest[ENTRY];
  if (!entry) throw new Error("the build of the console has no entry");

  const assets = join(folder, "assets");
  const licenses = nameByHash(readFileSync(join(folder, LICENSES)));
  renameSync(join(folder, LICENSES), join(assets, licenses));
  const integrity: Record<string, string> = {};
  for (const name of readdirSync(assets).sort()) {
    const bytes = readFileSync(join(assets, name));
    integrity[name] = digest(bytes);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, { params }));
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
  const files: ConsoleFiles = {
    script: nameOf(entry.file),
    preload: preloads(manifest, ENTRY),
    styles: (entry.css ?? []).map(nameOf),
    licenses,
    integrity,
  };
  writeFileSync(join(folder, "console.json"), JSON.stringify(files));
  return files;
}

if (import.meta.main) {
  const folder = process.argv[2];
  const { script, preload, styles } = await buildConsole(folder);
  const assets = join(folder ?? join(ROOT, "public/ui"), "assets");
  const sizes = [script, ...preload, ...styles].map(
    (name) => readFileSync(join(assets, `${name}.br`)).length,
  );
  console.log(
    `console: ${sizes.length} files to begin with, ${sizes.reduce((a, b) => a + b, 0)} bytes with brotli`,
  );
}
