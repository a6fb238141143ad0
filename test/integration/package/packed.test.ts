/** The package as an application gets it: what is in it, and that a strict application compiles against it. */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { beforeAll, describe, expect, test } from "vitest";
import { publicDeclarations } from "../../../scripts/declarations.ts";
import { spawnSync } from "../../support/ended-programs.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { packedPostern, unpack } from "../../support/package.ts";

const ROOT = join(import.meta.dirname, "../../..");
const CONSUMER = join(import.meta.dirname, "consumer");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const FORBIDDEN = /^(?:zod|@hono\/|@asteasolutions\/|drizzle-orm)/;

const consumer = temporaryFolder();
const installed = join(consumer, "node_modules/postern");
let size = 0;

/** What `npm install postern` leaves, without the network: the package and its own dependencies. */
function install(tarball: string): void {
  mkdirSync(installed, { recursive: true });
  unpack(tarball, installed);
  const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    const place = join(consumer, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), place);
  }
}

/** Both ends of the range of `peerDependencies`; the application brings its own. */
const HONO = [
  ["the oldest that is taken", join(ROOT, "tools/node_modules/hono-oldest")],
  ["the one of the checkout", join(ROOT, "node_modules/hono")],
] as const;

function bringHono(folder: string): void {
  const place = join(consumer, "node_modules/hono");
  rmSync(place, { force: true });
  symlinkSync(folder, place);
}

const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;

/** What the compiler says of the application; empty when all is well. */
function compile(options: object, include: readonly string[] = ["*.ts"]): string {
  const config = {
    compilerOptions: {
      target: "es2022",
      lib: ["es2022", "dom", "dom.iterable"],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      skipLibCheck: false,
      // Packages of the checkout that the package does not name are out of reach.
      preserveSymlinks: true,
      noEmit: true,
      ...options,
    },
    include,
  };
  writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify(config));
  const words = [TSC, "-p", consumer];
  const { status, stdout } = spawnSync(process.execPath, words, {
    cwd: consumer,
    encoding: "utf8",
  });
  return status === 0 ? stdout : stdout || `the compiler ended with ${status}`;
}

beforeAll(async () => {
  writeFileSync(join(consumer, "package.json"), JSON.stringify({ type: "module" }));
  for (const name of readdirSync(CONSUMER)) cpSync(join(CONSUMER, name), join(consumer, name));
  const tarball = await packedPostern();
  size = statSync(tarball).size;
  install(tarball);
});

describe.each(HONO)("an application that has its own Hono, %s", (_, folder) => {
  beforeAll(() => bringHono(folder));

  test("compiles", () => {
    expect(compile({ module: "nodenext", moduleResolution: "nodenext" })).toBe("");
  });

  test("contains the service", () => {
    const program = `
      import { Hono } from "hono";
      import { createAuth } from "postern";
      import { nodeRuntime } from "postern/node";
      const log = { debug() {}, info() {}, warn() {}, error() {} };
      const auth = createAuth({ first_run: { mode: "open" } }, nodeRuntime({ memory: true, log }));
      const app = new Hono();
      app.use(async (c, next) => (c.req.method === "POST" && (await c.req.text()), next()));
      app.route("/", auth.app);
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ alias: ["ada"] });
      const made = await app.request("/auth/v1/users", { method: "POST", headers, body });
      const keys = await app.request("/auth/oauth2/certs");
      console.log(made.status, keys.status);
      await auth.close();`;
    writeFileSync(join(consumer, "contain.mjs"), program);
    const { stdout, stderr } = spawnSync(process.execPath, ["contain.mjs"], {
      cwd: consumer,
      encoding: "utf8",
    });
    expect(stdout.trim(), stderr).toBe("200 200");
  });
});

test("the range of Hono begins with the oldest that is tried", () => {
  const { dependencies, peerDependencies } = manifest();
  expect(dependencies).not.toHaveProperty("hono");
  expect(peerDependencies).toEqual({ hono: `^${versionOf(HONO[0][1])}` });
});

describe("a strict application compiles", () => {
  test.each([
    ["nodenext", { module: "nodenext", moduleResolution: "nodenext" }],
    ["a bundler", { module: "esnext", moduleResolution: "bundler" }],
  ])("with the module resolution of %s", (_, options) => {
    expect(compile(options)).toBe("");
  });
});

