/**
 * The values of a running template: plain data seen as Go sees it. A safe JavaScript integer is an
 * `int` (held as bigint), every other number a `float64`; objects are `map[string]interface {}` of
 * their own data properties, so prototypes, getters and functions do not exist.
 */

import { compareText } from "./utf8.ts";

/** `undefined` is Go's invalid value (a missing key), `null` a nil interface. */
export type Value =
  | undefined
  | null
  | boolean
  | bigint
  | number
  | string
  | Byte
  | List
  | Dictionary
  | TemplateRecord;

/** One byte of a string, as `index` gives it: `uint8`. */
export class Byte {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

export class List {
  readonly items: readonly unknown[];

  constructor(items: readonly unknown[]) {
    this.items = items;
  }

  at(index: number): Value {
    return goValue(this.items[index]) ?? null;
  }
}

export class Dictionary {
  private readonly source: object;

  constructor(source: object) {
    this.source = source;
  }

  /** The value of an own key; undefined when there is none. */
  get(key: string): Value {
    const property = Object.getOwnPropertyDescriptor(this.source, key);
    return property?.enumerable ? goValue(property.value) : undefined;
  }

  keys(): string[] {
    return Object.keys(this.source).filter((key) => this.get(key) !== undefined);
  }

  sortedKeys(): string[] {
    return this.keys().sort(compareText);
  }

  isEmpty(): boolean {
    for (const key in this.source) if (this.get(key) !== undefined) return false;
    return true;
  }
}

/** Data with fixed fields, like a Go struct: an unknown field is an error instead of no value. */
export class TemplateRecord {
  readonly type: string;
  private readonly fields: Dictionary;

  /** `type` is the name shown in errors, for example `main.Mail`. */
  constructor(type: string, fields: Readonly<Record<string, unknown>>) {
    this.type = type;
    this.fields = new Dictionary(fields);
  }

  get(name: string): Value {
    return this.fields.get(name);
  }

  names(): string[] {
    return this.fields.keys();
  }
}

const MAX_INT = 2n ** 63n - 1n;

export function goValue(data: unknown): Value {
  if (data === null || typeof data === "boolean" || typeof data === "string") return data;
  if (typeof data === "number") return Number.isSafeInteger(data) ? BigInt(data) : data;
  if (typeof data === "bigint") {
    return data <= MAX_INT && data >= -MAX_INT - 1n ? data : Number(data);
  }
  if (typeof data !== "object") return undefined;
  if (Array.isArray(data)) return new List(data);
  return data instanceof TemplateRecord ? data : new Dictionary(data);
}

export function typeName(value: Value): string {
  if (value === undefined || value === null) return "<nil>";
  if (typeof value === "bigint") return "int";
  if (typeof value === "number") return "float64";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (value instanceof Byte) return "uint8";
  if (value instanceof List) return "[]interface {}";
  return value instanceof Dictionary ? "map[string]interface {}" : value.type;
}

/** What `if` and `and` call true: anything but the zero value of its type; records always. */
export function isTrue(value: Value): boolean {
  if (value instanceof List) return value.items.length > 0;
  if (value instanceof Dictionary) return !value.isEmpty();
  if (value instanceof Byte) return value.value !== 0;
  if (typeof value === "number") return value !== 0;
  return Boolean(value);
}
