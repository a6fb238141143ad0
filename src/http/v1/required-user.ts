/** The user of a route below `/v1/users/{id}`. */
import type { Call } from "../../call.ts";
import { requireReach } from "../../iam/administrators/limited.ts";
import type { PrincipalKind } from "../../iam/principals/principals.ts";
import { notFound } from "../../iam/refusals.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";

/**
 * Throws `not_found` for an id that is no user's, and for a user whom the administrator does not reach; a service account
 * is none. `forbidden` where the request would change an administrator and the caller has fewer rights.
 */
export function requireUser(call: Call, id: string): PrincipalRecord {
  const user = call.snapshot.principals.get(id);
  if (!user || user.service_account) throw notFound("user", "get", id);
  requireReach(call, id);
  return user;
}

/** The same for a route of both kinds. */
export function requirePrincipal(call: Call, kind: PrincipalKind, id: string): PrincipalRecord {
  if (kind === "user") return requireUser(call, id);
  const account = call.snapshot.principals.get(id);
  if (!account?.service_account) throw notFound("user", "get", id);
  return account;
}
