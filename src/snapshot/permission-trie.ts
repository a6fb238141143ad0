/** Path patterns by their literal segments, so that a request meets only patterns it could match. */

import type { Pattern } from "./permission-pattern.ts";
import type { CompiledResource } from "./permission-resource.ts";

/** One path pattern of one resource. */
export interface Candidate {
  readonly resource: CompiledResource;
  readonly path: Pattern;
}

export type Candidates = readonly Candidate[];

/** The patterns with one literal prefix, and the prefixes that go on from it. */
export interface TrieNode {
  children: Map<string, TrieNode> | undefined;
  /** By literal host, for resources that name nothing else. */
  byHost: Map<string, Candidate[]> | undefined;
  anyHost: Candidate[];
}

export function emptyNode(): TrieNode {
  return { children: undefined, byHost: undefined, anyHost: [] };
}

/** More hosts than this are compared, not indexed: the index must not multiply hosts by paths. */
const MOST_HOSTS = 8;

/** Adds the paths of a resource. With `byHost` those of literal hosts are kept apart. */
export function addResource(root: TrieNode, resource: CompiledResource, byHost: boolean): void {
  const { hosts, paths } = resource;
  const apart =
    byHost && hosts && hosts.globs.length === 0 && hosts.literals.size <= MOST_HOSTS
      ? hosts.literals
      : undefined;
  for (const path of paths) {
    const node = nodeOf(root, path.prefix);
    const candidate = { resource, path };
    if (!apart) {
      node.anyHost.push(candidate);
      continue;
    }
    node.byHost ??= new Map();
    for (const host of apart) {
      const known = node.byHost.get(host);
      if (known) known.push(candidate);
      else node.byHost.set(host, [candidate]);
    }
  }
}

function nodeOf(root: TrieNode, prefix: string): TrieNode {
  let node = root;
  // The empty prefix says nothing about a path; it is the root, not an empty first segment.
  for (let from = prefix === "" ? 1 : 0; from <= prefix.length; ) {
    const end = segmentEnd(prefix, from);
    const segment = prefix.slice(from, end);
    node.children ??= new Map();
    const child = node.children.get(segment) ?? emptyNode();
    node.children.set(segment, child);
    node = child;
    from = end + 1;
  }
  return node;
}

/** Where the segment that starts at `from` ends. */
export function segmentEnd(text: string, from: number): number {
  const slash = text.indexOf("/", from);
  return slash < 0 ? text.length : slash;
}
