/** Headers of incoming requests are cleaned before anything behind reads them (H-1, L-W4; wire 10.3). */
import type { Context } from "hono";

/** RFC 9110 §5.5: visible characters, spaces and tabs; the Fetch standard shows bytes as Latin-1. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Some servers and CGI-like fronts read `_` as `-`: both spellings are one name (H-1). */
export const folded = (name: string): string => name.toLowerCase().replaceAll("_", "-");

function edit(
  headers: Headers,
  remove: readonly string[],
  set: Readonly<Record<string, string>>,
): void {
  const cleared = new Set([...remove, ...Object.keys(set)].map(folded));
  for (const name of [...headers.keys()]) if (cleared.has(folded(name))) headers.delete(name);
  for (const [name, value] of Object.entries(set)) {
    // A value that cannot be sent leaves the header absent; an old value never stays.
    if (SENDABLE.test(value)) headers.set(name, value);
  }
}

/** The same request with other headers: body, signal and method stay. The given one is used up. */
export function cleaned(
  request: Request,
  remove: readonly string[],
  set: Readonly<Record<string, string>>,
): Request {
  const headers = new Headers(request.headers);
  edit(headers, remove, set);
  if (!request.bodyUsed) return new Request(request, { headers });
  // Somebody in front has read the body and keeps what was in it.
  const { url, method, signal } = request;
  return new Request(url, { method, headers, signal });
}

/** Whether this request's headers can be edited; on Deno and at the edge those of a server cannot. */
function isMutable(headers: Headers): boolean {
  try {
    headers.delete("x-postern-absent");
    return true;
  } catch {
    return false;
  }
}

/**
 * Removes headers under every spelling of `-` and `_`, then sets others, on the request that the
 * handlers behind read. Values are header values already (`encodeHeaderText`).
 */
export function withHeaders(
  c: Context,
  remove: readonly string[],
  set: Readonly<Record<string, string>>,
): void {
  const { raw } = c.req;
  if (isMutable(raw.headers)) edit(raw.headers, remove, set);
  else c.req.raw = cleaned(raw, remove, set);
}
