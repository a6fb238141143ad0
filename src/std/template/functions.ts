/** The functions a template can call: Go's built-in ones and ours, with what they take. */

import type { Budget } from "./budget.ts";
import { equals, equalsAny, isLess } from "./comparison.ts";
import { escapeHtml, escapeJs, escapeQuery } from "./escaping.ts";
import { index, length, slice } from "./indexing.ts";
import { print, println, shown } from "./print.ts";
import { printf } from "./printf.ts";
import { changeCase, join, orDefault, replace, split, textOf, trim } from "./text-functions.ts";
import { toJson } from "./to-json.ts";
import { isTrue, type Value } from "./value.ts";

/** A text must be a string; anything else is taken as it is, and may be nil. */
export type Parameter = "text" | "any";

export type TemplateFunction = {
  parameters: readonly Parameter[];
  /** Any number of further arguments. */
  rest: boolean;
  apply: (values: readonly Value[], budget: Budget) => Value;
};

type TextFunction = (...texts: string[]) => Value;

const takes = (
  parameters: readonly Parameter[],
  apply: TemplateFunction["apply"],
  rest = false,
): TemplateFunction => ({ parameters, rest, apply });

const texts = (count: number, apply: TextFunction): TemplateFunction =>
  takes(new Array<Parameter>(count).fill("text"), (values, budget) => {
    for (const value of values) budget.spendOn(textOf(value).length);
    return apply(...values.map(textOf));
  });

const pair = (apply: (left: Value, right: Value, budget: Budget) => Value): TemplateFunction =>
  takes(["any", "any"], ([left, right], budget) => apply(left, right, budget));

const escaper = (encode: (text: string) => string): TemplateFunction =>
  takes([], (values, budget) => encode(escapable(values, budget)), true);

export const FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map([
  // `and`, `or` and `call` are evaluated by the caller; their entries say what they take.
  ["and", takes(["any"], ([value]) => value, true)],
  ["or", takes(["any"], ([value]) => value, true)],
  ["call", takes(["any"], ([value]) => value, true)],
  ["not", takes(["any"], ([value]) => !isTrue(value))],
  ["html", escaper(escapeHtml)],
  ["js", escaper(escapeJs)],
  ["urlquery", escaper(escapeQuery)],
  ["index", takes(["any"], index, true)],
  ["slice", takes(["any"], slice, true)],
  ["len", takes(["any"], ([value], budget) => length(value, budget))],
  ["print", takes([], print, true)],
  [
    "printf",
    takes(
      ["text"],
      ([format, ...values], budget) => {
        return printf(textOf(format), values, budget);
      },
      true,
    ),
  ],
  ["println", takes([], println, true)],
  ["eq", takes(["any"], equalsAny, true)],
  ["ne", pair((left, right, budget) => !equals(left, right, budget))],
  ["lt", pair(isLess)],
  ["le", pair((left, right, budget) => isLess(left, right) || equals(left, right, budget))],
  ["gt", pair((left, right, budget) => !isLess(left, right) && !equals(left, right, budget))],
  ["ge", pair((left, right) => !isLess(left, right))],
  ["default", pair(orDefault)],
  ["lower", texts(1, (text = "") => changeCase(text, "lower"))],
  ["upper", texts(1, (text = "") => changeCase(text, "upper"))],
  ["trim", texts(1, (text = "") => trim(text))],
  [
    "replace",
    takes(["text", "text", "text"], ([old, by, text], budget) => {
      return replace(textOf(old), textOf(by), textOf(text), budget);
    }),
  ],
  [
    "split",
    takes(["text", "text"], ([separator, text], budget) => {
      return split(textOf(separator), textOf(text), budget);
    }),
  ],
  [
    "join",
    takes(["text", "any"], ([separator, list], budget) => {
      return join(textOf(separator), list, budget);
    }),
  ],
  ["contains", texts(2, (part = "", text = "") => text.includes(part))],
  ["hasPrefix", texts(2, (start = "", text = "") => text.startsWith(start))],
  ["hasSuffix", texts(2, (end = "", text = "") => text.endsWith(end))],
  ["toJson", takes(["any"], ([value], budget) => toJson(value, budget))],
]);

export const FUNCTION_NAMES: ReadonlySet<string> = new Set(FUNCTIONS.keys());

/** One string as it is, anything else as `print` writes it; a missing value says so. */
function escapable(values: readonly Value[], budget: Budget): string {
  const [first] = values;
  const text =
    values.length === 1 && typeof first === "string"
      ? first
      : print(
          values.map((value) => (value == null ? shown(value, budget) : value)),
          budget,
        );
  budget.spendOn(text.length);
  budget.checkLength(text.length);
  return text;
}
