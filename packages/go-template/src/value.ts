/**
 * The values of a running template: plain data seen as Go sees it. Objects are
 * `map[string]interface {}` of their own data properties, so prototypes, getters and functions do
 * not exist. A number of the data is a DataNumber; one that stands in the template is an `int`
 * (bigint) or a `float64` (number), as it is written.
 */

import { Time } from "./time.ts";
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
  | DataNumber
  | Time
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

/**
 * A number of the data, or one that a function computed: Go's `float64`, as its JSON reader makes
 * it. Where Go would refuse a float64 and takes an integer, a whole number is that integer.
 */
export class DataNumber {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }

  /** undefined for a fraction, and for what 64 bits do not hold. */
  integer(): bigint | undefined {
    if (!Number.isInteger(this.value)) return undefined;
    const integer = BigInt(this.value);
    return fitsInt(integer) ? integer : undefined;
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

  values(): Value[] {
    return this.items.map((_, index) => this.at(index));
  }
}

export class Dictionary {
  protected readonly source: object;

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

/** A map that the template made for itself. It may be changed; a map of the data may not. */
export class OwnDictionary extends Dictionary {
  declare protected readonly source: Record<string, Value>;

  constructor(entries: Iterable<readonly [string, Value]> = []) {
    super(Object.create(null));
    for (const [key, value] of entries) this.set(key, value);
  }

  set(key: string, value: Value): void {
    this.source[key] = value ?? null;
  }

  delete(key: string): void {
    delete this.source[key];
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

const INT_SIZE = 2n ** 63n;
const VALUES = [Byte, DataNumber, Time, List, Dictionary, TemplateRecord] as const;

const fitsInt = (integer: bigint) => integer < INT_SIZE && integer >= -INT_SIZE;

export function goValue(data: unknown): Value {
  if (data === null || typeof data === "boolean" || typeof data === "string") return data;
  if (typeof data === "number") return new DataNumber(data);
  if (typeof data === "bigint") return fitsInt(data) ? data : new DataNumber(Number(data));
  if (typeof data !== "object") return undefined;
  if (Array.isArray(data)) return new List(data);
  return isValue(data) ? data : new Dictionary(data);
}

/** What a list or map of the template holds is a value already. */
function isValue(data: object): data is InstanceType<(typeof VALUES)[number]> {
  return VALUES.some((kind) => data instanceof kind);
}

/** The integer that a value is, or counts as; undefined for anything else. */
export function integerOf(value: Value): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (value instanceof DataNumber) return value.integer();
  return value instanceof Byte ? BigInt(value.value) : undefined;
}

export function typeName(value: Value): string {
  if (value === undefined || value === null) return "<nil>";
  if (typeof value === "bigint") return "int";
  if (typeof value === "number" || value instanceof DataNumber) return "float64";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (value instanceof Byte) return "uint8";
  if (value instanceof Time) return "time.Time";
  if (value instanceof List) return "[]interface {}";
  return value instanceof Dictionary ? "map[string]interface {}" : value.type;
}

/** What `if` and `and` call true: anything but the zero value of its type; records always. */
export function isTrue(value: Value): boolean {
  if (value instanceof List) return value.items.length > 0;
  if (value instanceof Dictionary) return !value.isEmpty();
  if (value instanceof Byte || value instanceof DataNumber) return value.value !== 0;
  if (typeof value === "number") return value !== 0;
  return Boolean(value);
}
