/** A permission compiled on its own: hosts, methods, paths and exclusions (auth-wire 2.7 and 3). */

import type { Resource } from "../store/tables.ts";
import { compileHosts, type HostRule, hostsMatch } from "./hosts.ts";
import { leadingSegments, type Pattern, pathPattern } from "./pattern.ts";
import type { Permission } from "./permission.ts";
import { type AccessRequest, canonicalMethod } from "./request.ts";

/** What an excluded entry and a resource have in common. */
interface Coverage {
  /** Undefined when the list is empty. */
  readonly hosts: HostRule | undefined;
  /** Undefined for every method. */
  readonly methods: readonly string[] | undefined;
  readonly paths: readonly Pattern[];
}

export interface CompiledResource extends Coverage {
  /** The id of the permission it belongs to. */
  readonly permission: string;
  readonly excluded: readonly Coverage[];
  /** One for each path, for the index. */
  readonly candidates: readonly Candidate[];
}

/** One path pattern of one resource. */
export interface Candidate {
  readonly resource: CompiledResource;
  readonly path: Pattern;
  readonly segments: readonly string[];
}

const compiled = new WeakMap<Permission, readonly CompiledResource[]>();

/** The resources of a permission, compiled once per record. */
export function compiledResources(record: Permission): readonly CompiledResource[] {
  const cached = compiled.get(record);
  if (cached) return cached;
  const resources = record.resources.map((resource) => compileResource(record.id, resource));
  compiled.set(record, resources);
  return resources;
}

function compileResource(permission: string, source: Resource): CompiledResource {
  const candidates: Candidate[] = [];
  const resource: CompiledResource = {
    permission,
    ...coverage(source),
    // Exclusions inside exclusions are stored but mean nothing.
    excluded: source.excluded.map(coverage),
    candidates,
  };
  for (const path of resource.paths) {
    candidates.push({ resource, path, segments: leadingSegments(path) });
  }
  return resource;
}

function coverage({ hosts, methods, paths }: Omit<Resource, "excluded">): Coverage {
  return {
    hosts: compileHosts(hosts),
    methods: methods.includes("*") ? undefined : canonicalMethods(methods),
    paths: paths.map(pathPattern),
  };
}

/** The list as it is stored, which takes no memory, where its methods are in their one spelling. */
const canonicalMethods = (methods: readonly string[]): readonly string[] =>
  methods.every((method) => canonicalMethod(method) === method)
    ? methods
    : methods.map(canonicalMethod);

/** True when the method is listed; an empty list matches none. */
export function coversMethod({ methods }: Coverage, method: string): boolean {
  return methods === undefined || methods.includes(method);
}

/** True when some path pattern matches. */
export const coversPath = (coverage: Coverage, path: string): boolean =>
  pathAt(coverage, path) >= 0;

/** Place of the first path pattern that matches; -1 when none does. */
export function pathAt({ paths }: Coverage, path: string): number {
  for (let at = 0; at < paths.length; at++) if (paths[at]?.matches(path)) return at;
  return -1;
}

/**
 * True when an excluded entry takes the request out of its resource. Hosts count when they are
 * named, even with `no_host_check`; a host that cannot be parsed does not escape an exclusion.
 */
export const isExcluded = (resource: CompiledResource, request: AccessRequest): boolean =>
  exclusionAt(resource, request) >= 0;

/** Place of the excluded entry that does so; -1 when none does. */
export function exclusionAt({ excluded }: CompiledResource, request: AccessRequest): number {
  for (let at = 0; at < excluded.length; at++) {
    const entry = excluded[at] as Coverage;
    if (!coversMethod(entry, request.method)) continue;
    const { hosts } = entry;
    if (hosts && request.host !== undefined && !hostsMatch(hosts, request)) continue;
    if (coversPath(entry, request.path)) return at;
  }
  return -1;
}
