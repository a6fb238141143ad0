/** C7: a deleted role or permission leaves no id behind, in one statement per table. */

import { arrayOverlaps, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Service } from "../../call.ts";
import { settingPlace } from "../../snapshot/parts/settings.ts";
import type { Write } from "../../store/change.ts";
import {
  apiKeys,
  lmaps,
  permissions,
  roles,
  settings,
  type Topic,
  users,
} from "../../store/tables.ts";

/** A text array parameter; `jsonb - text[]` removes all of its members from a JSON list. */
export const textArray = (ids: readonly string[]) =>
  sql`array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::text[]`;

/** A list inside a document, empty when it is missing. */
export const listOf = (column: PgColumn, member: string) =>
  sql`coalesce(${column}->${sql.raw(`'${member}'`)}, '[]'::jsonb)`;

const withoutIds = (column: PgColumn, member: string, ids: SQL) =>
  sql`${listOf(column, member)} - ${ids}`;

const withoutGrants = (column: PgColumn, member: string, ids: SQL) => sql`(
  select coalesce(jsonb_agg(grant_.value order by grant_.position), '[]'::jsonb)
  from jsonb_array_elements(${listOf(column, member)}) with ordinality grant_(value, position)
  where not (grant_.value->>'id' = any(${ids})))`;

const holdsGrant = (column: PgColumn, member: string, ids: SQL) => sql`exists (
  select 1 from jsonb_array_elements(${listOf(column, member)}) grant_(value)
  where grant_.value->>'id' = any(${ids}))`;

const holdsId = (list: SQL, ids: SQL) => sql`${list} ?| ${ids}`;

/** Clears ids from the lists of principals: `role` or `permission` chooses the members. */
async function clearPrincipals(
  open: Write,
  kind: "role" | "permission",
  ids: SQL,
  actor: string,
): Promise<void> {
  const { doc } = users;
  const plain = kind === "role" ? ["role_ids", "sync_role_ids"] : ["permission_ids"];
  const timed = kind === "role" ? "tmp_role_ids" : "tmp_permission_ids";
  const members = [
    ...plain.map((member) => sql`${sql.raw(`'${member}'`)}, ${withoutIds(doc, member, ids)}`),
    sql`${sql.raw(`'${timed}'`)}, ${withoutGrants(doc, timed, ids)}`,
  ];
  const holds = [
    ...plain.map((member) => holdsId(listOf(doc, member), ids)),
    holdsGrant(doc, timed, ids),
  ];
  const moved = await open.tx
    .update(users)
    .set({
      doc: sql`${doc} || jsonb_build_object(${sql.join(members, sql`, `)})`,
      updated_at: open.now,
      updated_by: actor,
    })
    .where(sql`(${sql.join(holds, sql` or `)})`)
    .returning({ id: users.id });
  touch(open, "users", moved);
}

function touch(open: Write, topic: Topic, rows: readonly { readonly id: string }[]): void {
  if (rows.length > 0) open.touch(topic, ...rows.map(({ id }) => id));
}

/** Clears ids from a list inside the documents of roles. */
async function clearRoleDocuments(
  open: Write,
  member: "role_ids" | "permission_ids",
  ids: SQL,
  actor: string,
): Promise<void> {
  const { config } = roles;
  const moved = await open.tx
    .update(roles)
    .set({
      config: sql`${config} || jsonb_build_object(${sql.raw(`'${member}'`)}, ${withoutIds(config, member, ids)})`,
      updated_at: open.now,
      updated_by: actor,
    })
    .where(holdsId(listOf(config, member), ids))
    .returning({ id: roles.id });
  touch(open, "roles", moved);
}

async function clearApiKeys(open: Write, column: "role_ids" | "permission_ids", ids: SQL) {
  const list = apiKeys[column];
  const moved = await open.tx
    .update(apiKeys)
    .set({
      [column]: sql`${list} - ${ids}`,
      // A key that loses its last explicit id would inherit all of its owner's access: it is shut.
      disabled: sql`${apiKeys.disabled} or jsonb_array_length((${apiKeys.role_ids} - ${ids}) || (${apiKeys.permission_ids} - ${ids})) = 0`,
      revision: sql`${apiKeys.revision} + 1`,
      updated_at: open.now,
    })
    .where(holdsId(sql`${list}`, ids))
    .returning({ id: apiKeys.id });
  touch(open, "api_keys", moved);
}

async function clearLmaps(open: Write, ids: readonly string[], actor: string): Promise<void> {
  const held = await open.tx
    .select({ name: lmaps.name, role_ids: lmaps.role_ids })
    .from(lmaps)
    .where(arrayOverlaps(lmaps.role_ids, [...ids]));
  const gone = new Set(ids);
  for (const { name, role_ids } of held) {
    await open.tx
      .update(lmaps)
      .set({
        role_ids: role_ids.filter((id) => !gone.has(id)),
        updated_at: open.now,
        updated_by: actor,
      })
      .where(eq(lmaps.name, name));
    open.touch("lmaps", name);
  }
}

/** `signup.default_role_ids`; a document that does not open is left for the operator (C-3). */
async function clearSignup(service: Service, open: Write, ids: readonly string[], actor: string) {
  const namespace = "signup";
  const { box } = service.store;
  const [row] = await open.tx.select().from(settings).where(eq(settings.namespace, namespace));
  const text =
    row &&
    (await box.open(settingPlace(namespace), row.value_encrypted).catch((error: unknown) => {
      service.runtime.log.warn("deleted roles stay in an unreadable setting", { namespace, error });
    }));
  if (!text) return;
  const document: { default_role_ids?: unknown } = JSON.parse(text);
  const { default_role_ids: before } = document;
  if (!Array.isArray(before) || !before.some((id) => ids.includes(id))) return;
  const after = { ...document, default_role_ids: before.filter((id) => !ids.includes(id)) };
  await open.tx
    .update(settings)
    .set({
      value_encrypted: await box.seal(settingPlace(namespace), JSON.stringify(after)),
      updated_at: open.now,
      updated_by: actor,
    })
    .where(eq(settings.namespace, namespace));
  open.touch("settings", namespace);
}

/** Deletes roles and every mention of them. */
export async function removeRoles(
  service: Service,
  open: Write,
  ids: readonly string[],
  actor: string,
): Promise<void> {
  const list = textArray(ids);
  open.touch("roles", ...ids);
  await open.tx.delete(roles).where(inArray(roles.id, [...ids]));
  await clearRoleDocuments(open, "role_ids", list, actor);
  await clearPrincipals(open, "role", list, actor);
  await clearApiKeys(open, "role_ids", list);
  await clearLmaps(open, ids, actor);
  await clearSignup(service, open, ids, actor);
}

/** Deletes permissions and every mention of them. */
export async function removePermissions(
  open: Write,
  ids: readonly string[],
  actor: string,
): Promise<void> {
  const list = textArray(ids);
  open.touch("permissions", ...ids);
  await open.tx.delete(permissions).where(inArray(permissions.id, [...ids]));
  await clearRoleDocuments(open, "permission_ids", list, actor);
  await clearPrincipals(open, "permission", list, actor);
  await clearApiKeys(open, "permission_ids", list);
}
