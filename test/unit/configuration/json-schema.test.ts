/** The schema for editors: it takes what the reader takes, and says where a name is not known. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { configurationSchema } from "../../../src/configuration/json-schema.ts";
import { KINDS } from "../../../src/configuration/schema.ts";
import { namespaces } from "../../../src/settings/index.ts";
import { configKinds } from "../../../src/settings/records/config-records.ts";
import { blockNamed } from "../../protocol/docs/blocks.ts";

const ROOT = join(import.meta.dirname, "../../..");
const validate = new Ajv2020({ strict: false, allErrors: true }).compile(configurationSchema());
const faults = (document: unknown) => {
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

describe("is met by", () => {
  test.each(["examples/seed.yaml", "examples/compose-seed.yaml", "examples/conformance/seed.yaml"])(
    "%s",
    (file) => expect(faults(parse(readFileSync(join(ROOT, file), "utf8")))).toEqual([]),
  );

  test("the document of the page", () => {
    const { text } = blockNamed("docs/configuration-as-code.md", "document");
    expect(faults(parse(text))).toEqual([]);
  });

  test.each(Object.entries(namespaces))("the example of settings.%s", (name, { example }) => {
    const document =
      name === "session_providers" ? { [name]: example } : { settings: { [name]: example } };
    expect(faults(document)).toEqual([]);
  });

  test.each(Object.entries(configKinds))("the example of %s", (kind, { example }) => {
    const { id, config } = example;
    expect(faults({ [kind]: { [id]: { enabled: false, ...config } } })).toEqual([]);
  });
});

test("has every kind, and refuses what no schema knows, but for names of others", () => {
  expect(Object.keys(Object(configurationSchema().properties)).sort()).toEqual([...KINDS].sort());
  expect(faults({ role: {} })).toEqual([" must NOT have additional properties"]);
  expect(faults({ settings: { token: { token_lifetme: "10m" } } })).toEqual([
    "/settings/token must NOT have additional properties",
  ]);
  expect(faults({ oauth_clients: { a: { client_nam: "A" } } })).toHaveLength(1);
  expect(faults({ oauth_clients: { a: { x_team: "blue" } } })).toEqual([]);
});

test.each([
  ["text", "a secret", 0],
  ["a variable", { env: "NOTES_SECRET" }, 0],
  ["null", null, 0],
  ["a number", 7, 1],
  ["two places", { env: "A", file: "b" }, 1],
])("a secret as %s", (_form, client_secret, wrong) => {
  const found = faults({ oauth_clients: { a: { client_secret } } });
  expect(found.length > 0 ? 1 : 0).toBe(wrong);
});
