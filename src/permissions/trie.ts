/** Path patterns by their leading segments, so that a request meets only patterns it could match. */

import { ANY_SEGMENT } from "./pattern.ts";
import type { Candidate, CompiledResource } from "./resource.ts";

/** The patterns with the same leading segments, and those that go on from there. */
export interface TrieNode {
  /** By literal segment. */
  children: Map<string, TrieNode> | undefined;
  /** For a segment that may be any. */
  anyChild: TrieNode | undefined;
  /** By literal host, for resources that name nothing else. */
  byHost: Map<string, Candidate[]> | undefined;
  anyHost: Candidate[] | undefined;
}

export function emptyNode(): TrieNode {
  return { children: undefined, anyChild: undefined, byHost: undefined, anyHost: undefined };
}

/** More hosts than this are compared, not indexed: the index must not multiply hosts by paths. */
const MAX_HOSTS = 8;

/** Adds the paths of a resource. With `byHost` those of literal hosts are kept apart. */
export function addResource(root: TrieNode, resource: CompiledResource, byHost: boolean): void {
  const { hosts, candidates } = resource;
  const apart =
    byHost && hosts && hosts.globs.length === 0 && hosts.literals.size <= MAX_HOSTS
      ? hosts.literals
      : undefined;
  for (const candidate of candidates) {
    const node = nodeOf(root, candidate.segments);
    if (!apart) {
      if (node.anyHost) node.anyHost.push(candidate);
      else node.anyHost = [candidate];
      continue;
    }
    node.byHost ??= new Map();
    for (const host of apart) {
      const candidates = node.byHost.get(host);
      if (candidates) candidates.push(candidate);
      else node.byHost.set(host, [candidate]);
    }
  }
}

function nodeOf(root: TrieNode, segments: readonly string[]): TrieNode {
  let node = root;
  for (const segment of segments) {
    if (segment === ANY_SEGMENT) {
      node.anyChild ??= emptyNode();
      node = node.anyChild;
      continue;
    }
    node.children ??= new Map();
    let child = node.children.get(segment);
    if (!child) {
      child = emptyNode();
      node.children.set(segment, child);
    }
    node = child;
  }
  return node;
}
