/**
 * Our functions beyond Go's own. The text comes last, so that it can come through a pipe:
 * `default "x" .v`, `lower .s`, `upper .s`, `trim .s`, `replace "old" "new" .s`, `split "sep" .s`
 * (a list), `join "sep" .list`, `contains "part" .s`, `hasPrefix "start" .s`, `hasSuffix "end" .s`.
 */

import { type Budget, Output } from "./budget.ts";
import { shown } from "./print.ts";
import { TemplateError } from "./template-error.ts";
import { isTrue, List, type Value } from "./value.ts";

/** Go's unicode.IsSpace; JavaScript's trim also takes U+FEFF but not U+0085. */
const SPACE = "[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const LEADING = new RegExp(`^${SPACE}+`);
const IS_SPACE = new RegExp(SPACE);

/** The value, or the fallback for an empty one: no value, zero, false, "" or without items. */
export function orDefault(fallback: Value, value: Value): Value {
  return isTrue(value) ? value : fallback;
}

/** Case letter by letter, as in Go: "ß" stays, a final sigma is like any other. */
export function changeCase(text: string, to: "lower" | "upper"): string {
  let changed = "";
  for (const letter of text) {
    const other = to === "lower" ? letter.toLowerCase() : letter.toUpperCase();
    const single = other.length === String.fromCodePoint(other.codePointAt(0) ?? 0).length;
    changed += single ? other : to === "lower" ? (other[0] ?? "") : letter;
  }
  return changed;
}

export function trim(text: string): string {
  const start = text.replace(LEADING, "");
  let end = start.length;
  while (end > 0 && IS_SPACE.test(start[end - 1] ?? "")) end -= 1;
  return start.slice(0, end);
}

/** An empty `old` is found around every character. */
export function replace(old: string, by: string, text: string, budget: Budget): string {
  const parts = split(old, text, budget).items.map(String);
  return joinTexts(by, old === "" ? ["", ...parts, ""] : parts, budget);
}

/** An empty separator splits between characters. */
export function split(separator: string, text: string, budget: Budget): List {
  budget.spendOn(text.length);
  const parts = separator === "" ? [...text] : text.split(separator);
  budget.spendOn(parts.length * 4);
  return new List(parts);
}

/** Items as they print, nil left out; a value that is no list is its only item. */
export function join(separator: string, list: Value, budget: Budget): string {
  if (list == null) return "";
  if (list instanceof List) budget.spendOn(list.items.length * 4);
  const items = list instanceof List ? list.items.map((_, at) => list.at(at)) : [list];
  const texts = items.filter((item) => item != null).map((item) => shown(item, budget));
  return joinTexts(separator, texts, budget);
}

function joinTexts(separator: string, texts: readonly string[], budget: Budget): string {
  const output = new Output(budget);
  let length = Math.max(0, texts.length - 1) * separator.length;
  for (const text of texts) length += text.length;
  budget.checkLength(length);
  output.write(texts.join(separator));
  return output.text;
}

/** Text arguments have been checked; this only tells the compiler. */
export function textOf(value: Value): string {
  if (typeof value === "string") return value;
  throw new TemplateError("execute", "expected string");
}
