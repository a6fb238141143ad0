/** Whether a path lies at or below another one: `/api` holds `/api/v1` and never `/apis`. */

/**
 * True when the base ends where a segment of the path ends. Both are compared as they are, so the caller
 * brings them into one spelling first; a final `/` of the base changes nothing.
 */
export const isPathBelow = (path: string, base: string): boolean =>
  `${path}/`.startsWith(base.endsWith("/") ? base : `${base}/`);
