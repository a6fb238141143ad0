/** What a permission check decides on: host, path and method in their one spelling (A-1, P-2). */

import { canonicalHost, canonicalPath, hostName } from "../std/request-path.ts";

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
  const known = canonicalHost(host);
  return {
    host: known,
    name: known === undefined ? "" : hostName(known),
    path: canonical,
    method: canonicalMethod(method),
  };
}

const ASCII = /^[ -~]*$/;

/** Methods ignore ASCII case; anything else is no method and only equals itself. */
export function canonicalMethod(method: string): string {
  return ASCII.test(method) ? method.toUpperCase() : method;
}
