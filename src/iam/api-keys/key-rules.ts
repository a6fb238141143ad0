/** What a key may have: never more than its owner, nor than the key through which it is written (F-7, D12). */
import { AuthError } from "../../errors.ts";
import { type Message, messageAt, message as sentence } from "../../messages/message.ts";
import type { Details, PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
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

const forbidden = (said: Message, detail?: string) =>
  new AuthError("forbidden", said, detail === undefined ? {} : { detail });

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
  if (role !== undefined) throw forbidden(sentence("refusal.key_role_of_owner"), role);
  if (permission !== undefined) {
    throw forbidden(sentence("refusal.key_permission_of_owner"), permission);
  }
}

/** Throws `invalid_request` for an unknown id, and for a system key that would have nothing. */
export function requireSystemGrants(snapshot: Snapshot, listed: Listed): void {
  const refuse = (said: Message) => {
    throw new AuthError("invalid_request", said);
  };
  const role = listed.role_ids.find((id) => !snapshot.roles.has(id));
  if (role !== undefined) refuse(sentence("refusal.key_role", { id: role }));
  const permission = listed.permission_ids.find((id) => !snapshot.permissions.has(id));
  if (permission !== undefined) refuse(sentence("refusal.key_permission", { id: permission }));
  if (inheritsOwner(listed)) refuse(sentence("refusal.key_empty"));
}

/**
 * Whether a key is known to the key that calls for their owner: it can do no more and lives no longer. Of an
 * owner in person, and of an administrator, every key is.
 */
export function isWithinKey(
  snapshot: Snapshot,
  issuer: Issuer,
  other: Listed & { readonly expires_at: Date | null },
  now: number,
): boolean {
  if (issuer.plane === "admin" || !issuer.through) return true;
  const { key, principal } = issuer.through;
  const end = other.expires_at?.getTime() ?? Number.POSITIVE_INFINITY;
  if (end > (key.expires_at ?? Number.POSITIVE_INFINITY)) return false;
  if (inheritsOwner(key)) return true;
  const { role, permission } = beyond(snapshot, principal, other, now);
  return !inheritsOwner(other) && role === undefined && permission === undefined;
}

interface Shown {
  readonly name?: string | undefined;
  readonly details?: Details | undefined;
}

const refuseText = (field: string, fault: Message) =>
  new AuthError("invalid_request", "cannot save api key", { detail: messageAt(field, fault) });

/**
 * Applications get name and address of a key as its user. None may pass for another key, and what an
 * owner writes must not be the address of someone else.
 */
export async function requireOwnTexts(issuer: Issuer, { name, details }: Shown): Promise<void> {
  const texts = { name, "details.name": details?.name, "details.email": details?.email };
  for (const [field, value] of Object.entries(texts)) {
    const text = filledText(value);
    if (text === undefined) continue;
    if (isKeyName(text)) {
      throw refuseText(field, sentence("fault.begins_with", { prefix: API_KEY_PREFIX }));
    }
    if (issuer.plane === "admin" || !(text.includes("@") || field === "details.email")) continue;
    const { owner } = issuer;
    const { email } = (await owner.details.read()) ?? {};
    const own = [...owner.alias, ...(typeof email === "string" ? [email] : [])];
    if (!own.some((one) => equalExceptCase(one, text))) {
      throw refuseText(field, sentence("fault.address_of_other"));
    }
  }
}
