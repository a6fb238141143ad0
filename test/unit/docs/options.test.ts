/** The option interfaces against the schemas: every member is described, and says the default that holds. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { loginOptions } from "../../../src/login/options.ts";
import { authOptions } from "../../../src/options.ts";
import { sessionOptions } from "../../../src/session/options.ts";
import { parseDuration } from "../../../src/std/duration.ts";

const SRC = join(import.meta.dirname, "../../../src");
const FILES = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /^(?!adapters\/).*-options\.ts$|^options\//.test(path));

interface Member {
  readonly name: string;
  readonly description: string;
  /** As in `@default`. */
  readonly fallback: string | undefined;
  /** Interface of a nested group. */
  readonly group: string | undefined;
}

interface Options {
  readonly base: string | undefined;
  readonly members: readonly Member[];
}

const MEMBER = /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)? {2}readonly (\w+)\??: ([^;]+);/g;
const INTERFACE = /^(?:export )?interface (\w+)(?: extends (\w+))? \{\n([\s\S]*?)^\}/gm;

function membersOf(body: string): Member[] {
  return [...body.matchAll(MEMBER)].map(([, comment = "", name = "", type = ""]) => ({
    name,
    description: comment.replaceAll(/^[/ *]+|@default.*|\*\/$/gm, "").trim(),
    fallback: /@default (.*?)(?: \*\/)?$/m.exec(comment)?.[1],
    group: /^(\w+Options)\b(?! *\[)/.exec(type)?.[1],
  }));
}

const interfaces = new Map<string, Options>();
for (const file of FILES) {
  const source = readFileSync(join(SRC, file), "utf8");
  for (const [, name = "", base, body = ""] of source.matchAll(INTERFACE)) {
    interfaces.set(name, { base, members: membersOf(body) });
  }
}

const every = [...interfaces].flatMap(([name, { members }]) =>
  members.map((member) => [`${name}.${member.name}`, member] as const),
);

test.each(every)("%s is described", (_, { description }) => {
  expect(description).not.toBe("");
});

function allMembers(name: string): readonly Member[] {
  const found = interfaces.get(name);
  if (!found) throw new Error(`no file has the interface ${name}`);
  return [...(found.base === undefined ? [] : allMembers(found.base)), ...found.members];
}

/** Members with the default that the interface says, as the schema fills them in. */
function defaultsOf(name: string, path = ""): [string, string | undefined][] {
  return allMembers(name).flatMap(({ name: member, fallback, group }) =>
    group === undefined
      ? [[`${path}${member}`, fallback] as [string, string | undefined]]
      : defaultsOf(group, `${path}${member}.`),
  );
}

const memberAt = (value: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value);

const isNothing = (value: unknown) =>
  value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** Groups that stay absent in the output, written empty. */
const ROOTS: readonly [string, z.ZodType, object][] = [
  ["AuthOptions", authOptions, { cache: { code_store: { active: "memory" } } }],
  ["SessionOptions", sessionOptions, { provider_source: {}, protected_resource: {} }],
  ["LoginOptions", loginOptions, {}],
];

describe.each(ROOTS)("%s", (root, schema, written) => {
  const filled = schema.parse(written);

  test.each(defaultsOf(root))("%s has the default of the schema", (path, fallback) => {
    const actual = memberAt(filled, path);
    if (path === "cache.code_store.active") return;
    if (fallback === undefined) {
      expect(isNothing(actual), `${path} is ${JSON.stringify(actual)}`).toBe(true);
      return;
    }
    const said: unknown = JSON.parse(fallback);
    const isDuration = typeof said === "string" && typeof actual === "number";
    expect(actual).toEqual(isDuration ? parseDuration(said) : said);
  });
});