test("C13: … also without the library dom, where the types of Node are", () => {
  for (const name of ["@types", "undici-types"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(consumer, "node_modules", name));
  }
  // The page of the consumer runs in a browser.
  const files = ["service.ts", "front.ts", "runtime.ts"];
  expect(compile({ module: "nodenext", lib: ["es2022"], types: ["node"] }, files)).toBe("");
});

test("no declaration that an entry leads to names Zod, Drizzle or another inner package", () => {
  const packages = [...publicDeclarations(installed)].flatMap(([file, imports]) =>
    imports.map((name) => [relative(installed, file), name] as const),
  );
  expect(packages.filter(([, name]) => FORBIDDEN.test(name))).toEqual([]);
  expect(new Set(packages.map(([, name]) => name))).toEqual(new Set(["hono"]));
});

test("declarations that no entry leads to are not in the package", () => {
  const visible = publicDeclarations(installed);
  const shipped = readdirSync(join(installed, "dist"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".d.ts"))
    .map((path) => join(installed, "dist", path));
  expect(shipped.sort()).toEqual([...visible.keys()].sort());
});

test("packages of our own are in it, compiled, and found without the checkout", () => {
  expect(manifest()).not.toHaveProperty("imports");
  expect(existsSync(join(installed, "dist/go-template/index.js"))).toBe(true);
  const files = globSync("dist/**/*.js", { cwd: installed });
  const leading = files.filter((file) =>
    /\bfrom "#|\bimport\("#/.test(readFileSync(join(installed, file), "utf8")),
  );
  expect(leading).toEqual([]);
});

const manifest = () => JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));

test("the manifest has no script, no tool of the checkout, and is not private", () => {
  const foreign = ["scripts", "devDependencies", "allowScripts", "private"];
  expect(Object.keys(manifest()).filter((name) => foreign.includes(name))).toEqual([]);
  expect(manifest().dependencies).toHaveProperty("jose");
});

test("every file that the manifest names is there", () => {
  const { bin, exports } = manifest();
  const named = [
    bin.postern,
    ...Object.values(exports).flatMap((entry) => Object.values(entry ?? {})),
  ];
  const files = named.filter((name) => typeof name === "string" && name.startsWith("./"));
  expect(files.length).toBeGreaterThan(16);
  expect(files.filter((name) => !existsSync(join(installed, name)))).toEqual([]);
});

/** Targets of links in this project, outside of blocks of code; tests are in the checkout alone, as their readers are, and pictures in the site. */
const targets = (text: string): string[] =>
  [...text.replaceAll(/^```.*?^```/gms, "").matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map(([, link, picture]) => (link ?? picture ?? "").replace(/#.*/, ""))
    .filter(
      (target) =>
        target !== "" &&
        !/^[a-z]+:|^\/|^\.\.\/\.\.\/test\/|^(?:\.\.\/|docs\/)?images\//.test(target),
    );

describe("links", () => {
  test.each(["README.md", "docs/*.md", "docs/reference/*.md", "SECURITY.md"])(
    "of %s lead to files of the package",
    (pattern) => {
      const broken = globSync(pattern, { cwd: installed }).flatMap((page) =>
        targets(readFileSync(join(installed, page), "utf8"))
          .filter((target) => !existsSync(join(installed, dirname(page), target)))
          .map((target) => `${page}: ${target}`),
      );
      expect(broken).toEqual([]);
    },
  );

  test("there are some in README", () => {
    expect(targets(readFileSync(join(installed, "README.md"), "utf8")).length).toBeGreaterThan(20);
  });
});

test("the site of the documentation is in it, with its pictures", () => {
  expect(existsSync(join(installed, "public/docs/index.html"))).toBe(true);
  expect(globSync("public/docs/assets/*.webp", { cwd: installed }).length).toBeGreaterThan(20);
  expect(globSync("docs/images/**", { cwd: installed })).toEqual([]);
});

// 3 MB are the pictures of the pages and of the console, 1.5 the empty cluster of the embedded database, 1 the texts in three languages.
test("it is small: 14 MB, without sources and tests", () => {
  expect(size).toBeLessThan(14_000_000);
  const other = globSync("**/*.ts", { cwd: installed }).filter(
    (path) => !path.endsWith(".d.ts") && !path.startsWith("examples/"),
  );
  expect(other).toEqual([]);
});
