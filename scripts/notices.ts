/** The licences of the packages whose code a bundle contains. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The first words of each are those of the package's own file; throws for a package without one. */
function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.\w+)?$/i.test(entry));
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : `Licence: ${license}`;
  if (!file && !license) throw new Error(`${name} names no licence`);
  return `${name} ${version}\n\n${text}\n`;
}

/**
 * One text about all packages.
 * @param modules paths of the files that are in the bundle
 */
export function noticesOf(modules: readonly string[]): string {
  const folders = modules
    .map((path) => PACKAGE.exec(path.replaceAll("\\", "/"))?.[1])
    .filter((folder) => folder !== undefined && existsSync(join(folder, "package.json")));
  return [...new Set(folders as string[])]
    .sort()
    .map(noticeOf)
    .join(`\n${"-".repeat(72)}\n\n`);
}
