/** Writing roles (auth-wire 2.6; C3, C4; R-1). */

import { and, eq, ne } from "drizzle-orm";
import type { Writer } from "../../call.ts";
import { ulid } from "../../std/ulid.ts";
import type { Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { type RoleDocument, roles } from "../../store/tables.ts";
import { nameTaken, notFound } from "../refusals.ts";
import { removeRoles } from "./cascade.ts";
import { requireKnownIds } from "./known-ids.ts";
import type { RoleBody, RolePatch } from "./role-schema.ts";

async function requireFreeName({ tx }: Write, id: string, name: string, verb: string) {
  const [taken] = await tx
    .select({ id: roles.id })
    .from(roles)
    .where(and(eq(roles.name, name), ne(roles.id, id)));
  if (taken) throw nameTaken("role", verb, name);
}

const documentOf = ({ permission_ids, role_ids, data, description }: RoleBody): RoleDocument => ({
  permission_ids,
  role_ids,
  data,
  description,
});

/** Inserts a role whose name is free and whose ids are known, inside an open write. */
export async function insertRole(
  open: Write,
  id: string,
  body: RoleBody,
  actor: string,
): Promise<void> {
  open.touch("roles", id);
  const times = { created_at: open.now, updated_at: open.now, updated_by: actor };
  await open.tx.insert(roles).values({ id, name: body.name, config: documentOf(body), ...times });
}

export async function createRole(
  { service, store }: Writer,
  body: RoleBody,
  actor: string,
): Promise<string> {
  const id = ulid(service.runtime.clock.now(), service.runtime.random);
  await mutate(store, { topic: "roles", action: "create", entity: id, actor }, async (open) => {
    await requireFreeName(open, id, body.name, "create");
    await requireKnownIds(open, body, "cannot create role");
    await insertRole(open, id, body, actor);
  });
  return id;
}

async function stored({ tx }: Write, id: string, verb: string) {
  const [row] = await tx.select().from(roles).where(eq(roles.id, id));
  if (!row) throw notFound("role", verb, id);
  return row;
}

/** Replaces a role whose name is free and whose ids are known, inside an open write. */
export async function writeRole(
  open: Write,
  id: string,
  name: string,
  config: RoleDocument,
  actor: string,
): Promise<void> {
  open.touch("roles", id);
  await open.tx
    .update(roles)
    .set({ name, config, updated_at: open.now, updated_by: actor })
    .where(eq(roles.id, id));
}

/** PUT: everything but `created_at` is replaced. */
export async function replaceRole(
  { store }: Writer,
  id: string,
  body: RoleBody,
  actor: string,
): Promise<void> {
  const change = { topic: "roles", action: "update", entity: id, actor } as const;
  await mutate(store, change, async (open) => {
    await stored(open, id, "update");
    await requireFreeName(open, id, body.name, "update");
    await requireKnownIds(open, body, "cannot update role");
    await writeRole(open, id, body.name, documentOf(body), actor);
  });
}

/** PATCH: present members only, read and written in one transaction. */
export async function patchRole(
  { store }: Writer,
  id: string,
  patch: RolePatch,
  actor: string,
): Promise<void> {
  const change = { topic: "roles", action: "update", entity: id, actor } as const;
  await mutate(store, change, async (open) => {
    const row = await stored(open, id, "patch");
    const name = patch.name || row.name;
    if (name !== row.name) await requireFreeName(open, id, name, "patch");
    await requireKnownIds(open, patch, "cannot patch role");
    const config: RoleDocument = {
      permission_ids: patch.permission_ids ?? row.config.permission_ids,
      role_ids: patch.role_ids ?? row.config.role_ids,
      data: patch.data ?? row.config.data,
      description: patch.description ?? row.config.description,
    };
    await writeRole(open, id, name, config, actor);
  });
}

/** DELETE: removes the id from every record that refers to it (C7). */
export async function deleteRole(
  { service, store }: Writer,
  id: string,
  actor: string,
): Promise<void> {
  const change = { topic: "roles", action: "delete", entity: id, actor } as const;
  await mutate(store, change, async (open) => {
    await stored(open, id, "delete");
    await removeRoles(service, open, [id], actor);
  });
}
