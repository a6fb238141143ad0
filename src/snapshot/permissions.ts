/** The compiled permissions: one index over host, method and path (auth-wire 3). */

import type { Settings } from "../settings/index.ts";
import type { SortedMap } from "../std/sorted-map.ts";
import { compileHosts, type HostRule, hostsMatch } from "./permission-hosts.ts";
import type { AccessRequest } from "./permission-request.ts";
import {
  type CompiledResource,
  compiledResources,
  coversMethod,
  coversPath,
  isExcluded,
} from "./permission-resource.ts";
import {
  addResource,
  type Candidates,
  emptyNode,
  segmentEnd,
  type TrieNode,
} from "./permission-trie.ts";
import type { PermissionRecord } from "./snapshot.ts";

type CheckSettings = Settings["check"];

/** Never changed once built. */
export interface PermissionIndex {
  readonly permissions: SortedMap<PermissionRecord>;
  readonly hostCheck: boolean;
  readonly defaultHosts: HostRule | undefined;
  /** Public permissions are kept apart: everyone holds them, and they are few. */
  readonly publicPaths: TrieNode;
  readonly heldPaths: TrieNode;
}

/** Builds the index. Records compiled before are not compiled again. */
export function compilePermissions(
  permissions: SortedMap<PermissionRecord>,
  check: CheckSettings,
): PermissionIndex {
  const hostCheck = !check.no_host_check;
  const index: PermissionIndex = {
    permissions,
    hostCheck,
    defaultHosts: compileHosts(check.default_hosts),
    publicPaths: emptyNode(),
    heldPaths: emptyNode(),
  };
  for (const record of permissions.values()) {
    const root = record.public ? index.publicPaths : index.heldPaths;
    for (const resource of compiledResources(record)) {
      if (hostCheck && !resource.hosts && !index.defaultHosts) continue; // can never match
      addResource(root, resource, hostCheck);
    }
  }
  return index;
}

const built = new WeakMap<SortedMap<PermissionRecord>, WeakMap<CheckSettings, PermissionIndex>>();

/**
 * The index of these permissions under these settings, built on first use. Snapshots that differ in
 * neither share it.
 */
export function permissionIndex(
  permissions: SortedMap<PermissionRecord>,
  check: CheckSettings,
): PermissionIndex {
  const bySettings = built.get(permissions) ?? new WeakMap<CheckSettings, PermissionIndex>();
  const known = bySettings.get(check);
  if (known) return known;
  const index = compilePermissions(permissions, check);
  built.set(permissions, bySettings.set(check, index));
  return index;
}

/** True when a public permission matches: allowed for everyone. */
export function publicMatches(index: PermissionIndex, request: AccessRequest): boolean {
  return search(index, index.publicPaths, request, undefined);
}

/** True when a held or a public permission matches. Stops at the first. */
export function permissionMatches(
  index: PermissionIndex,
  request: AccessRequest,
  held: ReadonlySet<string>,
): boolean {
  if (held.size > 0 && search(index, index.heldPaths, request, held)) return true;
  return publicMatches(index, request);
}

/** Walks from the root along the segments of the path. Without `held` every permission counts. */
function search(
  index: PermissionIndex,
  root: TrieNode,
  request: AccessRequest,
  held: ReadonlySet<string> | undefined,
): boolean {
  const { host, name, path } = request;
  let node: TrieNode | undefined = root;
  for (let from = 0; node; ) {
    const { byHost } = node;
    const here = byHost?.get(name);
    const withPort = host !== undefined && host !== name ? byHost?.get(host) : undefined;
    if (held && isCrowded(node.anyHost, here, withPort, held)) {
      return someHeldMatches(index, request, held);
    }
    if (someMatches(index, node.anyHost, request, held)) return true;
    if (here && someMatches(index, here, request, held)) return true;
    if (withPort && someMatches(index, withPort, request, held)) return true;
    if (from > path.length) return false;
    const end = segmentEnd(path, from);
    node = node.children?.get(path.slice(from, end));
    from = end + 1;
  }
  return false;
}

function someMatches(
  index: PermissionIndex,
  candidates: Candidates,
  request: AccessRequest,
  held: ReadonlySet<string> | undefined,
): boolean {
  for (const { resource, path } of candidates) {
    if (held && !held.has(resource.permission)) continue;
    if (!coversMethod(resource, request.method) || !path.matches(request.path)) continue;
    if (hostAllows(index, resource, request) && !isExcluded(resource, request)) return true;
  }
  return false;
}

/** True when what the principal holds is fewer, by far, than the patterns of one place. */
function isCrowded(
  anyHost: Candidates,
  here: Candidates | undefined,
  withPort: Candidates | undefined,
  held: ReadonlySet<string>,
): boolean {
  const candidates = anyHost.length + (here?.length ?? 0) + (withPort?.length ?? 0);
  // Looking at a held permission costs about eight times as much as passing over a candidate.
  return candidates > 64 + 8 * held.size;
}

/** The same answer from the other side: looks at nothing but the held permissions. */
function someHeldMatches(
  index: PermissionIndex,
  request: AccessRequest,
  held: ReadonlySet<string>,
): boolean {
  for (const id of held) {
    const record = index.permissions.get(id);
    if (!record) continue;
    for (const resource of compiledResources(record)) {
      if (!coversMethod(resource, request.method) || !coversPath(resource, request.path)) continue;
      if (hostAllows(index, resource, request) && !isExcluded(resource, request)) return true;
    }
  }
  return false;
}

function hostAllows(
  index: PermissionIndex,
  resource: CompiledResource,
  request: AccessRequest,
): boolean {
  if (!index.hostCheck) return true;
  const rule = resource.hosts ?? index.defaultHosts;
  return rule !== undefined && hostsMatch(rule, request);
}
