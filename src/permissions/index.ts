/** The compiled permissions: one index over host, method and path (auth-wire 3). */

import type { Settings } from "../settings/index.ts";
import { remember } from "../std/bounded-map.ts";
import type { SortedMap } from "../std/sorted-map.ts";
import { compileHosts, type HostRule, hostsMatch } from "./hosts.ts";
import type { Permission } from "./permission.ts";
import type { AccessRequest } from "./request.ts";
import {
  type Candidate,
  type CompiledResource,
  compiledResources,
  coversMethod,
  coversPath,
  isExcluded,
} from "./resource.ts";
import { addResource, emptyNode, type TrieNode } from "./trie.ts";

type CheckSettings = Settings["check"];

/** Never changed once built, but for what it remembers. */
export interface PermissionIndex {
  readonly hostCheck: boolean;
  readonly defaultHosts: HostRule | undefined;
  /** Public permissions are kept apart: everyone holds them, and they are few. */
  readonly publicPaths: TrieNode;
  readonly heldPaths: TrieNode;
  readonly byId: ReadonlyMap<string, readonly CompiledResource[]>;
  readonly own: OwnIndexes;
}

/** What is held by someone, as an index of its own; goes with the index of all. */
interface OwnIndexes {
  /** Asked once: what never comes again is not worth an index. */
  readonly seen: Map<ReadonlySet<string>, true>;
  /** Undefined for sets that are too large. */
  readonly paths: Map<ReadonlySet<string>, TrieNode | undefined>;
}

const NONE: readonly never[] = [];

/** Builds the index. Records compiled before are not compiled again. */
export function compilePermissions(
  permissions: SortedMap<Permission>,
  check: CheckSettings,
): PermissionIndex {
  const hostCheck = !check.no_host_check;
  const defaultHosts = compileHosts(check.default_hosts);
  const publicPaths = emptyNode();
  const heldPaths = emptyNode();
  const byId = new Map<string, readonly CompiledResource[]>();
  for (const record of permissions.values()) {
    const resources = compiledResources(record);
    if (!record.public) byId.set(record.id, resources);
    for (const resource of resources) {
      if (!canMatch({ hostCheck, defaultHosts }, resource)) continue;
      addResource(record.public ? publicPaths : heldPaths, resource, hostCheck);
    }
  }
  const own = { seen: new Map(), paths: new Map() };
  return { hostCheck, defaultHosts, publicPaths, heldPaths, byId, own };
}

const built = new WeakMap<SortedMap<Permission>, WeakMap<CheckSettings, PermissionIndex>>();

/**
 * The index of these permissions under these settings, built on first use. Snapshots that differ in
 * neither share it.
 */
export function permissionIndex(
  permissions: SortedMap<Permission>,
  check: CheckSettings,
): PermissionIndex {
  const bySettings = built.get(permissions) ?? new WeakMap<CheckSettings, PermissionIndex>();
  const cached = bySettings.get(check);
  if (cached) return cached;
  const index = compilePermissions(permissions, check);
  built.set(permissions, bySettings.set(check, index));
  return index;
}

/** True when a public permission matches: allowed for everyone. */
export function publicMatches(index: PermissionIndex, request: AccessRequest): boolean {
  return searchPaths(index, index.publicPaths, request, 0, undefined) === true;
}

/** True when a held or a public permission matches. Stops at the first. */
export function permissionMatches(
  index: PermissionIndex,
  request: AccessRequest,
  held: ReadonlySet<string>,
): boolean {
  if (held.size === 0) return publicMatches(index, request);
  const few = ownPaths(index, held);
  if (few) {
    return searchPaths(index, few, request, 0, undefined) === true || publicMatches(index, request);
  }
  const found = searchPaths(index, index.heldPaths, request, 0, held);
  // So many candidates that the held permissions are the shorter list.
  if (found === undefined) return searchHeld(index, request, held) || publicMatches(index, request);
  return found || publicMatches(index, request);
}

/** Bounds (N-11): sets that have an index of their own, and what one may hold. */
const MAX_SETS = 512;
const MAX_SEGMENTS = 256;

/**
 * The paths of these permissions alone, from the second time on that they are asked for. As few as there are, they stay in
 * the caches of the processor, which all permissions do not. Undefined where there is no such index.
 * @param held never changed: another set stands for every change of what is held
 */
