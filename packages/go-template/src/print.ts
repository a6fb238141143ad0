/** `print`, `println` and what an action writes: values in their plain form. */

import { type Budget, Output } from "./budget.ts";
import { Formatter } from "./format-value.ts";
import type { Value } from "./value.ts";

/** Like Go's Sprint: a space between two arguments when neither is a string. */
export function print(values: readonly Value[], budget: Budget): string {
  const output = new Output(budget);
  const formatter = new Formatter(budget, output);
  values.forEach((value, index) => {
    const strings = typeof value === "string" || typeof values[index - 1] === "string";
    if (index > 0 && !strings) output.write(" ");
    formatter.plain(value);
  });
  return output.text;
}

export function println(values: readonly Value[], budget: Budget): string {
  const output = new Output(budget);
  const formatter = new Formatter(budget, output);
  values.forEach((value, index) => {
    if (index > 0) output.write(" ");
    formatter.plain(value);
  });
  output.write("\n");
  return output.text;
}

/** What `{{value}}` writes: a value that is not there says so. */
export function shown(value: Value, budget: Budget): string {
  if (value === undefined || value === null) return "<no value>";
  return typeof value === "string" ? value : print([value], budget);
}
