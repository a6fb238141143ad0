/** The functions a template can call: Go's built-in ones here, ours in library/. */

import type { Budget } from "./budget.ts";
import { equals, equalsAny, isLess } from "./comparison.ts";
import { escapeHtml, escapeJs, escapeQuery } from "./escaping.ts";
import { index, length, slice } from "./indexing.ts";
import { choices } from "./library/choices.ts";
import { dates } from "./library/dates.ts";
import { type Library, type TemplateFunction, takes, takesMore } from "./library/define.ts";
import { encodings } from "./library/encodings.ts";
import { floats } from "./library/floats.ts";
import { integers } from "./library/integers.ts";
import { kinds } from "./library/kinds.ts";
import { lists } from "./library/lists.ts";
import { maps } from "./library/maps.ts";
import { paths } from "./library/paths.ts";
import { regexes } from "./library/regexes.ts";
import { texts } from "./library/texts.ts";
import { words } from "./library/words.ts";
import { print, println, shown } from "./print.ts";
import { printf } from "./printf.ts";
import { isTrue, type Value } from "./value.ts";

const pair = (apply: (left: Value, right: Value, budget: Budget) => Value): TemplateFunction =>
  takes(["any", "any"], ([left, right], budget) => apply(left, right, budget));

const escaper = (encode: (text: string) => string): TemplateFunction =>
  takesMore([], "any", (values, budget) => encode(escapable(values, budget)));

/** Evaluated by the caller; the entry says what they take. */
const special = takesMore(["any"], "any", ([value]) => value);

const cut = takesMore(["any"], "any", slice);

const builtIn: Library = {
  and: special,
  or: special,
  call: special,
  not: takes(["any"], ([value]) => !isTrue(value)),
  html: escaper(escapeHtml),
  js: escaper(escapeJs),
  urlquery: escaper(escapeQuery),
  index: takesMore(["any"], "any", index),
  slice: cut,
  mustSlice: cut,
  len: takes(["any"], ([value], budget) => length(value, budget)),
  print: takesMore([], "any", print),
  printf: takesMore(["text"], "any", ([format, ...values], budget) => {
    return printf(format, values, budget);
  }),
  println: takesMore([], "any", println),
  eq: takesMore(["any"], "any", equalsAny),
  ne: pair((left, right, budget) => !equals(left, right, budget)),
  lt: pair(isLess),
  le: pair((left, right, budget) => isLess(left, right) || equals(left, right, budget)),
  gt: pair((left, right, budget) => !isLess(left, right) && !equals(left, right, budget)),
  ge: pair((left, right) => !isLess(left, right)),
};

export const FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map(
  [
    builtIn,
    choices,
    dates,
    encodings,
    floats,
    integers,
    kinds,
    lists,
    maps,
    paths,
    regexes,
    texts,
    words,
  ].flatMap((library: Library) => Object.entries(library)),
);

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
