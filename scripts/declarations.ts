/** Declarations that users of the package can see; `npm run build` removes all others from `dist`. */
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";

const IMPORT =
  /\bfrom "([^"]+)"|\bimport\("([^"]+)"\)|^import "([^"]+)"|^\/\/\/ <reference (?:path|types)="([^"]+)"/gm;

const importsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(IMPORT)].map(
    (match) => match.slice(1).find((name) => name !== undefined) ?? "",
  );

/** `./a.ts` and `./a.js` are declared in `./a.d.ts`. */
const declarationOf = (file: string, from: string): string =>
  resolve(dirname(file), from.replace(/\.[jt]s$/, ".d.ts"));

/**
 * The declarations in `dist` that the entries lead to, each with the packages that it imports.
 * Throws for one that is not there.
 * @param folder of its package.json
 */
export function publicDeclarations(folder: string): ReadonlyMap<string, readonly string[]> {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const found = new Map<string, readonly string[]>();
  const visit = (file: string, from: string): void => {
    if (found.has(file)) return;
    if (!existsSync(file)) throw new Error(`${from} leads to ${file}, which is not there`);
    const imports = importsOf(file);
    const own = imports.filter((name) => name.startsWith("."));
    found.set(
      file,
      imports.filter((name) => !name.startsWith(".")),
    );
    for (const name of own) visit(declarationOf(file, name), file);
  };
  for (const [entry, { types }] of Object.entries<{ types?: string }>(exports)) {
    // The SDK's are one file of its own (`build-browser.ts`).
    if (types?.startsWith("./dist/")) visit(resolve(folder, types), entry);
  }
  return found;
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(import.meta.dirname, ".."));
  const visible = publicDeclarations(folder);
  const inner = globSync("dist/**/*.d.ts", { cwd: folder })
    .map((path) => join(folder, path))
    .filter((path) => !visible.has(path));
  for (const path of inner) rmSync(path);
  console.log(`${visible.size} declarations, ${inner.length} inner ones removed`);
}
