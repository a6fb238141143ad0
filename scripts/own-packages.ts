/**
 * In the checkout `#name` leads to the sources of a package of `packages/` (`imports` of package.json). An installed
 * package has none: in `dist` the same import leads to what was compiled beside it, in `dist/name`.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";

const IMPORT = /(\bfrom |\bimport\(|^import )"#([a-z-]+)"/gm;

/** @param file of `dist`, relative to it, as all paths here */
export function ownImports(file: string, text: string): string {
  return text.replace(IMPORT, (_, before: string, name: string) => {
    const path = relative(dirname(file), `${name}/index.js`).replaceAll("\\", "/");
    return `${before}"${path.startsWith(".") ? path : `./${path}`}"`;
  });
}

if (import.meta.main) {
  const dist = join(import.meta.dirname, "../dist");
  let changed = 0;
  for (const file of globSync("**/*.{js,d.ts}", { cwd: dist, exclude: ["bundle/**"] })) {
    const text = readFileSync(join(dist, file), "utf8");
    const led = ownImports(file, text);
    if (led === text) continue;
    writeFileSync(join(dist, file), led);
    changed += 1;
  }
  if (changed === 0 || !existsSync(join(dist, "go-template/index.js"))) {
    console.error("dist: no import of an own package, or none was compiled");
    process.exit(1);
  }
  console.log(`dist: ${changed} files import the packages beside them`);
}
