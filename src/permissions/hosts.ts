/** Host lists of resources under the port rule (A-1, auth-wire 3). */

import { hostPattern, type Pattern } from "./pattern.ts";
import type { AccessRequest } from "./request.ts";

/** A non-empty list of host patterns. */
export interface HostRule {
  readonly literals: ReadonlySet<string>;
  readonly globs: readonly Pattern[];
}

/** Undefined for an empty list: what that means is for the caller to say. */
export function compileHosts(hosts: readonly string[]): HostRule | undefined {
  if (hosts.length === 0) return undefined;
  const patterns = hosts.map(hostPattern);
  return {
    literals: new Set(patterns.flatMap(({ literal, source }) => (literal ? source : []))),
    globs: patterns.filter(({ literal }) => !literal),
  };
}

/**
 * The port rule: a pattern matches the host as given, port included, or without its port. So
 * `a.test` covers every port of it, `a.test:8443` this one, `a.test:*` any stated one. An unusable
 * host matches nothing.
 */
export function hostsMatch(rule: HostRule, { host, name }: AccessRequest): boolean {
  if (host === undefined) return false;
  if (rule.literals.has(name) || (host !== name && rule.literals.has(host))) return true;
  for (const glob of rule.globs) {
    if (glob.matches(name) || (host !== name && glob.matches(host))) return true;
  }
  return false;
}
