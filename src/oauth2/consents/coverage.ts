/** What a person has allowed a client before, and what a new request asks for beyond it (Z-12). Pure. */

/** Scopes by resource (RFC 8707); the empty name stands for a request that names none. */
export type Allowed = Readonly<Record<string, readonly string[]>>;

export interface Access {
  readonly scope: readonly string[];
  readonly resources: readonly string[];
}

const targetsOf = ({ resources }: Access): readonly string[] =>
  resources.length > 0 ? resources : [""];

/** Undefined when nothing was allowed there. */
const allowedAt = (allowed: Allowed, target: string): readonly string[] | undefined =>
  Object.hasOwn(allowed, target) ? allowed[target] : undefined;

/**
 * What has to be asked: the scopes that were not allowed, and the resources where they were not. Undefined when all
 * of it was allowed. A scope that was allowed at one resource says nothing of another.
 */
export function lackingAccess(allowed: Allowed, wished: Access): Access | undefined {
  const resources: string[] = [];
  const scope = new Set<string>();
  let lacks = false;
  for (const target of targetsOf(wished)) {
    const before = allowedAt(allowed, target);
    const missing = wished.scope.filter((one) => !before?.includes(one));
    if (before && missing.length === 0) continue;
    lacks = true;
    if (target !== "") resources.push(target);
    for (const one of missing) scope.add(one);
  }
  return lacks ? { scope: [...scope], resources } : undefined;
}

/** What is allowed after a person has agreed to all of a request. */
export function withAccess(allowed: Allowed, agreed: Access): Allowed {
  const added = targetsOf(agreed).map((target) => [
    target,
    [...new Set([...(allowedAt(allowed, target) ?? []), ...agreed.scope])],
  ]);
  return { ...allowed, ...Object.fromEntries(added) };
}
