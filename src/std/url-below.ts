/** Whether a path or URL lies at or below another one: `/api` holds `/api/v1` and never `/apis`. */

/**
 * True when the base ends where a segment of the path ends. Both are compared as they are, so the caller
 * brings them into one spelling first; a final `/` of the base changes nothing.
 */
export const isPathBelow = (path: string, base: string): boolean =>
  `${path}/`.startsWith(base.endsWith("/") ? base : `${base}/`);

/** Same origin, and the prefix's path ends where a segment of the target ends (W2). */
export function isUrlBelow(text: string, prefix: string): boolean {
  let target: URL;
  let base: URL;
  try {
    target = new URL(text);
    base = new URL(prefix);
  } catch {
    return false;
  }
  const sameOrigin =
    base.protocol === target.protocol &&
    base.host === target.host &&
    target.username === "" &&
    target.password === "";
  return sameOrigin && isPathBelow(target.pathname, base.pathname);
}
