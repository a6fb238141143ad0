/** Headers of incoming requests are cleaned before anything behind reads them (H-1, L-W4; wire 10.3). */
import type { Context } from "hono";

/** RFC 9110 §5.5: visible characters, spaces and tabs; the Fetch standard shows bytes as Latin-1. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Some servers and CGI-like fronts read `_` as `-`: both spellings are one name (H-1). */
export function folded(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes("_") ? lower.replaceAll("_", "-") : lower;
}

/** A session hands in the same list with every request; it is folded once. */
const foldedLists = new WeakMap<readonly string[], ReadonlySet<string>>();

function foldedSet(names: readonly string[]): ReadonlySet<string> {
  let set = foldedLists.get(names);
  if (!set) {
    set = new Set(names.map(folded));
    foldedLists.set(names, set);
  }
  return set;
}

function edit(
  headers: Headers,
  remove: readonly string[],
  set: Readonly<Record<string, string>>,
): void {
  const cleared = foldedSet(remove);
  const replaced = Object.keys(set).map(folded);
  const gone: string[] = [];
  for (const name of headers.keys()) {
    const spelling = folded(name);
    if (cleared.has(spelling) || replaced.includes(spelling)) gone.push(name);
  }
  for (const name of gone) headers.delete(name);
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
  // A middleware in front has read the body and keeps its content.
  const { url, method, signal } = request;
  return new Request(url, { method, headers, signal });
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
  try {
    edit(raw.headers, remove, set);
  } catch (error) {
    // On Deno and at the edge the headers of a server's request cannot be edited.
    if (!(error instanceof TypeError)) throw error;
    c.req.raw = cleaned(raw, remove, set);
  }
}
