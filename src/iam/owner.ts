/** Whose account a request is about, and the few things that an API key may do for its owner (decision E-2). */
import { AuthError } from "../errors.ts";
import type { ApiKeyRecord, PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { type CallerContext, requireCaller } from "./caller.ts";

/**
 * All that an API key may do as its owner. None of it makes anything, so nothing outlives the key; what it
 * reads and deletes of other keys can do no more than itself. Whatever else an owner may do is refused.
 */
export type OwnerActOfKeys = "read the profile" | "list api keys" | "delete an api key";

/** The API key that calls; undefined for every other caller. */
export const callingKey = ({ caller }: CallerContext): ApiKeyRecord | undefined =>
  caller.kind === "named" ? caller.key : undefined;

/**
 * The user or service account behind an owner-scoped route, in person: no API key gets past this, unless
 * the act is one that keys may do. Throws `forbidden` for a key.
 * @param act of the list; absent for everything that is not in it
 */
export function requireOwner(
  snapshot: Snapshot,
  context: CallerContext,
  act?: OwnerActOfKeys,
): PrincipalRecord {
  const principal = requireCaller(context);
  const key = callingKey(context);
  if (!key) return principal;
  const { owner_id } = key;
  const owner = owner_id === undefined ? undefined : snapshot.principals.get(owner_id);
  if (!owner) throw new AuthError("forbidden", "api key has no owner");
  if (act === undefined) {
    throw new AuthError("forbidden", "an api key cannot do this for its owner", {
      detail: "sign in, or send an access token",
    });
  }
  return owner;
}
