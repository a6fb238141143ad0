/** Fields of a log record as plain data: bounded, never cyclic, credentials blanked by name. */

/**
 * A second line of defence; the first is that no code logs a credential. Names that speak about a
 * credential (`key_id`, `token_type`, `password_set`) are harmless and stay readable.
 */
const SECRET =
  /passw(or)?d|passphrase|secret|token|authorization|cookie|credential|private_?key|api_?key|^(.*_)?(key|pin|otp|totp|jwt|dsn|assertion|signature|code_verifier)$/i;
const HARMLESS =
  /_(id|ids|type|set|name|count|ttl|length|bits|path|uri|url|expires_at)$|^(public|lock|sort|row)_key$/i;
const REDACTED = "[redacted]";

const MAX_DEPTH = 6;
const MAX_ENTRIES = 100;
const MAX_TEXT_LENGTH = 16_384;

/** A copy that `JSON.stringify` can write. Never throws. */
export function plainFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return plainObject(fields, MAX_DEPTH, new Set());
}

/** What an operator needs of an error. The fields of database errors tell which rule was broken. */
export function plainError(error: Error, depth = MAX_DEPTH): Record<string, unknown> {
  const told: Record<string, unknown> = { name: error.name, message: tell(error, error.message) };
  const { code, status, detail } = error as { code?: unknown; status?: unknown; detail?: unknown };
  if (typeof code === "string" || typeof code === "number") told.code = code;
  if (typeof status === "number") told.status = status;
  // `detail` of Postgres quotes the offending row; ours names a field.
  if (typeof detail === "string" && error.name === "AuthError") told.detail = cut(detail);
  if (error.stack) told.stack = tell(error, error.stack);
  if (error.cause !== undefined && depth > 0)
    told.cause = error.cause instanceof Error ? plainError(error.cause, depth - 1) : "[value]";
  return told;
}

/** Whether a field of this name is blanked. */
export function isSecretName(name: string): boolean {
  const snake = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[-. ]/g, "_");
  return SECRET.test(snake) && !HARMLESS.test(snake);
}

function plain(value: unknown, depth: number, above: Set<object>): unknown {
  switch (typeof value) {
    case "string":
      return cut(value);
    case "bigint":
      return value.toString();
    case "function":
    case "symbol":
      return `[${typeof value}]`;
    case "object":
      return value === null ? null : plainNested(value, depth, above);
    default:
      return value;
  }
}

function plainNested(value: object, depth: number, above: Set<object>): unknown {
  if (value instanceof Error) return plainError(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof URL) return value.origin + value.pathname; // a query may carry a code
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    return `[${value.byteLength} bytes]`;
  if (above.has(value)) return "[cycle]";
  if (depth <= 0) return "[too deep]";
  above.add(value);
  try {
    if (Array.isArray(value)) return plainList(value, depth - 1, above);
    if (value instanceof Set) return plainList([...value], depth - 1, above);
    if (value instanceof Map) return plainObject(Object.fromEntries(value), depth - 1, above);
    return plainObject(value as Record<string, unknown>, depth - 1, above);
  } finally {
    above.delete(value);
  }
}

function plainList(list: readonly unknown[], depth: number, above: Set<object>): unknown[] {
  const told = list.slice(0, MAX_ENTRIES).map((value) => plain(value, depth, above));
  if (list.length > MAX_ENTRIES) told.push(`[${list.length - MAX_ENTRIES} more]`);
  return told;
}

function plainObject(
  value: Readonly<Record<string, unknown>>,
  depth: number,
  above: Set<object>,
): Record<string, unknown> {
  const told: [string, unknown][] = [];
  const names = Object.keys(value);
  for (const name of names.slice(0, MAX_ENTRIES)) {
    const blank = isSecretName(name) && isContent(read(value, name));
    told.push([name, blank ? REDACTED : plain(read(value, name), depth, above)]);
  }
  if (names.length > MAX_ENTRIES) told.push(["…", `[${names.length - MAX_ENTRIES} more]`]);
  return Object.fromEntries(told);
}

/** Nothing to hide in `password: undefined` or `token: false`. */
function isContent(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== "boolean" && value !== "";
}

/** A getter may throw. */
function read(value: Readonly<Record<string, unknown>>, name: string): unknown {
  try {
    return value[name];
  } catch {
    return "[unreadable]";
  }
}

/** Drizzle quotes the parameters of a failed statement, which may be hashes or addresses. */
function tell(error: Error, text: string): string {
  return cut("params" in error ? text.replace(/\nparams: .*?(?=\n {4}at |$)/s, "") : text);
}

function cut(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}
