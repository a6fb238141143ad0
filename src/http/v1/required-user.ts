/** The user of a route below `/v1/users/{id}`. */
import type { Call } from "../../call.ts";
import { notFound } from "../../iam/refusals.ts";

/** Throws `not_found` for an id that is no user's; a service account is none. */
export function requireUser({ snapshot }: Call, id: string): void {
  const user = snapshot.principals.get(id);
  if (!user || user.service_account) throw notFound("user", "get", id);
}
