/** The version of the package this file belongs to. */
import { readFileSync } from "node:fs";
import { PACKAGE_FOLDER } from "./package-folder.ts";

/** Read at run time, so that no build step is needed and the two can never differ. */
export function packageVersion(): string {
  const text = readFileSync(new URL("package.json", PACKAGE_FOLDER), "utf8");
  const parsed: unknown = JSON.parse(text);
  const known = typeof parsed === "object" && parsed !== null && "version" in parsed;
  return known ? String(parsed.version) : "unknown";
}
