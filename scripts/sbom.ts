/**
 * Prints what the package consists of, as a CycloneDX document: `npm run -s sbom > postern.cdx.json`. Read from package-lock.json, the
 * same bytes each time. `npm sbom --omit dev` does not do: it leaves out what a development tool needs as well, and what
 * the pages in the browser are built from.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
/** Bundled into `public`, from the development dependencies. */
const PAGES = ["console", "login-page", "sdk"];
/** Copied into `public`, imported by nothing. */
const COPIED = ["swagger-ui-dist"];

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const json = (name: string) => JSON.parse(readFileSync(join(ROOT, name), "utf8"));
const packages: Record<string, Locked> = json("package-lock.json").packages;
const own: Locked & { name: string; version: string; license: string } = json("package.json");

/** Where Node looks for a package from another one: in its own folder, then in those around it. */
function find(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf("node_modules/"))) {
    const path = `${folder}${folder === "" || folder.endsWith("/") ? "" : "/"}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === "") return undefined;
  }
}

/** Paths in node_modules of what a package needs to run. */
function needs(path: string, entry: Locked): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => !entry.peerDependenciesMeta?.[name]?.optional,
  );
  const names = [
    ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
    ...peers,
  ];
  return names.flatMap((name) => find(path, name) ?? []);
}

/** These, and all that they need. */
function closure(start: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    open.push(...needs(path, packages[path] ?? {}));
  }
  return found;
}

/** Packages that the sources of the pages import. */
function imported(): string[] {
  const files = PAGES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(ROOT, folder, name), "utf8")),
  );
  const names = files.flatMap((text) =>
    [...text.matchAll(/ from "((?:@[\w.-]+\/)?[\w-][\w.-]*)/g)].map(([, name = ""]) => name),
  );
  return [...new Set([...names, ...COPIED])].flatMap((name) => find("", name) ?? []);
}

const nameOf = (path: string) =>
  path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
const purl = (name: string, version: string | undefined) =>
  `pkg:npm/${name.replace("@", "%40")}@${version}`;
const reference = (path: string) => purl(nameOf(path), packages[path]?.version);

function component(path: string, isPage: boolean) {
  const { version, license, integrity, optional } = packages[path] ?? {};
  const digest = integrity?.startsWith("sha512-") ? integrity.slice("sha512-".length) : undefined;
  return {
    type: "library",
    "bom-ref": reference(path),
    name: nameOf(path),
    version,
    scope: optional ? "optional" : "required",
    purl: reference(path),
    ...(digest && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }],
    }),
    ...(license && {
      licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }],
    }),
    ...(isPage && { properties: [{ name: "postern:bundled", value: "pages" }] }),
  };
}

const service = closure(needs("", own));
const pages = closure(imported());
// A package that is installed twice with one version is one component.
const all = new Map([...service, ...pages].sort().map((path) => [reference(path), path]));
const root = purl(own.name, own.version);
const links = (paths: readonly string[]) => [...new Set(paths.map(reference))].sort();

console.log(
  JSON.stringify(
    {
      bomFormat: "CycloneDX",
      specVersion: "1.5",
      version: 1,
      metadata: {
        component: {
          type: "application",
          "bom-ref": root,
          name: own.name,
          version: own.version,
          purl: root,
          licenses: [{ license: { id: own.license } }],
        },
      },
      components: [...all.values()].map((path) => component(path, !service.has(path))),
      dependencies: [
        { ref: root, dependsOn: links([...needs("", own), ...imported()]) },
        ...[...all].map(([ref, path]) => ({
          ref,
          dependsOn: links(needs(path, packages[path] ?? {})),
        })),
      ],
    },
    undefined,
    2,
  ),
);
