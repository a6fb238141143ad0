/** Writes what the console knows of our own API: types of its client and of the texts of its forms, and its table of kinds; with `--check` it only compares. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { Components } from "../console/form/schema-type.ts";
import { describeApi, documentPath } from "../src/http/description/openapi.ts";
import { allEndpoints } from "../src/http/router/endpoints.ts";
import { holdersOf } from "../src/settings/administration.ts";
import { namespaces } from "../src/settings/index.ts";
import type { ConfigKindObject, NamespaceKind } from "../src/settings/kind.ts";
import { configKinds } from "../src/settings/records/config-records.ts";
import { schemaTexts } from "./schema-texts.ts";

const ROOT = join(import.meta.dirname, "..");
/** A package of tools/, whose compiler is not the one of this checkout. */
const GENERATOR = join(ROOT, "tools/node_modules/openapi-typescript/bin/cli.js");

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Words for readers: types do without. The name of a member is never one of them. */
const WORDS = new Set(["description", "summary", "example", "examples", "title"]);

function withoutWords(value: unknown, named = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWords(item));
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([name, member]) =>
          named || !(WORDS.has(name) && (!isJson(member) || name.startsWith("example"))),
      )
      .map(([name, member]) => [
        name,
        withoutWords(member, name === "properties" || name === "schemas"),
      ]),
  );
}

/** What the console calls, and of the answers those that carry what was asked for. */
function described(): unknown {
  const document = describeApi(allEndpoints, "") as { paths: Record<string, Record<string, Json>> };
  const paths = Object.entries(document.paths)
    .filter(([path]) => path.startsWith("/v1/"))
    .map(([path, methods]) => {
      const shown = Object.entries(methods).map(([method, { responses, ...operation }]) => {
        const good = Object.entries(responses as Json).filter(([status]) => status.startsWith("2"));
        return [method, { ...operation, responses: Object.fromEntries(good) }];
      });
      return [path, Object.fromEntries(shown)];
    });
  return withoutWords({ ...document, paths: Object.fromEntries(paths) });
}

/** The types as a text, with paths as an instance without a prefix has them. */
function consoleApi(): string {
  const folder = mkdtempSync(join(tmpdir(), "postern-api-"));
  try {
    const [source, target] = [join(folder, "api.json"), join(folder, "api.ts")];
    writeFileSync(source, JSON.stringify(described()));
    execFileSync(process.execPath, [GENERATOR, source, "--output", target], { stdio: "pipe" });
    return readFileSync(target, "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const componentOf = ({ schema }: Pick<NamespaceKind, "schema">) => schema.meta()?.id;

/** What the console has to know of each kind of record before it asks: where its page is, and its component. */
function consoleKinds(): string {
  const settings = Object.entries<NamespaceKind>(namespaces).map(([name, kind]) => [
    name,
    {
      component: componentOf(kind),
      ...(kind.above.includes("restored") && !kind.madeAtStart && { restored: true }),
      ...(kind.tab && { tab: kind.tab }),
    },
  ]);
  const configs = Object.values<ConfigKindObject>(configKinds).map((kind) => [
    kind.route.path,
    { component: componentOf(kind) },
  ]);
  const table = (name: string, about: string, entries: readonly (readonly unknown[])[]) =>
    `/** ${about} */\nexport const ${name} = ${JSON.stringify(Object.fromEntries(entries), null, 2)} as const;\n`;
  return [
    "// Made by scripts/console-api.ts from the kinds of records in src/settings. Do not edit.\n",
    table("NAMESPACES", "Settings namespaces by name.", settings),
    "export type Namespace = keyof typeof NAMESPACES;\n",
    table("CONFIG_KINDS", "Kinds of config records by the path of their list.", configs),
  ].join("\n");
}

/** Who may call each route of the management plane besides full administrators: by the table that the service decides by. */
function consoleActs(): string {
  const rows = allEndpoints
    .filter(({ plane, path }) => plane === "admin" && path.startsWith("/v1/"))
    .map(({ method, path, act }) => [
      `${method.toUpperCase()} ${documentPath(path)}`,
      act ? holdersOf(act) : [],
    ]);
  return [
    "// Made by scripts/console-api.ts from the endpoints and src/settings/administration.ts. Do not edit.\n",
    "/** Capabilities by route; none: full administrators alone. */",
    `export const ACTS = ${JSON.stringify(Object.fromEntries(rows.sort()), null, 2)} as const;\n`,
    "export type AdminRoute = keyof typeof ACTS;\n",
  ].join("\n");
}

/** The texts of forms, as a type. */
function consoleTexts(): string {
  const { components } = describeApi(allEndpoints, "") as { components: { schemas: Components } };
  return schemaTexts(components.schemas);
}

const FILES: Readonly<Record<string, () => string>> = {
  "console/api/schema.gen.ts": consoleApi,
  "console/api/kinds.gen.ts": consoleKinds,
  "console/api/acts.gen.ts": consoleActs,
  "console/texts/schema.gen.ts": consoleTexts,
};

const staleFiles = (): string[] =>
  Object.entries(FILES).flatMap(([file, make]) => {
    const path = join(ROOT, file);
    return existsSync(path) && readFileSync(path, "utf8") === make() ? [] : [file];
  });

export const isCurrentConsoleApi = (): boolean => staleFiles().length === 0;

if (import.meta.main) {
  if (!process.argv.includes("--check")) {
    for (const [file, make] of Object.entries(FILES)) writeFileSync(join(ROOT, file), make());
  } else {
    const stale = staleFiles();
    if (stale.length > 0) {
      console.error(`stale: ${stale.join(", ")}: npm run build:console-api`);
      process.exit(1);
    }
  }
}
