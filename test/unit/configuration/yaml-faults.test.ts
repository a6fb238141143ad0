/** Faults of the syntax of a document: by ids of our own and with their place, whatever words the parser has for them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { YAMLParseError } from "yaml";
import { parseText } from "../../../src/configuration/text.ts";
import { TextFault, yamlFault } from "../../../src/configuration/yaml-fault.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Stands for a password in the line at fault. */
const SECRET = "hunter2";

function faultOf(text: string): TextFault {
  try {
    parseText(text, "seed.yaml");
  } catch (error) {
    if (error instanceof TextFault) return error;
    throw error;
  }
  throw new Error("the text was taken");
}

test.each([
  ["a: [hunter2", 1, 12, "end_of_list"],
  ["a: {b: hunter2", 1, 15, "end_of_mapping"],
  ['a: "hunter2', 1, 12, "end_of_text"],
  ["a: 'hunter2", 1, 12, "end_of_text"],
  ["a: hunter2: b", 1, 4, "second_colon"],
  ["a:\n\tb: hunter2", 2, 1, "tab"],
  ["a:hunter2\nb: c", 1, 1, "colon"],
  ["a: @hunter2", 1, 4, "quotes"],
  ['a: ["hunter2" "b"]', 1, 15, "comma"],
  ['a: "hunter2"#b', 1, 13, "comment"],
  ["a: hunter2\na: b", 2, 1, "twice"],
  ["a: hunter2\n---\nb: c", 2, 1, "documents"],
  ['a: "\\q hunter2"', 1, 5, "backslash"],
  ["a: &x &y hunter2", 1, 7, "anchors"],
  ["a: !!str !!int hunter2", 1, 10, "tags"],
  ["a: &x hunter2\nb: !!str *x", 2, 10, "alias_alone"],
  ["a: hunter2\nb: *", 2, 4, "alias_name"],
  ["a: ]hunter2", 1, 4, "unexpected"],
  ["a:\n  b: hunter2\n c: d", 3, 1, "indent"],
  ["%FOO hunter2\na: b", 2, 1, "directives_end"],
])("%j: line %i column %i, fault.yaml.%s, and nothing of the text", (text, line, column, id) => {
  const { said, message } = faultOf(text);
  expect(said).toMatchObject({
    ...{ id: "fault.yaml.at", values: { line, column } },
    reason: { id: `fault.yaml.${id}` },
  });
  expect(message).toBe(`seed.yaml ${said.text}`);
  expect(message).not.toContain(SECRET);
});

test.each([
  ["aliases that stand for themselves", "a: &x\n  b: *y", "fault.yaml.aliases"],
  ["more than 1 MiB", " ".repeat(1_048_577), "fault.document.long"],
])("%s: the document as a whole", (_name, text, id) => {
  const { said, message } = faultOf(text);
  expect(said).toMatchObject({ id: "fault.document.whole", reason: { id } });
  expect(message).toMatch(/^seed\.yaml: /);
});

test("nested without end, and nested deeper than is taken", () => {
  expect(faultOf("[".repeat(100_000)).said.reason?.id).toMatch(/^fault\.(yaml|document)\.deep$/);
  const deep = `${"[".repeat(70)}${"]".repeat(70)}`;
  expect(faultOf(deep).said).toMatchObject({ reason: { id: "fault.document.deep" } });
});

const codes = () => {
  const types = readFileSync(join(ROOT, "node_modules/yaml/dist/errors.d.ts"), "utf8");
  const [line = ""] = /^export type ErrorCode.*$/m.exec(types) ?? [];
  return [...line.matchAll(/'([A-Z0-9_]+)'/g)].map(([, code = ""]) => code);
};
const saidOf = (code: string) =>
  yamlFault(new YAMLParseError([0, 1], code as YAMLParseError["code"], SECRET), "seed.yaml").said;

/** What the parser says of itself, and of an option that is not used. */
const NEVER = ["IMPOSSIBLE", "NON_STRING_KEY"];

test("every code of the parser has a sentence; one that is not known is named", () => {
  expect(codes().length).toBeGreaterThan(20);
  const unnamed = codes().filter((code) => saidOf(code).reason?.id === "fault.yaml.other");
  expect(unnamed).toEqual(NEVER);
  const later = saidOf("OF_A_LATER_VERSION");
  expect(later.reason).toMatchObject({ values: { code: "of a later version" } });
  expect(later.text).toBe("the document: the syntax is wrong (of a later version)");
});