function ownPaths(index: PermissionIndex, held: ReadonlySet<string>): TrieNode | undefined {
  const { seen, paths: kept } = index.own;
  const cached = kept.get(held);
  if (cached || kept.has(held)) return cached;
  if (!seen.delete(held)) {
    remember(seen, held, true, MAX_SETS);
    return undefined;
  }
  const paths = compileHeld(index, held);
  remember(kept, held, paths, MAX_SETS);
  return paths;
}

function compileHeld(index: PermissionIndex, held: ReadonlySet<string>): TrieNode | undefined {
  const paths = emptyNode();
  let segments = 0;
  for (const id of held) {
    for (const resource of index.byId.get(id) ?? NONE) {
      for (const candidate of resource.candidates) segments += 1 + candidate.segments.length;
      if (segments > MAX_SEGMENTS) return undefined;
      if (canMatch(index, resource)) addResource(paths, resource, index.hostCheck);
    }
  }
  return paths;
}

/** Without hosts of its own and without default ones a resource never does. */
const canMatch = (
  { hostCheck, defaultHosts }: Pick<PermissionIndex, "hostCheck" | "defaultHosts">,
  { hosts }: CompiledResource,
): boolean => !hostCheck || hosts !== undefined || defaultHosts !== undefined;

/**
 * Walks down the segments of the path from `from`; without `held` every permission counts.
 * Undefined when it gave up because of too many candidates.
 */
function searchPaths(
  index: PermissionIndex,
  from: TrieNode,
  request: AccessRequest,
  at: number,
  held: ReadonlySet<string> | undefined,
): boolean | undefined {
  const { path } = request;
  let start = at;
  for (let node: TrieNode | undefined = from; node; ) {
    const here = searchNode(index, node, request, held);
    if (here !== false || start > path.length) return here;
    const slash = path.indexOf("/", start);
    const end = slash < 0 ? path.length : slash;
    if (node.anyChild) {
      const below = searchPaths(index, node.anyChild, request, end + 1, held);
      if (below !== false) return below;
    }
    node = node.children?.get(path.slice(start, end));
    start = end + 1;
  }
  return false;
}

function searchNode(
  index: PermissionIndex,
  { anyHost, byHost }: TrieNode,
  request: AccessRequest,
  held: ReadonlySet<string> | undefined,
): boolean | undefined {
  const { host, name } = request;
  const bare = byHost?.get(name);
  const ported = host === undefined || host === name ? undefined : byHost?.get(host);
  if (held) {
    const candidates = (anyHost?.length ?? 0) + (bare?.length ?? 0) + (ported?.length ?? 0);
    // Passing over a candidate costs a quarter of looking into a held permission.
    if (candidates > 32 + 4 * held.size) return undefined;
  }
  return (
    someMatches(index, anyHost, request, held) ||
    someMatches(index, bare, request, held) ||
    someMatches(index, ported, request, held)
  );
}

function someMatches(
  index: PermissionIndex,
  candidates: readonly Candidate[] | undefined,
  request: AccessRequest,
  held: ReadonlySet<string> | undefined,
): boolean {
  if (!candidates) return false;
  for (const { resource, path } of candidates) {
    if (held && !held.has(resource.permission)) continue;
    if (!coversMethod(resource, request.method) || !path.matches(request.path)) continue;
    if (hostAllows(index, resource, request) && !isExcluded(resource, request)) return true;
  }
  return false;
}

/** The same answer from the other side: looks at nothing but the held permissions. */
function searchHeld(
  index: PermissionIndex,
  request: AccessRequest,
  held: ReadonlySet<string>,
): boolean {
  for (const id of held) {
    for (const resource of index.byId.get(id) ?? NONE) {
      if (!coversMethod(resource, request.method) || !coversPath(resource, request.path)) continue;
      if (hostAllows(index, resource, request) && !isExcluded(resource, request)) return true;
    }
  }
  return false;
}

/** True when the hosts of the resource, else the default ones, let the request through. */
export function hostAllows(
  index: Pick<PermissionIndex, "hostCheck" | "defaultHosts">,
  resource: CompiledResource,
  request: AccessRequest,
): boolean {
  if (!index.hostCheck) return true;
  const rule = resource.hosts ?? index.defaultHosts;
  return rule !== undefined && hostsMatch(rule, request);
}
