/** How values travel, the same through both drivers. */

/** `json` and `jsonb`. */
export const JSON_OIDS = [114, 3802] as const;

/**
 * Drizzle parses a JSON column again when the driver hands it a string, which would turn the JSON
 * string `"123"` into a number. So a JSON string stays in its quotes for drizzle to parse, and all
 * else arrives parsed.
 */
export function parseJsonColumn(text: string): unknown {
  return text.startsWith('"') ? text : JSON.parse(text);
}

/** `int8` as a number while it is exact, as a bigint beyond. */
export function parseInt8(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** `date`, `timestamp`, `timestamptz`, `time`, `timetz`, `interval`. */
export const TIME_OIDS = [1082, 1114, 1184, 1083, 1266, 1186] as const;

/** Times arrive as Postgres writes them (ISO, UTC); drizzle's columns turn them into dates. */
export function parseTime(text: string): string {
  return text;
}
