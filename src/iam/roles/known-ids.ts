/** C3: role and permission ids that are written name records that exist. */

import { inArray } from "drizzle-orm";
import { AuthError } from "../../errors.ts";
import { messageAt, message as sentence } from "../../messages/message.ts";
import type { Write } from "../../store/change.ts";

import { permissions, roles } from "../../store/tables.ts";

export interface NamedIds {
  readonly role_ids?: readonly string[] | undefined;
  readonly permission_ids?: readonly string[] | undefined;
}

const TABLES = { role_ids: roles, permission_ids: permissions } as const;

/** Those of these ids that are roles, inside the write. */
export async function knownRoles(
  { tx }: Write,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Set();
  const rows = await tx.select({ id: roles.id }).from(roles).where(inArray(roles.id, distinct));
  return new Set(rows.map(({ id }) => id));
}

/** These ids once each, without those of roles that have gone since they were looked up. */
export async function withoutGoneRoles(open: Write, ids: readonly string[]): Promise<string[]> {
  const existing = await knownRoles(open, ids);
  return [...new Set(ids)].filter((id) => existing.has(id));
}

/** Refuses with `message` and the first unknown id; reads inside the write, so nothing can vanish. */
export async function requireKnownIds(
  { tx }: Write,
  named: NamedIds,
  message: string,
): Promise<void> {
  for (const field of ["role_ids", "permission_ids"] as const) {
    const ids = [...new Set(named[field])];
    if (ids.length === 0) continue;
    const table = TABLES[field];
    const rows = await tx.select({ id: table.id }).from(table).where(inArray(table.id, ids));
    const existing = new Set(rows.map(({ id }) => id));
    const unknown = ids.find((id) => !existing.has(id));
    if (unknown === undefined) continue;
    throw new AuthError("invalid_request", message, {
      detail: messageAt(field, sentence("fault.unknown_id", { id: unknown })),
    });
  }
}
