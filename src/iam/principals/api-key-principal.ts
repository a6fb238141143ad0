/**
 * The virtual principal of an API key (auth-wire 6.5): its own rights, never more than its owner has
 * now (F-7, D12).
 */
import type { SecretBox } from "../../crypto/secretbox.ts";
import { SealedDetails } from "../../snapshot/sealed.ts";
import type { ApiKeyRecord, Details, PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { type Fill, fillOf, remember } from "../../std/bounded-map.ts";
import { filledText } from "../../std/json-object.ts";
import { API_KEY_PREFIX } from "../../std/reserved-name.ts";
import { holdingsOf } from "./holdings.ts";

/** The name of a key as a principal. */
export const keySubject = (id: string): string => `${API_KEY_PREFIX}${id}`;

/** The id in `api-key:<id>`; undefined for every other name. */
export const keyIdOf = (name: string | undefined): string | undefined =>
  name?.startsWith(API_KEY_PREFIX) ? name.slice(API_KEY_PREFIX.length) : undefined;

/** A key without ids of its own has what its owner has. */
export const inheritsOwner = (key: Pick<ApiKeyRecord, "role_ids" | "permission_ids">): boolean =>
  key.role_ids.length + key.permission_ids.length === 0;

/** A value that never was sealed, in the form that all details have. */
function plainDetails(details: Details): SealedDetails {
  const box: Pick<SecretBox, "open"> = { open: async () => JSON.stringify(details) };
  return new SealedDetails(box as SecretBox, "", "");
}

function detailsOf(key: ApiKeyRecord, subject: string): Details {
  return {
    ...key.details,
    uid: subject,
    api_key_id: key.id,
    ...(key.owner_id && { owner_user_id: key.owner_id }),
    name: filledText(key.details.name) ?? (key.name || subject),
  };
}

const NONE = { sync_role_ids: [], tmp_role_ids: [], tmp_permission_ids: [] };
const ALWAYS = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** What a key holds, and between which times this answer is right. */
function grantsOf(
  snapshot: Snapshot,
  key: ApiKeyRecord,
  owner: PrincipalRecord | undefined,
  now: number,
) {
  const { role_ids, permission_ids } = key;
  if (!owner) return { grants: { ...NONE, role_ids, permission_ids }, ...ALWAYS };
  if (inheritsOwner(key)) {
    const { sync_role_ids, tmp_role_ids, tmp_permission_ids } = owner;
    const own = { role_ids: owner.role_ids, permission_ids: owner.permission_ids };
    return { grants: { ...own, sync_role_ids, tmp_role_ids, tmp_permission_ids }, ...ALWAYS };
  }
  const { roles, permissionIds, since, until } = holdingsOf(snapshot, owner, now);
  const held = new Set(roles.map(({ id }) => id));
  const both = {
    role_ids: role_ids.filter((id) => held.has(id)),
    permission_ids: permission_ids.filter((id) => permissionIds.has(id)),
  };
  return { grants: { ...NONE, ...both }, since, until };
}

interface Made {
  readonly principal: PrincipalRecord;
  readonly since: number;
  readonly until: number;
}

const made = new WeakMap<Snapshot, Map<string, Made>>();

/** Keys that are kept as principals of a snapshot. */
export const keysKept = (snapshot: Snapshot): Fill => fillOf(made.get(snapshot), MAX_REMEMBERED);
/** Keys in the memo of one snapshot (N-11). */
const MAX_REMEMBERED = 20_000;

function makePrincipal(
  snapshot: Snapshot,
  key: ApiKeyRecord,
  owner: PrincipalRecord | undefined,
  now: number,
): Made {
  const subject = keySubject(key.id);
  const { grants, since, until } = grantsOf(snapshot, key, owner, now);
  const principal: PrincipalRecord = {
    id: subject,
    alias: [subject],
    disabled: false,
    service_account: true,
    local: false,
    source: "",
    ...grants,
    description: "",
    details: plainDetails(detailsOf(key, subject)),
    created_at: key.created_at,
    updated_at: key.updated_at,
    updated_by: "",
  };
  return { principal, since, until };
}

/** Why a key that exists does not count now. */
export type KeyRefusal = "switched off" | "disabled" | "expired" | "without an enabled owner";

/** Undefined when the key counts (auth-wire 6.5, validation). */
export function refusalOfKey(
  snapshot: Snapshot,
  key: ApiKeyRecord,
  now: number,
): KeyRefusal | undefined {
  if (snapshot.settings.api_key.disabled) return "switched off";
  if (key.disabled) return "disabled";
  if (key.expires_at !== undefined && key.expires_at <= now) return "expired";
  if (key.owner_id === undefined) return undefined;
  const owner = snapshot.principals.get(key.owner_id);
  return !owner || owner.disabled ? "without an enabled owner" : undefined;
}

/** Undefined for an unknown, disabled or expired key and for one whose owner is gone or disabled. */
export function keyPrincipal(
  snapshot: Snapshot,
  id: string,
  now: number,
): PrincipalRecord | undefined {
  const key = snapshot.api_keys.get(id);
  if (!key || refusalOfKey(snapshot, key, now) !== undefined) return undefined;
  const ofSnapshot = made.get(snapshot) ?? new Map<string, Made>();
  made.set(snapshot, ofSnapshot);
  const hit = ofSnapshot.get(id);
  if (hit && hit.since <= now && now < hit.until) return hit.principal;
  const owner = key.owner_id === undefined ? undefined : snapshot.principals.get(key.owner_id);
  const fresh = makePrincipal(snapshot, key, owner, now);
  remember(ofSnapshot, id, fresh, MAX_REMEMBERED);
  return fresh.principal;
}
