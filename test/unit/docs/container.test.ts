/** Dockerfile and compose.yaml, as far as reading goes: Docker itself is not asked. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadConfig } from "../../../src/cli/config.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
}

const compose: { services: Record<string, Service> } = parse(read("compose.yaml"));
const lines = read("Dockerfile").replaceAll("\\\n", " ").split("\n");
const values = (instruction: string) =>
  lines
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1));

test("images are named with a version that does not move", () => {
  const images = Object.values(compose.services).flatMap(({ image }) => image ?? []);
  const bases = values("FROM").flatMap((line) => line.match(/(?<!\S)[^-\s]\S*/)?.[0] ?? "");
  expect(bases).toHaveLength(3);
  expect(new Set(bases).size).toBe(1);
  for (const name of bases) expect(name).toMatch(/^node:\d+\.\d+\.\d+-/);
  for (const name of images) expect(name).toMatch(/:\d+\.\d+/);
});

test("what is built for all architectures is built on that of the builder", () => {
  const stages = values("FROM").map((line) => line.includes("--platform=$BUILDPLATFORM "));
  expect(stages).toEqual([true, true, false]);
  // A program that is run in the last stage would have to be emulated.
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));
  expect(last.filter((line) => line.startsWith("RUN "))).toEqual([]);
});

test("the user of the image is a number, and there is no anonymous volume", () => {
  expect(values("USER")).toEqual(["1000:1000"]);
  expect(values("VOLUME")).toEqual([]);
});

test("the health check is the program's own", () => {
  expect(values("HEALTHCHECK").join()).toContain('"bin/postern.js", "health"');
});

test("what the image copies from the checkout is there, and its scripts exist", () => {
  const copied = values("COPY").filter((line) => !line.startsWith("--from"));
  const names = copied.flatMap((line) => line.split(" ").slice(0, -1));
  expect(names.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  const { scripts } = JSON.parse(read("package.json"));
  const run = [
    ...values("RUN")
      .join(" ")
      .matchAll(/npm run -s (\S+)/g),
  ].map(([, name = ""]) => name);
  expect(run).toEqual(["assets", "build", "docs", "sbom"]);
  for (const name of run) expect(scripts).toHaveProperty([name]);
});

test("compose.yaml runs the service and its database, with keys that exist", () => {
  expect(Object.keys(compose.services)).toEqual(["postern", "postgres"]);
  const service = compose.services.postern;
  const given = Object.entries(service?.environment ?? {});
  const env = Object.fromEntries(
    given.map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:\?[^}]*\}/, "a-word-of-sixteen-and-more"),
    ]),
  );
  const { config } = loadConfig({ argv: [], env, cwd: "/", readFile: () => undefined });
  expect(config.auth.first_run.admin_password).not.toBe("");
  const mounted = service?.volumes?.map((volume) => volume.split(":")) ?? [];
  expect(mounted.map(([, inside]) => inside)).toEqual([config.auth.first_run.seed]);
  const [[seed = ""] = []] = mounted;
  const named = [...read(seed).matchAll(/env: (\w+)/g)].map(([, name = ""]) => name);
  expect(Object.keys(env)).toEqual(expect.arrayContaining(named));
  expect(config.auth.database.dsn).toContain("@postgres:5432/postern");
});
