/**
 * Builds the site of the documentation (ADR 0092): `npm run docs` → `public/docs`, which the service serves at `{prefix}/docs/`.
 * `npm run docs -- --base /postern/ --out FOLDER` builds files to be published at that path of any web server.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { DOCS_BASE } from "../src/http/documentation/docs-files.ts";

const ROOT = join(import.meta.dirname, "..");
const SITE = join(ROOT, "site");
const PAGES = join(SITE, "pages");
const VITEPRESS = join(SITE, "node_modules/vitepress/bin/vitepress.js");

/**
 * Its packages are those of no other part, and are fetched the first time.
 * @param timeout milliseconds that it may take
 */
export function installSite(timeout?: number): number {
  if (existsSync(VITEPRESS)) return 0;
  const words = ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"];
  const ending = timeout === undefined ? {} : ({ timeout, killSignal: "SIGKILL" } as const);
  return spawnSync("npm", words, { cwd: SITE, stdio: "inherit", ...ending }).status ?? 1;
}

/** The pages as VitePress wants them: an index in each folder, the files of the root beside them. */
function copyPages(): void {
  rmSync(PAGES, { recursive: true, force: true });
  mkdirSync(PAGES);
  cpSync(join(ROOT, "docs"), PAGES, { recursive: true });
  renameSync(join(PAGES, "adr/README.md"), join(PAGES, "adr/index.md"));
  for (const name of ["CHANGELOG", "CONTRIBUTING", "SECURITY"]) {
    copyFileSync(join(ROOT, `${name}.md`), join(PAGES, `${name.toLowerCase()}.md`));
  }
}

/**
 * @param base the path of the site on its server, from `/` to `/`
 * @returns the exit status of the build; a link to a page that is not there fails it
 */
function buildDocs(base: string = DOCS_BASE, out = join(ROOT, "public/docs")): number {
  const installed = installSite();
  if (installed !== 0) return installed;
  copyPages();
  rmSync(out, { recursive: true, force: true });
  const { status } = spawnSync(process.execPath, [VITEPRESS, "build", SITE], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DOCS_BASE: base, DOCS_OUT: out },
  });
  rmSync(PAGES, { recursive: true, force: true });
  return status ?? 1;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { base: { type: "string" }, out: { type: "string" } } });
  process.exit(buildDocs(values.base, values.out && resolve(values.out)));
}
