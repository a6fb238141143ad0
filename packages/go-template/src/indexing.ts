/** `index`, `slice` and `len`. Strings are indexed, cut and counted in bytes, as in Go. */

import type { Budget } from "./budget.ts";
import { TemplateError } from "./template-error.ts";
import { utf8Bytes, utf8Length, utf8Text } from "./utf8.ts";
import { Byte, Dictionary, integerOf, List, typeName, type Value } from "./value.ts";

/** `index x 1 "a"` is x[1]["a"]; a missing key of a map is no value. */
export function index([item, ...keys]: readonly Value[], budget: Budget): Value {
  if (item == null) throw failure("index of untyped nil");
  let found: Value = item;
  for (const key of keys) found = element(found, key, budget);
  return found;
}

function element(item: Value, key: Value, budget: Budget): Value {
  if (item == null) throw failure("index of nil pointer");
  if (item instanceof Dictionary) {
    if (typeof key === "string") return item.get(key) ?? null;
    if (key == null) throw failure("value is nil; should be of type string");
    throw failure(`value has type ${typeName(key)}; should be string`);
  }
  if (item instanceof List) {
    return item.at(existing(position(key, item.items.length), item.items.length, "slice"));
  }
  if (typeof item !== "string") throw failure(`can't index item of type ${typeName(item)}`);
  budget.spendOn(item.length);
  const bytes = utf8Bytes(item);
  return new Byte(bytes[existing(position(key, bytes.length), bytes.length, "string")] ?? 0);
}

/** `slice x 1 2` is x[1:2]. A list ends where it ends: there is no capacity behind it. */
export function slice([item, ...bounds]: readonly Value[], budget: Budget): Value {
  if (item == null) throw failure("slice of untyped nil");
  if (bounds.length > 3) throw failure(`too many slice indexes: ${bounds.length}`);
  if (typeof item !== "string" && !(item instanceof List)) {
    throw failure(`can't slice item of type ${typeName(item)}`);
  }
  if (typeof item === "string") {
    if (bounds.length === 3) throw failure("cannot 3-index slice a string");
    budget.spendOn(item.length);
    const bytes = utf8Bytes(item);
    const [from, to] = range(bounds, bytes.length);
    return utf8Text(bytes.subarray(from, to));
  }
  const [from, to] = range(bounds, item.items.length);
  budget.spendOn(to - from);
  return new List(item.items.slice(from, to));
}

export function length(item: Value, budget: Budget): bigint {
  if (item === undefined) {
    throw failure("reflect: call of reflect.Value.Type on zero Value");
  }
  if (item === null) throw failure("len of nil pointer");
  if (item instanceof List) return BigInt(item.items.length);
  if (typeof item === "string") {
    budget.spendOn(item.length);
    return BigInt(utf8Length(item));
  }
  if (!(item instanceof Dictionary)) throw failure(`len of type ${typeName(item)}`);
  const keys = item.keys();
  budget.spendOn(keys.length);
  return BigInt(keys.length);
}

function range(bounds: readonly Value[], end: number): [number, number] {
  const positions = bounds.map((bound) => position(bound, end));
  const [from = 0, to = end, capacity] = positions;
  if (from > to) throw failure(`invalid slice index: ${from} > ${to}`);
  if (capacity !== undefined && to > capacity) {
    throw failure(`invalid slice index: ${to} > ${capacity}`);
  }
  return [from, to];
}

function position(key: Value, max: number): number {
  if (key == null) throw failure("cannot index slice/array with nil");
  const at = integerOf(key);
  if (at === undefined) throw failure(`cannot index slice/array with type ${typeName(key)}`);
  if (at < 0n || at > BigInt(max)) throw failure(`index out of range: ${at}`);
  return Number(at);
}

/** Go reports the position just behind the end in other words. */
function existing(at: number, length: number, what: "slice" | "string"): number {
  if (at === length) throw failure(`reflect: ${what} index out of range`);
  return at;
}

function failure(message: string): TemplateError {
  return new TemplateError("execute", message);
}
