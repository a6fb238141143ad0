/** The floor plan of `src/` (architecture, section 3): imports go down, never sideways, never up. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../../src");

const FLOORS = [
  ["std", "errors"],
  ["runtime", "settings", "crypto"],
  ["options", "identity"],
  ["store", "origin", "request-body", "head-request", "entity-tag", "pages", "web"],
  ["sessions", "permissions"],
  ["snapshot"],
  ["codes"],
  ["call"],
  ["iam", "records"],
  ["directory", "messages", "providers", "relying-party"],
  ["credentials"],
  ["tokens"],
  ["oauth2"],
  ["federation"],
  ["api", "health", "first-run"],
  ["http", "session"],
  ["login", "guards"],
  ["auth"],
  ["index", "standalone"],
  ["adapters"],
  ["cli"],
];
const floor = new Map(FLOORS.flatMap((rooms, level) => rooms.map((room) => [room, level])));
const room = (path: string) => (path.split("/")[0] ?? "").replace(/\.ts$/, "");
const IMPORT = /\bfrom "([^"]+)"|\bimport\("([^"]+)"\)|^import "([^"]+)"/gm;

/** Types may cross where values may not: `runtime.ts` names the shape of the options. */
const TYPE_ONLY = new Set(["runtime.ts → options"]);

const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => path.replaceAll("\\", "/"));

interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(SRC, file), "utf8");
  return [...text.matchAll(IMPORT)].map((match) => {
    const from = match[1] ?? match[2] ?? match[3] ?? "";
    const statement = text.slice(text.lastIndexOf("\nimport", match.index), match.index);
    return { from, typeOnly: /^\n?import type\b/.test(statement) };
  });
}

const resolved = (file: string, from: string) => posix.normalize(`${dirname(file)}/${from}`);

describe("floors", () => {
  for (const file of sources) {
    test(`src/${file} imports only downwards`, () => {
      expect(floor.has(room(file)), `${room(file)} has no floor`).toBe(true);
      for (const { from, typeOnly } of importsOf(file)) {
        if (!from.startsWith(".")) continue;
        const target = room(resolved(file, from));
        if (target === room(file)) continue;
        if (typeOnly && TYPE_ONLY.has(`${file} → ${target}`)) continue;
        expect(floor.get(target), `${file} → ${target}`).toBeLessThan(floor.get(room(file)) ?? -1);
      }
    });
  }
});

const packageOf = (from: string) =>
  from.startsWith("@") ? from.split("/").slice(0, 2).join("/") : from.split("/")[0];

const DRIVER_PACKAGES = [
  "postgres",
  "ioredis",
  "ldapts",
  "nodemailer",
  "xml-crypto",
  "bcrypt-ts",
  "@electric-sql/pglite",
];
const HONO_ROOMS = ["pages", "http", "session", "login", "guards", "auth", "adapters", "cli"];
const DRIZZLE_ROOMS = ["store", "adapters", "runtime", "snapshot", "iam", "records", "credentials"];
/** Session, login and guards know the service through its in-process door alone. */
const FRONT = ["session", "login", "guards"];
const FRONT_MAY = [
  "std",
  "errors",
  "runtime",
  "settings",
  "options",
  "identity",
  "origin",
  "web",
  "request-body",
  "head-request",
  "entity-tag",
  "pages",
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
    test(`src/${file} imports only the packages of its room`, () => {
      for (const { from } of importsOf(file)) {
        if (from.startsWith(".")) {
          const target = room(resolved(file, from));
          if (!FRONT.includes(room(file)) || target === room(file)) continue;
          expect(FRONT_MAY, `${file} → ${target}`).toContain(target);
          continue;
        }
        const name = packageOf(from) ?? "";
        if (DRIVER_PACKAGES.includes(name)) expect(file).toMatch(/^adapters\/drivers\//);
        if (name === "hono") expect(HONO_ROOMS, file).toContain(room(file));
        if (name === "drizzle-orm") expect(DRIZZLE_ROOMS, file).toContain(room(file));
      }
    });
  }
});

test("no source file is longer than 400 lines", () => {
  const long = sources
    .filter((file) => !file.endsWith(".gen.ts"))
    .filter((file) => readFileSync(join(SRC, file), "utf8").split("\n").length > 401);
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

test("no file of a room imports itself through others", () => {
  const known = new Set(sources);
  const graph = new Map(
    sources.map((file) => {
      const targets = importsOf(file).map(({ from }) => resolved(file, from));
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
