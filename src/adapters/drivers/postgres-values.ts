/** How values of Postgres arrive: by the type that the server names, times and numerics as text. */
import type { CustomTypesConfig } from "pg";
import { JSON_OIDS, parseInt8, parseJsonColumn } from "./sql-values.ts";

type Parse = (text: string) => unknown;

const asText: Parse = (text) => text;
const isTrue: Parse = (text) => text === "t";
const asBytes: Parse = (text) => Uint8Array.from(Buffer.from(text.slice(2), "hex"));

/** Types that are not listed stay text: so do times, which drizzle turns into dates. */
const SCALARS: readonly (readonly [Parse, readonly number[]])[] = [
  [Number, [21, 23, 26, 700, 701]], // int2, int4, oid, float4, float8
  [parseInt8, [20]],
  [isTrue, [16]],
  [asBytes, [17]],
  [parseJsonColumn, JSON_OIDS],
];

const ARRAYS: readonly (readonly [Parse, readonly number[]])[] = [
  // text, varchar, bpchar, name, uuid, numeric; date, timestamp, timestamptz
  [asText, [1009, 1015, 1014, 1003, 2951, 1231, 1182, 1115, 1185]],
  [Number, [1005, 1007, 1028, 1021, 1022]],
  [parseInt8, [1016]],
  [isTrue, [1000]],
  [JSON.parse, [199, 3807]],
];

const PARSERS: ReadonlyMap<number, Parse> = new Map([
  ...SCALARS.flatMap(([parse, oids]) => oids.map((oid) => [oid, parse] as const)),
  ...ARRAYS.flatMap(([parse, oids]) =>
    oids.map((oid) => [oid, (text: string) => readArray(text, parse)] as const),
  ),
]);

export const VALUE_TYPES = {
  getTypeParser: (oid: number) => PARSERS.get(oid) ?? asText,
} as CustomTypesConfig;

/** An item: in quotes, plain, or the bracket of a nested array. */
const ITEM = /\{|\}|,|"((?:[^"\\]|\\.)*)"|([^{},"]+)/gs;

/** Reads `{a,"b,c",NULL,{d}}`; bounds such as `[0:1]={…}` are skipped. */
function readArray(text: string, parse: Parse): unknown[] {
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
