/** Layers of configuration, laid over each other key by key, remembering where each value is from. */
import type { KeyPath } from "./config-keys.ts";

export interface Assignment {
  readonly path: KeyPath;
  readonly value: unknown;
  /** As a message names it: `postern.yaml`, `POSTERN_AUTH__DATABASE__DSN`, `--port`. */
  readonly source: string;
}

export type SourcedKey = Omit<Assignment, "value">;

export interface Layered {
  readonly document: Readonly<Record<string, unknown>>;
  /** Every key that was set, with the source that won. */
  readonly sources: readonly SourcedKey[];
}

/** Later layers win, member by member; what one assignment gives is taken as a whole. */
export function layer(assignments: readonly Assignment[]): Layered {
  const document: Record<string, unknown> = {};
  let sources: SourcedKey[] = [];
  for (const { path, value, source } of assignments) {
    place(document, path, value);
    sources = sources.filter((set) => !startsWith(set.path, path));
    sources.push({ path, source });
  }
  return { document, sources };
}

/** The leaves of a nested document; empty objects are leaves too, so that nothing goes unchecked. */
export function flatten(document: object, source: string, path: KeyPath = []): Assignment[] {
  return Object.entries(document).flatMap(([name, value]: [string, unknown]) => {
    const own = [...path, name];
    const nested = isPlainObject(value) && Object.keys(value).length > 0;
    return nested ? flatten(value, source, own) : [{ path: own, value, source }];
  });
}

/** Where the key, or the nearest key around it or below it, was set. */
export function sourceOf(
  sources: readonly SourcedKey[],
  path: readonly PropertyKey[],
): string | undefined {
  const around = sources
    .filter((set) => startsWith(path, set.path))
    .sort((a, b) => b.path.length - a.path.length);
  return (around[0] ?? sources.find((set) => startsWith(set.path, path)))?.source;
}

function startsWith(path: readonly PropertyKey[], prefix: readonly PropertyKey[]): boolean {
  return prefix.every((name, index) => String(name) === String(path[index]));
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Defines instead of assigning, so that a name such as `__proto__` is data (N-6). */
function place(document: Record<string, unknown>, path: KeyPath, value: unknown): void {
  let target = document;
  for (const [depth, name] of path.entries()) {
    const last = depth === path.length - 1;
    const held = Object.hasOwn(target, name) ? target[name] : undefined;
    const next: unknown = last ? value : isPlainObject(held) ? held : {};
    Object.defineProperty(target, name, {
      value: next,
      writable: true,
      enumerable: true,
      configurable: true,
    });
    if (!last && isPlainObject(next)) target = next;
  }
}
