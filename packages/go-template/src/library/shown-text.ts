/** Values as texts, the way functions on texts take them. */

import type { Budget } from "../budget.ts";
import { print } from "../print.ts";
import { List, type Value } from "../value.ts";

/** A text as it is, anything else as `print` writes it. */
export function shownText(value: Value, budget: Budget): string {
  return typeof value === "string" ? value : print([value], budget);
}

/** The items of a list, nil left out; a value that is no list is its only item. */
export function itemTexts(list: Value, budget: Budget): string[] {
  if (list == null) return [];
  if (!(list instanceof List)) return [shownText(list, budget)];
  budget.spendOn(list.items.length * 4);
  const present = list.values().filter((item) => item != null);
  return present.map((item) => shownText(item, budget));
}
