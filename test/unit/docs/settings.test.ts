/** docs/settings.md against the schemas: every namespace, every member, its default, and no other. */

import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isSecret, type Schema, shapeOf } from "../../../src/settings/document/schema-walk.ts";
import { readPage } from "../../protocol/docs/blocks.ts";
import { describeSchema } from "../../support/describe-schema.ts";
import { configSchemas, namespaceSchemas } from "../../support/kinds.ts";
import { readRows, schemaPaths, sectionOf, writeDefault } from "./schema-paths.ts";

const page = readPage("docs/settings.md");
const documents = { ...namespaceSchemas, ...configSchemas };

interface Property {
  readonly $ref?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly items?: Property;
  readonly additionalProperties?: Property;
  readonly anyOf?: readonly Property[];
  readonly allOf?: readonly Property[];
}

const { root, components } = describeSchema<Property>(z.object(documents));

function resolved(property: Property | undefined): Property {
  const { $ref, allOf, anyOf } = property ?? {};
  if ($ref) return resolved(components[$ref.split("/").at(-1) ?? ""]);
  const [inner] = [...(allOf ?? []), ...(anyOf ?? [])];
  return inner ? { ...resolved(inner), ...property } : (property ?? {});
}

function defaultOf(name: string, path: string): unknown {
  let at = resolved(root.properties?.[name]);
  for (const step of path.split(".")) {
    if (step === "<name>") at = resolved(at.additionalProperties);
    else at = resolved(at.properties?.[step.replace("[]", "")]);
    if (step.endsWith("[]")) at = resolved(at.items);
  }
  return at.default;
}

function memberAt(schema: Schema, path: string): Schema {
  let at = schema;
  for (const step of path.split(".")) {
    const shape = shapeOf(at);
    if (shape.kind === "map") at = shape.value;
    else if (shape.kind === "object") at = shape.members.get(step.replace("[]", "")) ?? at;
    const list = shapeOf(at);
    if (step.endsWith("[]") && list.kind === "list") at = list.item;
  }
  return at;
}

/** A provider of a group is described once, at the top level. */
const REPEATED = "groups.<name>.providers.<name>.";

describe.each(Object.entries(documents))("%s", (name, schema) => {
  const rows = readRows(sectionOf(page, `### \`${name}\``));
  const paths = schemaPaths(schema).filter((path) => !path.startsWith(REPEATED));

  test("the page has every member and no other", () => {
    expect(rows.map(({ key }) => key).sort()).toEqual(paths.sort());
  });

  test.each(rows)("$key has the default that the page tells", ({ key, cells }) => {
    expect(cells[1]).toBe(writeDefault(defaultOf(name, key)));
  });

  test.each(rows)("$key is a secret where the page says so", ({ key, cells }) => {
    expect(cells[0] === "secret").toBe(isSecret(memberAt(schema, key)));
  });
});

test("the page has a section for every document and no other", () => {
  const headings = [...page.matchAll(/^### `([a-z0-9_]+)`$/gm)].map(([, name]) => name);
  expect(headings.sort()).toEqual(Object.keys(documents).sort());
});
