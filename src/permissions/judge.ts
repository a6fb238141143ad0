/** Why a resource covers a request or does not: the rules of the decision, one by one (auth-wire 3). */
import { hostAllows, type PermissionIndex } from "./index.ts";
import type { AccessRequest } from "./request.ts";
import { type CompiledResource, coversMethod, exclusionAt, pathAt } from "./resource.ts";

/** What each rule says of one resource. */
export interface Verdict {
  readonly host: boolean;
  readonly method: boolean;
  /** Place of the first path pattern that matches; -1 when none does. */
  readonly path: number;
  /** Place of the excluded entry that takes the request out; -1 when none does. */
  readonly excluded: number;
  /** Place of the path pattern in that entry; -1 when there is none. */
  readonly excludedPath: number;
}

/** A rule that did not hold. */
export type Failing = "excluded" | "host" | "method" | "path";

/** Asks every rule, where a check stops at the first that fails. */
export function judge(
  index: PermissionIndex,
  resource: CompiledResource,
  request: AccessRequest,
): Verdict {
  const at = exclusionAt(resource, request);
  const excluded = resource.excluded[at];
  return {
    host: hostAllows(index, resource, request),
    method: coversMethod(resource, request.method),
    path: pathAt(resource, request.path),
    excluded: at,
    excludedPath: excluded ? pathAt(excluded, request.path) : -1,
  };
}

/** The rules that did not hold; none means that the resource covers the request. */
export function failing({ host, method, path, excluded }: Verdict): readonly Failing[] {
  const failed: Failing[] = [];
  if (excluded >= 0) failed.push("excluded");
  if (!host) failed.push("host");
  if (!method) failed.push("method");
  if (path < 0) failed.push("path");
  return failed;
}
