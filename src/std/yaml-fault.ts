/** What is wrong with a YAML or JSON text, in plain words and without a word of the text: it may hold a password. */
import type { YAMLParseError } from "yaml";

const REASONS: Readonly<Partial<Record<YAMLParseError["code"], string>>> = {
  BAD_ALIAS: "an alias (*name) must have a name",
  BAD_DQ_ESCAPE: 'a backslash in "…" must be written twice, or the text put in single quotes',
  BAD_INDENT: "the line must begin in the same column as its neighbours",
  BAD_SCALAR_START: "a value that begins with this character must be in quotes",
  BLOCK_AS_IMPLICIT_KEY: "there is a second colon in the line; put the value in quotes",
  BLOCK_IN_FLOW: "a list or mapping over several lines cannot be inside [ ] or { }",
  DUPLICATE_KEY: "the key is there twice; keep one",
  MULTILINE_IMPLICIT_KEY: "there must be a colon and a space behind the key",
  TAB_AS_INDENT: "the line is indented with a tab; use spaces",
  UNEXPECTED_TOKEN:
    "something is here that does not belong; look at the indentation and the brackets before it",
};

const CLOSING: Readonly<Record<string, string>> = {
  "]": "the list that begins with [ must end with ]",
  "}": "the mapping that begins with { must end with }",
};

function reasonOf({ code, message }: YAMLParseError): string {
  const [, bracket = ""] = /end with a ([\]}])/.exec(message) ?? [];
  if (CLOSING[bracket]) return CLOSING[bracket];
  const [, quote] = /^Missing closing (["'])quote/.exec(message) ?? [];
  if (quote) return `the text that begins with ${quote} must end with ${quote}`;
  if (/^Missing , or :/.test(message)) return "there must be a comma or a colon";
  if (code === "MISSING_CHAR") return "there must be a colon and a space behind the key";
  return REASONS[code] ?? `the syntax is wrong (${code.toLowerCase().replaceAll("_", " ")})`;
}

/** Place and reason: `postern.yaml line 3 column 1: …`. */
export function yamlFault(error: YAMLParseError, file: string): string {
  const [place] = error.linePos ?? [];
  const shown = place ? ` line ${place.line} column ${place.col}` : "";
  return `${file}${shown}: ${reasonOf(error)}`;
}
