/** Whose account a request is about, and what others than the person may do with it (decisions E-2, E-4). */
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import type { ApiKeyRecord, PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { type CallerContext, requireCaller } from "./caller.ts";

/** Who acts for a person: an API key, or an application with a token that does not manage. */
type Deputy = "key" | "application";

/**
 * All that they may do with the account of their owner or user. None of it makes anything: no proof and no token
 * outlives a key, goes beyond it, or manages where the application may not. Keys see and delete only keys
 * that can do no more than themselves. Whatever else a person may do is refused to them.
 */
const FOR_ITS_OWNER = {
  "read the profile": ["key", "application"],
  "list api keys": ["key", "application"],
  "delete an api key": ["key"],
  "list passkeys": ["application"],
  "read the second factor": ["application"],
  "list sign-ins": ["application"],
  "end sign-ins": ["application"],
  "list sign-ins elsewhere": ["application"],
} as const satisfies Record<string, readonly Deputy[]>;
export type OwnerAct = keyof typeof FOR_ITS_OWNER;

/** The API key that calls; undefined for every other caller. */
export const callingKey = ({ caller }: CallerContext): ApiKeyRecord | undefined =>
  caller.kind === "named" ? caller.key : undefined;

function deputyOf(context: CallerContext): Deputy | undefined {
  if (callingKey(context)) return "key";
  return context.unmanaging === undefined ? undefined : "application";
}

const mayDo = (deputy: Deputy, act: OwnerAct | undefined): boolean =>
  act !== undefined && (FOR_ITS_OWNER[act] as readonly Deputy[]).includes(deputy);

/** Why an application is refused says the session that knows its token. */
const refusalOf = ({ unmanaging }: CallerContext, ofKeys: string): AuthError =>
  unmanaging === undefined
    ? new AuthError("forbidden", ofKeys, { detail: message("refusal.key_is_no_person") })
    : new AuthError("insufficient_scope", unmanaging);

/** Pages are for people: what acts for one of them opens none. */
export function requirePageCaller(context: CallerContext): void {
  if (deputyOf(context)) throw refusalOf(context, "an api key opens no page");
}

/**
 * The user or service account behind an owner-scoped route, in person: no API key and no application that does not
 * manage gets past this, unless the act is one that these may do. Throws `forbidden` or `insufficient_scope`.
 * @param act of the list; absent for everything that is not in it
 */
export function requireOwner(
  snapshot: Snapshot,
  context: CallerContext,
  act?: OwnerAct,
): PrincipalRecord {
  const principal = requireCaller(context);
  const deputy = deputyOf(context);
  if (!deputy) return principal;
  const key = callingKey(context);
  const owner = key ? snapshot.principals.get(key.owner_id ?? "") : principal;
  if (!owner) throw new AuthError("forbidden", message("refusal.key_without_owner"));
  if (!mayDo(deputy, act)) throw refusalOf(context, "an api key cannot do this for its owner");
  return owner;
}
