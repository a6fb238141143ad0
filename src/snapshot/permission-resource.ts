/** A permission compiled on its own: hosts, methods, paths and exclusions (auth-wire 2.7 and 3). */

import type { Resource } from "../store/tables.ts";
import { compileHosts, type HostRule, hostsMatch } from "./permission-hosts.ts";
import { type Pattern, pathPattern } from "./permission-pattern.ts";
import { type AccessRequest, canonicalMethod } from "./permission-request.ts";
import type { PermissionRecord } from "./snapshot.ts";

/** What an excluded entry and a resource have in common. */
interface Coverage {
  /** Undefined when the list is empty. */
  readonly hosts: HostRule | undefined;
  /** Undefined for every method. */
  readonly methods: ReadonlySet<string> | undefined;
  readonly paths: readonly Pattern[];
}

export interface CompiledResource extends Coverage {
  /** The id of the permission it belongs to. */
  readonly permission: string;
  readonly excluded: readonly Coverage[];
}

const compiled = new WeakMap<PermissionRecord, readonly CompiledResource[]>();

/** The resources of a permission, compiled once per record. */
export function compiledResources(record: PermissionRecord): readonly CompiledResource[] {
  let resources = compiled.get(record);
  if (!resources) {
    resources = record.resources.map((resource) => ({
      permission: record.id,
      ...coverage(resource),
      // Exclusions inside exclusions are stored but mean nothing.
      excluded: resource.excluded.map(coverage),
    }));
    compiled.set(record, resources);
  }
  return resources;
}

function coverage({ hosts, methods, paths }: Omit<Resource, "excluded">): Coverage {
  return {
    hosts: compileHosts(hosts),
    methods: methods.includes("*") ? undefined : new Set(methods.map(canonicalMethod)),
    paths: paths.map(pathPattern),
  };
}

/** True when the method is listed; an empty list matches none. */
export function coversMethod({ methods }: Coverage, method: string): boolean {
  return methods === undefined || methods.has(method);
}

/** True when some path pattern matches. */
export function coversPath({ paths }: Coverage, path: string): boolean {
  for (const pattern of paths) if (pattern.matches(path)) return true;
  return false;
}

/**
 * True when an excluded entry takes the request out of its resource. Hosts count when they are
 * named, whatever `no_host_check` says; a host that cannot be read escapes no exclusion.
 */
export function isExcluded({ excluded }: CompiledResource, request: AccessRequest): boolean {
  for (const entry of excluded) {
    if (!coversMethod(entry, request.method)) continue;
    const { hosts } = entry;
    if (hosts && request.host !== undefined && !hostsMatch(hosts, request)) continue;
    if (coversPath(entry, request.path)) return true;
  }
  return false;
}
