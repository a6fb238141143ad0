/** The permission check (auth-wire 3): the one function behind routes, in-process callers and middleware. */

import { permissionIndex, permissionMatches, publicMatches } from "../permissions/index.ts";
import { accessRequest } from "../permissions/request.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { accessOf } from "./access.ts";
import { API_KEY_PREFIX, enabledPrincipal } from "./principals/principal.ts";

/** What is asked for, as the caller gives it: the path as in the request line, without query. */
export interface CheckRequest {
  readonly host: string;
  readonly path: string;
  readonly method: string;
}

/** The identity to check. `id` wins over `alias`; an empty text counts as absent. */
export interface CheckIdentity {
  readonly id?: string | undefined;
  readonly alias?: string | undefined;
}

export interface CheckAnswer {
  readonly allowed: boolean;
}

/**
 * May this identity do this now? Without a known, enabled identity public permissions decide.
 * An API key (`api-key:<id>`) is not in the snapshot: after a "no" for one, the caller loads the key and
 * asks `checkPrincipal` with its virtual principal.
 */
export function checkAccess(
  snapshot: Snapshot,
  now: number,
  input: CheckIdentity & CheckRequest,
): CheckAnswer {
  return checkPrincipal(snapshot, now, checkedPrincipal(snapshot, input), input);
}

/** The same for a principal that is already resolved; disabled ones are as good as none. */
export function checkPrincipal(
  snapshot: Snapshot,
  now: number,
  principal: PrincipalRecord | undefined,
  { host, path, method }: CheckRequest,
): CheckAnswer {
  const index = permissionIndex(snapshot.permissions, snapshot.settings.check);
  const request = accessRequest(host, path, method);
  if (!request) return { allowed: false };
  if (!principal || principal.disabled) return { allowed: publicMatches(index, request) };
  const { permissionIds } = accessOf(snapshot, principal, now);
  return { allowed: permissionMatches(index, request, permissionIds) };
}

function checkedPrincipal(
  snapshot: Snapshot,
  { id, alias }: CheckIdentity,
): PrincipalRecord | undefined {
  if (id) return snapshot.principals.get(id);
  if (!alias || alias.startsWith(API_KEY_PREFIX)) return undefined;
  return enabledPrincipal(snapshot, alias);
}
