/** Local rules over host, path and method, compiled once (login-session-wire 1.7, 5; A-1, L-W49). */
import { StartError } from "../errors.ts";
import type { Logger } from "../runtime.ts";
import { compileGlob, type Glob } from "../std/glob.ts";
import { canonicalHost, hostName } from "../std/request-path.ts";

export interface RequestRule {
  /** Empty: every host. `a.test` covers all its ports. */
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  /** Empty: every method. */
  readonly methods: readonly string[];
}

export interface RuledRequest {
  readonly host: string;
  /** In its one spelling (`canonicalPath`). */
  readonly path: string;
  readonly method: string;
}

export type RequestMatcher = (request: RuledRequest) => boolean;

export function compileRule(rule: RequestRule, log: Logger, name: string): RequestMatcher {
  if (rule.paths.length === 0) throw new StartError(`${name}: paths: must name at least one`);
  const compile = (pattern: string): Glob => {
    const glob = compileGlob(pattern);
    if (glob.malformed)
      log.warn(`${name}: a pattern is not valid and matches nothing`, { pattern });
    return glob;
  };
  const hosts = rule.hosts.map((host) => compile(host.toLowerCase()));
  const paths = rule.paths.map(compile);
  const methods = new Set(rule.methods.map((method) => method.toUpperCase()));

  const matchesHost = (incoming: string): boolean => {
    if (hosts.length === 0) return true;
    const host = canonicalHost(incoming);
    if (host === undefined) return false;
    const bare = hostName(host);
    return hosts.some((glob) => glob.matches(bare) || (bare !== host && glob.matches(host)));
  };
  return ({ host, path, method }) =>
    (methods.size === 0 || methods.has(method.toUpperCase())) &&
    paths.some((glob) => glob.matches(path)) &&
    matchesHost(host);
}
