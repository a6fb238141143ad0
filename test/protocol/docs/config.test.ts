/** The configuration examples of the pages are read as `postern` reads them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Config, loadConfig } from "../../support/inside.ts";
import { type Block, ROOT, readBlocks } from "./blocks.ts";

const PAGES = ["docs/configuration.md", "docs/deployment.md"];
/** Their shell blocks are requests, not variables. */
const FILE_PAGES = [...PAGES, "docs/sessions.md", "docs/login.md", "docs/keys.md"];
const KEY = { POSTERN_ENCRYPTION__KEY: "a key from the environment" };

interface Given {
  readonly file?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
}

function load({ file, env = KEY, argv = [] }: Given): Config {
  const readFile = (path: string) => (path.endsWith("postern.yaml") ? file : undefined);
  return loadConfig({ argv, env, cwd: "/", readFile }).config;
}

/** `NAME=value` lines of a shell block, with or without `export`. */
const assignments = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^(?:export )?(POSTERN_\w+)=(.*)$/gm)].map(([, name, value]) => [
      name ?? "",
      (value ?? "").replace(/^(["'])(.*)\1$/, "$2"),
    ]),
  );

/** What follows `postern serve` and the like on each line. */
const commandLines = (text: string) =>
  text
    .replaceAll("\\\n", " ")
    .split("\n")
    .flatMap((line) => {
      const [, rest] = /\bpostern (?:serve|migrate|config check)\b(.*)$/.exec(line) ?? [];
      return rest === undefined ? [] : [rest.trim().split(/\s+/).filter(Boolean)];
    });

const blocks = PAGES.flatMap(readBlocks).filter(({ name }) => name !== "");
/** Those of Docker are run by `clients/docker.test.ts`. */
const isShell = ({ language, name }: Block) => language === "sh" && !name.startsWith("docker-");
/** No configuration of the service: tests of the first start's document and of the chart read these. */
const ELSEWHERE = new Set(["", "seed", "helm-values"]);
const files = FILE_PAGES.flatMap(readBlocks).filter(
  ({ name, language }) => !ELSEWHERE.has(name) && language === "yaml",
);

test.each(files)("$page: $name", ({ text }) => {
  expect(() => load({ file: text })).not.toThrow();
});

test.each(blocks.filter(isShell))("$page: $name", ({ text }) => {
  const env = assignments(text);
  const lines = commandLines(text);
  expect(Object.keys(env).length + lines.length).toBeGreaterThan(0);
  for (const argv of lines.length > 0 ? lines : [[]]) {
    expect(() => load({ env: { ...KEY, ...env }, argv })).not.toThrow();
  }
});

test("file and variables of docs/configuration.md say the same", () => {
  const find = (name: string) => blocks.find((block) => block.name === name)?.text ?? "";
  const { database, ...fromFile } = load({ file: find("file") }).auth;
  const { database: other, ...fromVariables } = load({
    env: assignments(find("environment")),
  }).auth;
  expect(other.max_open_conns).toBe(database.max_open_conns);
  expect(fromVariables.cache).toEqual(fromFile.cache);
  expect(fromVariables.trusted_proxies).toEqual(fromFile.trusted_proxies);
});

test("examples/postern.yaml", () => {
  const file = readFileSync(join(ROOT, "examples/postern.yaml"), "utf8");
  expect(load({ file }).server).toMatchObject({ host: "0.0.0.0", port: 8080 });
});

test("compose.yaml gives the service variables that it knows", () => {
  const text = readFileSync(join(ROOT, "compose.yaml"), "utf8");
  const env = Object.fromEntries(
    [...text.matchAll(/^ +(POSTERN_\w+): "?(.*?)"?$/gm)].map(([, name, value]) => [
      name ?? "",
      (value ?? "").replace(/\$\{[^}]*\}/g, "filled-in"),
    ]),
  );
  expect(Object.keys(env).length).toBeGreaterThan(2);
  expect(load({ env }).auth.database.dsn).toMatch(/^postgres:/);
});

test("the Dockerfile sets variables that the service knows", () => {
  const text = readFileSync(join(ROOT, "Dockerfile"), "utf8");
  const env = Object.fromEntries(
    [...text.matchAll(/(POSTERN_\w+)=(\S+)/g)].map(([, name, value]) => [name ?? "", value ?? ""]),
  );
  expect(load({ env })).toMatchObject({ server: { host: "0.0.0.0" }, data_dir: "/data" });
});
