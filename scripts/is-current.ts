/** Whether the bundled program is that of the sources of a checkout. */
import { globSync, statSync } from "node:fs";
import { join } from "node:path";

/** What the bundle is made of. */
const SOURCES = ["src/**/*.ts", "packages/*/src/**/*.ts", "package.json"];
/** Written last. */
const BUILT = "dist/bundle/cli/NOTICES.txt";

/** False when a source is newer than the bundle, or there is none. */
export function isCurrent(root: string): boolean {
  const changed = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs;
  const built = changed(BUILT);
  if (built === undefined) return false;
  return globSync(SOURCES, { cwd: root }).every((path) => (changed(path) ?? 0) <= built);
}
