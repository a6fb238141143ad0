/** What a value is, and when two are the same. */

import type { Budget } from "../budget.ts";
import { equals } from "../comparison.ts";
import { Time } from "../time.ts";
import {
  Byte,
  DataNumber,
  Dictionary,
  List,
  TemplateRecord,
  typeName,
  type Value,
} from "../value.ts";
import { type Library, takes } from "./define.ts";

/** Go's `reflect.Kind`. */
export function kindName(value: Value): string {
  if (value == null) return "invalid";
  if (value instanceof List) return "slice";
  if (value instanceof Dictionary) return "map";
  return value instanceof TemplateRecord || value instanceof Time ? "struct" : typeName(value);
}

/** Equal through and through; a number of the data equals an integer of its worth. */
export function deepEqual(left: Value, right: Value, budget: Budget, depth = 0): boolean {
  budget.spend();
  budget.checkDataDepth(depth);
  if (left == null || right == null) return left == null && right == null;
  if (left instanceof List && right instanceof List) {
    const { length } = left.items;
    if (length !== right.items.length) return false;
    return left.values().every((item, at) => deepEqual(item, right.at(at), budget, depth + 1));
  }
  if (left instanceof Dictionary && right instanceof Dictionary) {
    const keys = left.keys();
    if (keys.length !== right.keys().length) return false;
    budget.spend(keys.length);
    return keys.every((key) => {
      const other = right.get(key);
      return other !== undefined && deepEqual(left.get(key), other, budget, depth + 1);
    });
  }
  if (left instanceof Time && right instanceof Time) {
    return left.seconds === right.seconds && left.nanos === right.nanos;
  }
  return isPlain(left) && isPlain(right) && comparable(left, right) && equals(left, right, budget);
}

const isPlain = (value: Value) =>
  typeof value !== "object" || value instanceof Byte || value instanceof DataNumber;

function comparable(left: Value, right: Value): boolean {
  const numeric = (value: Value) => typeof value === "bigint" || typeof value === "number";
  if (left instanceof DataNumber) return right instanceof DataNumber || numeric(right);
  if (right instanceof DataNumber) return numeric(left);
  return typeName(left) === typeName(right);
}

const typeIs = takes(["text", "any"], ([type, value]) => type === typeName(value));

export const kinds: Library = {
  typeOf: takes(["any"], ([value]) => typeName(value)),
  typeIs,
  typeIsLike: typeIs,
  kindOf: takes(["any"], ([value]) => kindName(value)),
  kindIs: takes(["text", "any"], ([kind, value]) => kind === kindName(value)),
  deepEqual: takes(["any", "any"], ([left, right], budget) => deepEqual(left, right, budget)),
};
