/** `npm run -s sbom`: what the package consists of, from the lock file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { execFileSync } from "../../support/ended-programs.ts";

interface Component {
  readonly name: string;
  readonly "bom-ref": string;
  readonly hashes?: unknown[];
  readonly licenses?: unknown[];
  readonly properties?: { readonly name: string; readonly value: string }[];
}

const ROOT = join(import.meta.dirname, "../../..");
const json = (name: string) => JSON.parse(readFileSync(join(ROOT, name), "utf8"));
const own = json("package.json");
const print = () =>
  execFileSync(process.execPath, [join(ROOT, "scripts/sbom.ts")], { encoding: "utf8" });
const text = print();
const bom: {
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
  metadata: { component: Component };
} = JSON.parse(text);
const names = bom.components.map(({ name }) => name);
const bundled = ({ properties }: Component) => properties?.[0]?.value === "pages";

test("it names every dependency of the package, also those that development tools need as well", () => {
  const asked = { ...own.dependencies, ...own.optionalDependencies, ...own.peerDependencies };
  expect(names).toEqual(expect.arrayContaining(Object.keys(asked)));
  expect(names).toEqual(expect.arrayContaining(["jose", "hono", "pg-protocol"]));
});

test("it has every package that the lock file has for production, in its version", () => {
  const packages: Record<string, { dev?: boolean; devOptional?: boolean; version: string }> =
    json("package-lock.json").packages;
  const expected = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional)
    .map(([path, { version }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return `pkg:npm/${name.replace("@", "%40")}@${version}`;
    });
  const refs = bom.components.filter((component) => !bundled(component));
  expect(new Set(refs.map((component) => component["bom-ref"]))).toEqual(new Set(expected));
});

test("what the pages are built from is marked, and the tools of tests are left out", () => {
  const pages = bom.components.filter(bundled).map(({ name }) => name);
  expect(pages).toEqual(
    expect.arrayContaining(["react", "react-dom", "@mantine/core", "swagger-ui-dist"]),
  );
  for (const tool of ["vitest", "typescript", "vite", "ajv", "oidc-provider"])
    expect(names).not.toContain(tool);
});

test("every component has a licence, and leads to components that are there; two runs are the same", () => {
  const refs = bom.components.map((component) => component["bom-ref"]);
  expect(new Set(refs).size).toBe(refs.length);
  expect(bom.components.filter(({ licenses }) => !licenses).map(({ name }) => name)).toEqual([]);
  const known = new Set([...refs, bom.metadata.component["bom-ref"]]);
  for (const { ref, dependsOn } of bom.dependencies)
    for (const other of [ref, ...dependsOn]) expect(known).toContain(other);
  expect(print()).toBe(text);
});
