/** What a permission check decides on: host, path and method in their one spelling (A-1, P-2). */

import { canonicalPath, knownHost } from "../std/request-path.ts";

export interface AccessRequest {
  /** With its port, if one was given; undefined when it is not a host. */
  readonly host: string | undefined;
  /** The host without its port. */
  readonly name: string;
  readonly path: string;
  readonly method: string;
}

/**
 * The request as it is compared; undefined when its path is ambiguous: then nothing is allowed. An
 * unusable host only refuses where hosts count, because with `no_host_check` callers may send any.
 */
export function accessRequest(
  host: string,
  path: string,
  method: string,
): AccessRequest | undefined {
  const canonical = canonicalPath(path);
  if (canonical === undefined) return undefined;
  const known = knownHost(host);
  return {
    host: known?.host,
    name: known?.name ?? "",
    path: canonical,
    method: canonicalMethod(method),
  };
}

const ASCII = /^[ -~]*$/;
/** In their one spelling already. */
const USUAL: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** Methods ignore ASCII case; anything else is no method and only equals itself. */
export function canonicalMethod(method: string): string {
  if (USUAL.has(method)) return method;
  return ASCII.test(method) ? method.toUpperCase() : method;
}
