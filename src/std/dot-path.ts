/** Dotted paths into JSON objects, such as `realm_access.roles`. Own properties only (N-6). */

const REFUSED: ReadonlySet<string> = new Set(["__proto__", "prototype", "constructor"]);

/** The segments; undefined when one is empty or names the prototype chain. */
export function parseDotPath(text: string): readonly string[] | undefined {
  const path = text.split(".");
  return path.every((segment) => segment !== "" && !REFUSED.has(segment)) ? path : undefined;
}

/** The value at the path, undefined when any step is not an own property of a JSON object. */
export function readDotPath(object: unknown, path: readonly string[]): unknown {
  let value = object;
  for (const segment of path) {
    if (!isObject(value) || !Object.hasOwn(value, segment)) return undefined;
    value = value[segment];
  }
  return value;
}

/**
 * Sets the value at the path, creating objects on the way and overwriting any other value there
 * (arrays too). Throws RangeError on an empty path, TypeError on frozen objects.
 */
export function writeDotPath(
  object: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
): void {
  const last = path[path.length - 1];
  if (last === undefined) throw new RangeError("a dot path has at least one segment");
  let target = object;
  for (const segment of path.slice(0, -1)) {
    const next = Object.hasOwn(target, segment) ? target[segment] : undefined;
    if (isObject(next)) {
      target = next;
    } else {
      const created = {};
      define(target, segment, created);
      target = created;
    }
  }
  define(target, last, value);
}

/** A plain assignment would run an inherited setter such as `__proto__`; a definition never does. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
