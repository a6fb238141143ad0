/** The layers of `src/` (architecture, section 3): imports go down, never sideways, never up; browser programs stand on top. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const SRC = join(ROOT, "src");

const LAYERS = [
  ["std", "errors"],
  ["messages"],
  ["runtime", "settings", "crypto"],
  ["options", "identity", "events"],
  ["store", "web"],
  ["sessions", "permissions"],
  ["snapshot"],
  ["codes"],
  ["call"],
  ["iam", "records", "instances"],
  ["audit", "directory", "mail", "providers", "relying-party"],
  ["credentials", "delivery", "notices"],
  ["tokens"],
  ["oauth2"],
  ["federation"],
  ["way-in"],
  ["configuration"],
  ["api", "health", "first-run", "doctor", "management", "metrics", "backup"],
  ["http", "session"],
  ["login", "guards"],
  ["auth"],
  ["index"],
  ["adapters"],
  ["server"],
  ["cli"],
];
const layer = new Map(LAYERS.flatMap((modules, level) => modules.map((name) => [name, level])));
const moduleOf = (path: string) => (path.split("/")[0] ?? "").replace(/\.ts$/, "");
const IMPORT = /\bfrom "([^"]+)"|\bimport\("([^"]+)"\)|^import "([^"]+)"/gm;

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => path.replaceAll("\\", "/"));

const sources = filesOf(SRC);

/** What a file imports, types included. */
const importsOf = (file: string, folder = SRC): string[] =>
  [...readFileSync(join(folder, file), "utf8").matchAll(IMPORT)].map(
    ([, from, lazy, effect]) => from ?? lazy ?? effect ?? "",
  );

const resolved = (file: string, from: string) => posix.normalize(`${dirname(file)}/${from}`);

describe("layers", () => {
  for (const file of sources) {
    test(`src/${file} imports only downwards`, () => {
      expect(layer.has(moduleOf(file)), `${moduleOf(file)} has no layer`).toBe(true);
      for (const from of importsOf(file)) {
        if (!from.startsWith(".")) continue;
        const target = moduleOf(resolved(file, from));
        if (target === moduleOf(file)) continue;
        expect(layer.get(target), `${file} → ${target}`).toBeLessThan(
          layer.get(moduleOf(file)) ?? -1,
        );
      }
    });
  }
});

/** Rows of a table of CONTRIBUTING: a number where a layer begins, and the module. */
const ROW = /^\| (\d+)? ?\| `([\w-]+)` \|/gm;

test("the table of CONTRIBUTING is this plan", () => {
  const layers: string[][] = [];
  for (const [, number, module] of readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8").matchAll(
    ROW,
  )) {
    if (number) expect(Number(number)).toBe(layers.push([]));
    layers.at(-1)?.push(module ?? "");
  }
  expect(layers.map((modules) => modules.toSorted())).toEqual(
    LAYERS.map((modules) => modules.toSorted()),
  );
});

/** Packages of our own (`imports` of package.json), and who may use them. */
const OWN_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "#go-template": ["settings", "store", "mail", "tokens"],
};

/**
 * Values that may be there already (`std/ready.ts`): a step over one costs a sixth of an `await`, which counts on the
 * path of every request alone (ADR 0068). What decides about secrets reads from top to bottom.
 */
const READY_MODULES = ["web", "http", "session", "guards"];
const READY_FILES = [
  // From a session to the token that it verifies.
  "sessions/session-store.ts",
  "api/sync.ts",
  "api/create-api.ts",
  "oauth2/bearer.ts",
  "tokens/verify.ts",
  "tokens/confirmation.ts",
  "tokens/sign-in-use.ts",
  // From the server to an endpoint.
  "adapters/deno/serve.ts",
  "adapters/node/answer.ts",
  "cli/serve.ts",
  "server/gateway.ts",
  "server/caller.ts",
  "server/standalone.ts",
  "auth.ts",
];

