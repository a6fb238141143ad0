/** What a key may have: never more than its owner, nor than the key through which it is written (F-7, D12). */
import { AuthError } from "../../errors.ts";
import type { ApiKeyRecord, Details, PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { equalExceptCase } from "../../std/canonical-alias.ts";
import { filledText } from "../../std/json-object.ts";
import { API_KEY_PREFIX, isKeyName } from "../../std/reserved-name.ts";
import { inheritsOwner } from "../principals/api-key-principal.ts";
import { holdingsOf } from "../principals/holdings.ts";
import type { Issuer } from "./issuer.ts";

export interface Listed {
  readonly role_ids: readonly string[];
  readonly permission_ids: readonly string[];
}

const forbidden = (message: string, detail?: string) =>
  new AuthError("forbidden", message, detail === undefined ? {} : { detail });

/** The first listed role and permission that a principal does not hold now. */
function beyond(snapshot: Snapshot, holder: PrincipalRecord, listed: Listed, now: number) {
  const { roles, permissionIds } = holdingsOf(snapshot, holder, now);
  const held = new Set(roles.map(({ id }) => id));
  return {
    role: listed.role_ids.find((id) => !held.has(id)),
    permission: listed.permission_ids.find((id) => !permissionIds.has(id)),
  };
}

/** Throws `forbidden` for an id that the owner does not hold now, temporary grants included. */
export function requireHeld(
  snapshot: Snapshot,
  owner: PrincipalRecord,
  listed: Listed,
  now: number,
): void {
  const { role, permission } = beyond(snapshot, owner, listed, now);
  if (role !== undefined) throw forbidden("api key role is not assigned to owner", role);
  if (permission !== undefined) {
    throw forbidden("api key permission is not assigned to owner", permission);
  }
}

/** Throws `invalid_request` for an unknown id, and for a system key that would have nothing. */
export function requireSystemGrants(snapshot: Snapshot, listed: Listed): void {
  const refuse = (message: string) => {
    throw new AuthError("invalid_request", message);
  };
  const role = listed.role_ids.find((id) => !snapshot.roles.has(id));
  if (role !== undefined) refuse(`api key role not found: ${role}`);
  const permission = listed.permission_ids.find((id) => !snapshot.permissions.has(id));
  if (permission !== undefined) refuse(`api key permission not found: ${permission}`);
  if (inheritsOwner(listed)) refuse("a system key needs at least one role or permission");
}

/** Throws `forbidden` when a key would be able to do what the key that writes it cannot. */
export function requireWithinKey(
  snapshot: Snapshot,
  issuer: Issuer,
  listed: Listed,
  now: number,
): void {
  if (issuer.plane === "admin" || !issuer.through) return;
  const { key, principal } = issuer.through;
  if (inheritsOwner(key)) return;
  const { role, permission } = beyond(snapshot, principal, listed, now);
  if (!inheritsOwner(listed) && role === undefined && permission === undefined) return;
  throw forbidden("an api key cannot give more than it has", role ?? permission);
}

/** Throws `forbidden` when a key with an end changes one that outlives it. */
export function requireNoLongerLife(issuer: Issuer, expires_at: ApiKeyRecord["expires_at"]): void {
  const end = issuer.plane === "self" ? issuer.through?.key.expires_at : undefined;
  if (end === undefined || (expires_at !== undefined && expires_at <= end)) return;
  throw forbidden("an api key cannot change one that lives longer");
}

interface Shown {
  readonly name?: string | undefined;
  readonly details?: Details | undefined;
}

const refuseText = (field: string, reason: string) =>
  new AuthError("invalid_request", "cannot save api key", { detail: `${field}: ${reason}` });

/**
 * Applications are told name and address of a key as who asks. None may pass for another key, and what an
 * owner writes must not be the address of someone else.
 */
export async function requireOwnTexts(issuer: Issuer, { name, details }: Shown): Promise<void> {
  const texts = { name, "details.name": details?.name, "details.email": details?.email };
  for (const [field, value] of Object.entries(texts)) {
    const text = filledText(value);
    if (text === undefined) continue;
    if (isKeyName(text)) {
      throw refuseText(field, `must not begin with ${API_KEY_PREFIX}`);
    }
    if (issuer.plane === "admin" || !(text.includes("@") || field === "details.email")) continue;
    const { owner } = issuer;
    const { email } = (await owner.details.read()) ?? {};
    const own = [...owner.alias, ...(typeof email === "string" ? [email] : [])];
    if (!own.some((one) => equalExceptCase(one, text))) {
      throw refuseText(field, "must not be an address that is not the owner's");
    }
  }
}
