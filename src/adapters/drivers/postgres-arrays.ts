/**
 * Arrays of the common types. postgres.js can ask the server for all of them (`fetch_types`), but
 * it does not catch a lost connection during that query, which would crash the process.
 */
import { parseInt8, parseTime, serializeJson, serializeTime } from "./sql-values.ts";

interface ArrayType {
  readonly to: number;
  readonly from: number[];
  readonly serialize: (value: unknown) => string;
  readonly parse: (text: string) => unknown;
}

const asText = (text: string) => text;

/** `text`, `varchar`, `bpchar`, `name`, `uuid` and `numeric`, whose digits stay text. */
const TEXT_ARRAYS = [1009, 1015, 1014, 1003, 2951, 1231];
/** `date`, `timestamp`, `timestamptz`. */
const TIME_ARRAYS = [1182, 1115, 1185];
/** `int2`, `int4`, `oid`, `float4`, `float8`. */
const NUMBER_ARRAYS = [1005, 1007, 1028, 1021, 1022];

export const ARRAY_TYPES = {
  texts: arrayOf(TEXT_ARRAYS, asText, String),
  times: arrayOf(TIME_ARRAYS, parseTime, serializeTime),
  numbers: arrayOf(NUMBER_ARRAYS, Number, String),
  bigints: arrayOf([1016], parseInt8, String),
  booleans: arrayOf([1000], (text) => text === "t", String),
  jsons: arrayOf([199, 3807], JSON.parse, serializeJson),
} as const satisfies Record<string, ArrayType>;

function arrayOf(
  oids: number[],
  parse: (text: string) => unknown,
  serialize: (value: unknown) => string,
): ArrayType {
  return {
    to: oids[0] ?? 0,
    from: oids,
    // Drizzle's array columns write the literal themselves.
    serialize: (value) => (Array.isArray(value) ? writeArray(value, serialize) : String(value)),
    parse: (text) => readArray(text, parse),
  };
}

function writeArray(list: readonly unknown[], serialize: (value: unknown) => string): string {
  const items = list.map((item) => {
    if (item === null || item === undefined) return "NULL";
    if (Array.isArray(item)) return writeArray(item, serialize);
    return `"${serialize(item).replace(/[\\"]/g, "\\$&")}"`;
  });
  return `{${items.join(",")}}`;
}

/** An item: in quotes, plain, or the bracket of a nested array. */
const ITEM = /\{|\}|,|"((?:[^"\\]|\\.)*)"|([^{},"]+)/gs;

/** Reads `{a,"b,c",NULL,{d}}`; bounds such as `[0:1]={…}` are skipped. */
export function readArray(text: string, parse: (text: string) => unknown): unknown[] {
  const root: unknown[] = [];
  const open: unknown[][] = [root];
  for (const [token, quoted, plain] of text.slice(text.indexOf("{")).matchAll(ITEM)) {
    const current = open.at(-1) ?? root;
    if (token === "{") {
      const nested: unknown[] = [];
      current.push(nested);
      open.push(nested);
    } else if (token === "}") open.pop();
    else if (quoted !== undefined) current.push(parse(quoted.replace(/\\(.)/gs, "$1")));
    else if (plain !== undefined) current.push(plain === "NULL" ? null : parse(plain));
  }
  return root[0] as unknown[];
}
