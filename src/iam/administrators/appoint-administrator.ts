/** Makes one user an administrator inside an open write: permission, role, user, each where it lacks (I-8). */

import { arrayOverlaps, asc, eq, or, sql } from "drizzle-orm";
import type { Service } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { ulid } from "../../std/ulid.ts";
import type { Write } from "../../store/change.ts";

import { type PermissionDocument, permissions, roles, users } from "../../store/tables.ts";
import { endSessions } from "../passwords/end-sessions.ts";
import { withOwnPassword } from "../principals/details.ts";
import { openDetails, principalColumns } from "../principals/principals.ts";
import { listOf } from "../roles/cascade.ts";

export interface Appointment {
  readonly alias: string;
  /** Name or id of the admin permission; one that is not there is made with this name. */
  readonly permission: string;
  readonly permission_document: PermissionDocument;
  /** Stored form of the new password's hash. */
  readonly password: string;
  readonly description: string;
  readonly actor: string;
}

const newId = ({ runtime }: Service) => ulid(runtime.clock.now(), runtime.random);

async function ensurePermission(service: Service, open: Write, given: Appointment) {
  const { permission: required, permission_document: config, actor } = given;
  const [permission] = await open.tx
    .select({ id: permissions.id })
    .from(permissions)
    .where(or(eq(permissions.name, required), eq(permissions.id, required)));
  if (permission) return permission.id;
  const id = newId(service);
  await open.tx.insert(permissions).values({ id, name: required, config, updated_by: actor });
  open.touch("permissions", id);
  return id;
}

/** The first name that no role has: `admin`, `admin 2`, … */
async function freeRoleName({ tx }: Write): Promise<string> {
  const taken = new Set((await tx.select({ name: roles.name }).from(roles)).map((row) => row.name));
  for (let count = 1; ; count++) {
    const name = count === 1 ? "admin" : `admin ${count}`;
    if (!taken.has(name)) return name;
  }
}

/** A role that has the permission, else a new one: giving it to an old role would give it to its members. */
async function ensureRole(service: Service, open: Write, permissionId: string, given: Appointment) {
  const [role] = await open.tx
    .select({ id: roles.id })
    .from(roles)
    .where(sql`${listOf(roles.config, "permission_ids")} ? ${permissionId}`)
    .orderBy(asc(roles.id))
    .limit(1);
  if (role) return role.id;
  const id = newId(service);
  const config = {
    permission_ids: [permissionId],
    role_ids: [],
    data: {},
    description: given.description,
  };
  const name = await freeRoleName(open);
  await open.tx.insert(roles).values({ id, name, config, updated_by: given.actor });
  open.touch("roles", id);
  return id;
}

const MESSAGE = "cannot make an administrator";

/**
 * Creates the user, or enables the one with this alias and gives it the password and the role. Throws
 * `conflict` when the alias belongs to a service account or a client, `server_error` when the record of
 * the user cannot be read.
 */
export async function appointAdministrator(
  service: Service,
  open: Write,
  given: Appointment,
): Promise<{ readonly id: string; readonly created: boolean }> {
  const permissionId = await ensurePermission(service, open, given);
  const roleId = await ensureRole(service, open, permissionId, given);
  const { alias, actor, password } = given;
  const [row] = await open.tx
    .select()
    .from(users)
    .where(arrayOverlaps(users.alias_keys, [canonicalAlias(alias)]));
  if (row?.service_account) {
    throw new AuthError("conflict", MESSAGE, {
      detail: message("refusal.is_service_account", { name: alias }),
    });
  }
  const id = row?.id ?? newId(service);
  const details = row ? await openDetails(service, row) : { name: "Administrator", uid: alias };
  const document = row?.doc ?? {
    role_ids: [],
    sync_role_ids: [],
    permission_ids: [],
    tmp_role_ids: [],
    tmp_permission_ids: [],
    description: given.description,
  };
  const draft = {
    alias: row?.alias ?? [alias],
    details: withOwnPassword(details, password),
    disabled: false,
    local: true,
    document: { ...document, role_ids: [...new Set([...document.role_ids, roleId])] },
  };
  const target = { id, actor, message: MESSAGE, ...(row && { before: row.doc }) };
  const values = await principalColumns(service, open, draft, target);
  if (row) {
    await open.tx.update(users).set(values).where(eq(users.id, id));
    await endSessions(service, open, id);
  } else {
    await open.tx.insert(users).values({ id, ...values, created_at: open.now });
  }
  return { id, created: !row };
}
