/** The lock files name the packages of every platform, so that an install on any of them leaves the checkout as it was. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Locked {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const ROOT = join(import.meta.dirname, "../../..");
const locked = (file: string): Record<string, Locked> =>
  JSON.parse(readFileSync(join(ROOT, file), "utf8")).packages;

/** Where Node looks for a package from another one: in its own folder, then in those around it. */
function find(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf("node_modules/"))) {
    const path = `${folder}${folder === "" || folder.endsWith("/") ? "" : "/"}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === "") return undefined;
  }
}

/**
 * Published for Linux on x64 alone as yet: elsewhere `bcrypt-ts` does the work (docs/adr/0027-native-bcrypt-where-it-is.md).
 * `npm ci` wants their names all the same.
 */
const UNPUBLISHED = /^@node-rs\/bcrypt-(?!linux-x64-gnu$)/;

/** What a package asks for, and the lock file has nowhere. */
function missing(packages: Record<string, Locked>): string[] {
  return Object.entries(packages).flatMap(([from, entry]) => {
    const peers = Object.keys(entry.peerDependencies ?? {}).filter(
      (name) => !entry.peerDependenciesMeta?.[name]?.optional,
    );
    const asked = [
      ...Object.keys({
        ...entry.dependencies,
        ...entry.devDependencies,
        ...entry.optionalDependencies,
      }),
      ...peers,
    ];
    return asked
      .filter((name) => find(packages, from, name) === undefined)
      .map((name) => `${from || "the project"} → ${name}`);
  });
}

test.each(["package-lock.json", "tools/package-lock.json", "site/package-lock.json"])(
  "%s is whole",
  (file) => {
    const packages = locked(file);
    expect(missing(packages)).toEqual([]);
    const unproven = Object.keys(packages).filter(
      (path) =>
        path && !packages[path]?.integrity && !UNPUBLISHED.test(path.replace("node_modules/", "")),
    );
    expect(unproven).toEqual([]);
    // The name of a server would bind the project to it.
    expect(Object.values(packages).filter(({ resolved }) => resolved?.includes("://"))).toEqual([]);
  },
);

test("a lock file that was written on one platform alone is found out", () => {
  const packages = { ...locked("tools/package-lock.json") };
  delete packages["node_modules/@biomejs/cli-darwin-arm64"];
  expect(missing(packages)).toEqual(["node_modules/@biomejs/biome → @biomejs/cli-darwin-arm64"]);
});
