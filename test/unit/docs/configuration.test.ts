/** docs/configuration.md against the schema: every key, its variable, its default, and no other. */
import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadConfig } from "../../../src/cli/config.ts";
import { writeEffective } from "../../../src/cli/config-effective.ts";
import { CONFIG_FLAGS } from "../../../src/cli/config-flags.ts";
import { configSchema } from "../../../src/cli/config-schema.ts";
import { readPage } from "../../protocol/docs/blocks.ts";
import { readRows, schemaPaths, sectionOf, writeDefault } from "./schema-paths.ts";

const page = readPage("docs/configuration.md");
const rows = readRows(sectionOf(page, "## Keys"));
const load = (env: Record<string, string> = {}, argv: readonly string[] = []) =>
  loadConfig({ argv, env, cwd: "/", readFile: () => undefined });
const defaults: unknown = parse(writeEffective(load()));

/** `60m0s` of the effective configuration as one writes it: `1h`. */
const short = (text: unknown) =>
  typeof text === "string" ? text.replace(/(?<=[hm])0s$/, "").replace(/(?<=h)0m$/, "") : text;

const valueAt = (path: string) =>
  path
    .split(".")
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], defaults);

test("the page has every key of the schema and no other", () => {
  expect(rows.map(({ key }) => key).sort()).toEqual(schemaPaths(configSchema).sort());
});

const TOP = ["server", "session", "login", "log", "data_dir"];

test.each(rows)("$key names its variable, and the variable is read", ({ key, cells }) => {
  // Entries of a list have no variables of their own: the list is one, as JSON.
  const path = key.replace(/\[\].*/, "").split(".");
  const inner = TOP.includes(path[0] ?? "") ? path : path.slice(1);
  const variable = `POSTERN_${inner.join("__")}`.replaceAll("<name>", "<NAME>").toUpperCase();
  expect(cells[0]).toBe(`\`${variable}\``);

  const name = variable.replace("<NAME>", "SSO");
  const set = () => load({ [name]: "\u0001" });
  // Whatever is wrong with the value, the name must be known.
  let message = "";
  try {
    set();
  } catch (error) {
    message = String(error);
  }
  expect(message).not.toContain("is not a known key");
});

test.each(rows)("$key has the default that the page tells", ({ key, cells }) => {
  if (key === "log.format") return expect(cells[1]).toBe("`json`; on a terminal `pretty`");
  expect(cells[1]).toBe(writeDefault(short(valueAt(key))));
});

test("the page shows the flags as the help does", () => {
  expect(page).toContain(CONFIG_FLAGS);
});
