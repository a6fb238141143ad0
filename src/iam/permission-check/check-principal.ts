/** The permission check (auth-wire 3): the one function behind routes, in-process callers and middleware. */

import { permissionIndex, permissionMatches, publicMatches } from "../../permissions/index.ts";
import { accessRequest } from "../../permissions/request.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { keyIdOf, keyPrincipal } from "../principals/api-key-principal.ts";
import { holdingsOf } from "../principals/holdings.ts";
import { enabledPrincipal } from "../principals/principal.ts";
import type { CheckAnswer, CheckIdentity, CheckRequest } from "./question.ts";

/**
 * May this identity do this now? Without a known, enabled identity public permissions decide. An API key
 * (`api-key:<id>`) is decided by its own rights (auth-wire 3.4).
 */
export function checkAccess(
  snapshot: Snapshot,
  now: number,
  input: CheckIdentity & CheckRequest,
): CheckAnswer {
  return checkPrincipal(snapshot, now, checkedPrincipal(snapshot, now, input), input);
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
  const { permissionIds } = holdingsOf(snapshot, principal, now);
  return { allowed: permissionMatches(index, request, permissionIds) };
}

/** Whom a check is about; a disabled one may be among them, and counts as no one. */
export function checkedPrincipal(
  snapshot: Snapshot,
  now: number,
  { id, alias }: CheckIdentity,
): PrincipalRecord | undefined {
  if (id) return snapshot.principals.get(id);
  if (!alias) return undefined;
  const key = keyIdOf(alias);
  if (key !== undefined) return keyPrincipal(snapshot, key, now);
  return enabledPrincipal(snapshot, alias);
}