test("values that may be there already are on the path of every request alone", () => {
  const using = sources.filter((file) =>
    importsOf(file).some((from) => resolved(file, from) === "std/ready.ts"),
  );
  const others = using.filter((file) => !READY_MODULES.includes(moduleOf(file)));
  expect(others.toSorted()).toEqual(READY_FILES.toSorted());
});

const packageOf = (from: string) =>
  from.startsWith("@") ? from.split("/").slice(0, 2).join("/") : from.split("/")[0];

const DRIVER_PACKAGES = [
  "pg",
  "ioredis",
  "ldapts",
  "nodemailer",
  "xml-crypto",
  "bcrypt-ts",
  "@node-rs/bcrypt",
  "@electric-sql/pglite",
];
const HONO_MODULES = ["web", "http", "session", "login", "guards", "auth", "adapters", "cli"];
/** `hono`, its helpers and everything that is made for it. */
const isHono = (name: string) => name === "hono" || name.startsWith("@hono/");
/** The generator of the API description; all other modules describe themselves with zod's `.meta`. */
const OPENAPI_PACKAGES = ["@asteasolutions/zod-to-openapi", "@hono/zod-openapi"];
const OPENAPI_MODULES = ["http"];
const DRIZZLE_MODULES = ["store", "adapters", "snapshot", "iam", "records", "credentials"];
/** Session, login and guards know the service through its in-process API alone. */
const FRONT = ["session", "login", "guards"];
const FRONT_MAY = [
  "std",
  "errors",
  "runtime",
  "settings",
  "options",
  "identity",
  "web",
  "crypto",
  "codes",
  "sessions",
  "providers",
  "relying-party",
  "session",
  "api",
];

