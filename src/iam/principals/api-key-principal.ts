/**
 * The virtual principal of an API key (auth-wire 6.5): its own rights, never more than its owner has
 * now (F-7, D12). Keys are read from the database at every use, as specified.
 */
import { eq } from "drizzle-orm";
import type { Service } from "../../call.ts";
import type { SecretBox } from "../../crypto/secretbox.ts";
import { SealedDetails } from "../../snapshot/sealed.ts";
import type { Details, PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { reachable } from "../../store/availability.ts";
import { apiKeys } from "../../store/tables.ts";
import { accessOf } from "../access.ts";
import { API_KEY_PREFIX } from "./principal.ts";

type Row = typeof apiKeys.$inferSelect;

/** A value that never was sealed, in the form that all details have. */
function plainDetails(details: Details): SealedDetails {
  const box: Pick<SecretBox, "open"> = { open: async () => JSON.stringify(details) };
  return new SealedDetails(box as SecretBox, { table: "", row: "", field: "" }, "");
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

function detailsOf(row: Row, subject: string): Details {
  return {
    ...row.details,
    uid: subject,
    api_key_id: row.id,
    ...(row.user_id && { owner_user_id: row.user_id }),
    name: textOf(row.details.name) ?? (row.name || subject),
  };
}

/** Both lists empty: what the owner has. Otherwise what is listed and the owner still has. */
function grantsOf(snapshot: Snapshot, row: Row, owner: PrincipalRecord | undefined, now: number) {
  const { role_ids, permission_ids } = row;
  const none = { sync_role_ids: [], tmp_role_ids: [], tmp_permission_ids: [] };
  if (!owner) return { ...none, role_ids, permission_ids };
  if (role_ids.length + permission_ids.length === 0) {
    const { sync_role_ids, tmp_role_ids, tmp_permission_ids } = owner;
    return {
      role_ids: owner.role_ids,
      permission_ids: owner.permission_ids,
      sync_role_ids,
      tmp_role_ids,
      tmp_permission_ids,
    };
  }
  const access = accessOf(snapshot, owner, now);
  const roles = new Set(access.roles.map(({ id }) => id));
  return {
    ...none,
    role_ids: role_ids.filter((id) => roles.has(id)),
    permission_ids: permission_ids.filter((id) => access.permissionIds.has(id)),
  };
}

/** Undefined for an unknown, disabled or expired key and for one whose owner is gone or disabled. */
export async function apiKeyPrincipal(
  service: Service,
  snapshot: Snapshot,
  subject: string,
  now: number,
): Promise<PrincipalRecord | undefined> {
  const id = subject.slice(API_KEY_PREFIX.length);
  if (!/^[0-9A-Za-z]{1,64}$/.test(id) || snapshot.settings.api_key.disabled) return undefined;
  const [row] = await reachable(() =>
    service.store.db.select().from(apiKeys).where(eq(apiKeys.id, id)),
  );
  if (!row || row.disabled) return undefined;
  if (row.expires_at && row.expires_at.getTime() <= now) return undefined;
  const owner = row.user_id ? snapshot.principals.get(row.user_id) : undefined;
  if (row.user_id && (!owner || owner.disabled)) return undefined;
  return {
    id: subject,
    alias: [subject],
    disabled: false,
    service_account: true,
    local: false,
    ...grantsOf(snapshot, row, owner, now),
    description: row.description,
    details: plainDetails(detailsOf(row, subject)),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    updated_by: "",
  };
}