describe("packages", () => {
  for (const file of sources) {
    test(`src/${file} imports only the packages of its module`, () => {
      for (const from of importsOf(file)) {
        if (from.startsWith(".")) {
          const target = moduleOf(resolved(file, from));
          if (!FRONT.includes(moduleOf(file)) || target === moduleOf(file)) continue;
          expect(FRONT_MAY, `${file} → ${target}`).toContain(target);
          continue;
        }
        const name = packageOf(from) ?? "";
        if (DRIVER_PACKAGES.includes(name)) expect(file).toMatch(/^adapters\/drivers\//);
        if (OPENAPI_PACKAGES.includes(name))
          expect(OPENAPI_MODULES, file).toContain(moduleOf(file));
        if (name.startsWith("#")) expect(OWN_PACKAGES[name] ?? [], file).toContain(moduleOf(file));
        if (isHono(name)) expect(HONO_MODULES, file).toContain(moduleOf(file));
        if (name === "drizzle-orm") expect(DRIZZLE_MODULES, file).toContain(moduleOf(file));
      }
    });
  }
});

/**
 * Programs for browsers: what each may import besides its own files. They have no packages, and what they
 * take of `src/` runs in a browser.
 */
const BROWSER: Readonly<Record<string, readonly string[]>> = {
  sdk: ["src/std/base64url.ts", "src/std/trim-end.ts", "src/login/manifest.ts"],
  "login-page": [
    "sdk/sdk.ts",
    // The account page has no login beside it that serves the SDK: its script brings what it needs.
    "sdk/login-error.ts",
    "sdk/passkey.ts",
    "sdk/webauthn-support.ts",
    "src/std/texts/fill.ts",
    "src/web/texts/script-texts.ts",
    "src/std/password-rules.ts",
    "src/std/weak-password-text.ts",
    "src/web/texts/wait.ts",
  ],
  // An island: it knows the service through its API description alone.
  console: [
    "src/messages/message.ts",
    "src/std/colour.ts",
    "src/std/duration.ts",
    "src/std/password-rules.ts",
    "src/std/provider-marks.ts",
    "src/std/texts/fill.ts",
    "src/std/texts/languages.ts",
    // The pages of the service say the same.
    "src/web/texts/en/saml-checks.ts",
    "src/web/texts/de/saml-checks.ts",
    "src/web/texts/de/saml-faults.ts",
    "src/web/texts/fr/saml-checks.ts",
    "src/web/texts/fr/saml-faults.ts",
  ],
};

/** What runs in an administrator's browser, beside our own files (ADR 0044). */
const CONSOLE_PACKAGES = [
  "react",
  "react-dom",
  "@mantine/core",
  "@mantine/hooks",
  "@mantine/notifications",
  "@mantine/spotlight",
  "@tanstack/react-query",
  "openapi-fetch",
  "get-nonce",
];
const PACKAGES: Readonly<Record<string, readonly string[]>> = { console: CONSOLE_PACKAGES };

describe("browser programs", () => {
  const programs = Object.entries(BROWSER).flatMap(([folder, shared]) =>
    filesOf(join(ROOT, folder)).map((file) => [folder, file, shared] as const),
  );

  test.each(programs)("%s/%s imports its own files and what is shared", (folder, file, shared) => {
    for (const from of importsOf(file, join(ROOT, folder))) {
      if (!from.startsWith(".")) {
        expect(PACKAGES[folder] ?? [], "a package").toContain(packageOf(from));
        continue;
      }
      const target = resolved(`${folder}/${file}`, from);
      if (!target.startsWith(`${folder}/`)) expect(shared, target).toContain(target);
    }
  });

  test("what is shared is used", () => {
    for (const [folder, shared] of Object.entries(BROWSER)) {
      const used = filesOf(join(ROOT, folder)).flatMap((file) =>
        importsOf(file, join(ROOT, folder)).map((from) => resolved(`${folder}/${file}`, from)),
      );
      expect(
        shared.filter((path) => !used.includes(path)),
        folder,
      ).toEqual([]);
    }
  });

  test.each(sources)("src/%s imports no program for browsers", (file) => {
    for (const from of importsOf(file)) {
      if (from.startsWith(".")) expect(resolved(file, from)).not.toMatch(/^\.\.\//);
    }
  });
});

const PACKAGES_FOLDER = join(ROOT, "packages");

/** What a package must not know: that there is a service around it. */
const SERVICE_WORDS = /postern|oauth|openid|\boidc\b|\bsaml\b|\bldap\b|identity|\bclaims?\b/i;
/** `M-1`, `auth-wire 5.2`: rules of the service. */
const MARKS = /(?<![\w-])[A-Z]-\d{1,2}(?![\w-])|\bwire \d/;

describe("packages of our own", () => {
  const files = filesOf(PACKAGES_FOLDER).filter((file) => !file.includes("/dist/"));

  test.each(files)("packages/%s knows its own package alone", (file) => {
    const [name = "", part] = file.split("/");
    for (const from of importsOf(file, PACKAGES_FOLDER)) {
      if (!from.startsWith(".")) {
        expect([part, from]).toEqual(["test", expect.stringMatching(/^(?:vitest|fast-check)$/)]);
        continue;
      }
      const target = resolved(file, from);
      expect(target).toMatch(part === "src" ? `${name}/src/` : `${name}/`);
    }
    const text = readFileSync(join(PACKAGES_FOLDER, file), "utf8");
    expect(SERVICE_WORDS.exec(text)?.[0]).toBeUndefined();
    expect(MARKS.exec(text)?.[0]).toBeUndefined();
  });

  test("each is one that `#name` leads to", () => {
    const { imports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(Object.keys(imports)).toEqual(Object.keys(OWN_PACKAGES));
    expect(imports).toEqual(
      Object.fromEntries(
        readdirSync(PACKAGES_FOLDER).map((name) => [`#${name}`, `./packages/${name}/src/index.ts`]),
      ),
    );
  });
});

/** What a folder is made of, in layers from below: a folder of it, or a file. */
const INSIDE: Readonly<Record<string, readonly (readonly string[])[]>> = {
  // What every endpoint needs is in `endpoint`; what knows all endpoints is the `router`.
  "src/http": [
    ["endpoint"],
    ["pages"],
    ["v1", "oauth2", "saml", "account"],
    ["documentation"],
    ["console"],
    ["site"],
    ["description"],
    ["router"],
  ],
  // What every page needs is in `base`; what knows all pages is the `shell`.
  console: [
    ["std"],
    ["texts"],
    ["api"],
    ["base"],
    ["parts"],
    ["form"],
    ["settings"],
    ["records", "keys", "try", "audit"],
    ["people"],
    ["pages"],
    ["shell"],
    ["main"],
  ],
};

const partOf = (path: string) => (path.split("/")[0] ?? "").replace(/\.tsx?$/, "");

describe.each(Object.entries(INSIDE))("layers of %s", (folder, layers) => {
  const levels = new Map(layers.flatMap((names, level) => names.map((name) => [name, level])));

  test.each(filesOf(join(ROOT, folder)))("%s imports only downwards", (file) => {
    const own = partOf(file);
    expect(levels.has(own) || file.endsWith(".d.ts"), `${own} has no layer`).toBe(true);
    for (const from of importsOf(file, join(ROOT, folder))) {
      const path = resolved(file, from);
      const target = partOf(path);
      // What a folder may take of others is said above.
      if (!/^\..*\.tsx?$/.test(from) || path.startsWith("../") || target === own) continue;
      expect(levels.get(target), `${file} → ${path}`).toBeLessThan(levels.get(own) ?? -1);
    }
  });

  test("every layer has files", () => {
    const parts = new Set(filesOf(join(ROOT, folder)).map(partOf));
    expect([...levels.keys()].filter((name) => !parts.has(name))).toEqual([]);
  });
});

describe("no program imports itself through others", () => {
  test.each(["console", "sdk", "login-page", "packages"])("%s", (folder) => {
    const files = filesOf(join(ROOT, folder));
    const known = new Set(files);
    const graph = new Map(
      files.map((file) => {
        const targets = importsOf(file, join(ROOT, folder)).map((from) => resolved(file, from));
        return [file, targets.filter((target) => known.has(target))];
      }),
    );
    expect(circles(graph)).toEqual([]);
  });
});

test("no source file is longer than 400 lines", () => {
  const long = [
    ...sources.map((file) => `src/${file}`),
    ...filesOf(PACKAGES_FOLDER).map((file) => `packages/${file}`),
  ]
    .filter((file) => !file.endsWith(".gen.ts"))
    .filter((file) => readFileSync(join(ROOT, file), "utf8").split("\n").length > 401);
  expect(long).toEqual([]);
});

/** Files that reach themselves again through what they import, types included. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const state = new Map<string, "open" | "done">();
  const found: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      found.push([...way.slice(way.indexOf(file)), file].join(" → "));
      return;
    }
    state.set(file, "open");
    for (const target of graph.get(file) ?? []) visit(target, [...way, file]);
    state.set(file, "done");
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

test("no file of a module imports itself through others", () => {
  const known = new Set(sources);
  const graph = new Map(
    sources.map((file) => {
      const targets = importsOf(file).map((from) => resolved(file, from));
      return [file, targets.filter((target) => known.has(target))];
    }),
  );
  expect(circles(graph)).toEqual([]);
  const circle = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["a"]],
  ]);
  expect(circles(circle)).toEqual(["a → b → c → a"]);
});

/** What an application imports of the package, and the service on Node. */
const ENTRIES = ["index", "session", "login", "guards", "adapters/node/runtime"].map((name) =>
  join(ROOT, `src/${name}.ts`),
);

test("a protocol test imports the entries of the package; the inside it reads through support/inside.ts", () => {
  const folder = join(ROOT, "test/protocol");
  const past = filesOf(folder).flatMap((file) =>
    importsOf(file, folder)
      .map((from) => join(folder, file, "..", from))
      .filter((target) => target.startsWith(join(ROOT, "src/")) && !ENTRIES.includes(target))
      .map((target) => `${file} imports ${relative(ROOT, target)}`),
  );
  expect(past).toEqual([]);
});
