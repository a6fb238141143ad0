/** Writes permissions, roles and group maps of a document, by name. */

import { removePermissions, removeRoles } from "../iam/roles/cascade.ts";
import { insertLmap, removeLmap, writeLmap } from "../iam/roles/lmaps.ts";
import {
  insertPermissions,
  permissionDocument,
  writePermission,
} from "../iam/roles/permissions.ts";
import { insertRole, writeRole } from "../iam/roles/roles.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { isSame } from "../std/same-json.ts";
import { ulid } from "../std/ulid.ts";
import { attempt, note, plainly, type Work } from "./work.ts";

type Ids = ReadonlyMap<string, string>;

const idsOf = (names: readonly string[], known: Ids): string[] =>
  names.flatMap((name) => known.get(name) ?? []);

/** Names of the records that are there, in the order of the list; ids of others mean nothing. */
export const namesOf = (
  ids: readonly string[],
  records: { get(id: string): { readonly name: string } | undefined },
): string[] => ids.flatMap((id) => records.get(id)?.name ?? []);

const sorted = (names: readonly string[]) => names.toSorted();

export async function writePermissions(work: Work): Promise<void> {
  const { service, open, before, value, ids, actor } = work;
  const fresh = Object.entries(value.permissions).flatMap(([name, body]) =>
    before.permission_names.has(name) ? [] : [{ ...body, name }],
  );
  const made =
    fresh.length > 0 ? await insertPermissions(service, open, fresh, actor, "permissions") : [];
  for (const [index, { name, ...body }] of fresh.entries()) {
    const id = made[index] ?? "";
    ids.permissions.set(name, id);
    const stored = { topic: "permissions", entity: id, updated_at: undefined } as const;
    note(work, "permissions", name, stored, undefined, plainly(permissionDocument(body)));
  }
  for (const [name, body] of Object.entries(value.permissions)) {
    const id = before.permission_names.get(name);
    const record = id === undefined ? undefined : before.permissions.get(id);
    if (id === undefined || !record) continue;
    const [was, config] = [permissionDocument(record), permissionDocument(body)];
    if (isSame({ ...was, public: was.public === true }, config)) continue;
    await attempt(work, ["permissions", name], () =>
      writePermission(open, { id, name, config }, actor, "update"),
    );
    const stored = { topic: "permissions", entity: id, updated_at: record.updated_at } as const;
    note(work, "permissions", name, stored, plainly(was), plainly(config));
  }
}

/** By names, for people who read what changes. */
function roleShown({ roles, permissions }: Snapshot, id: string) {
  const role = roles.get(id);
  return role
    ? {
        description: role.description,
        data: role.data,
        permissions: sorted(namesOf(role.permission_ids, permissions)),
        roles: sorted(namesOf(role.role_ids, roles)),
      }
    : undefined;
}

export async function writeRoles(work: Work): Promise<void> {
  const { service, open, before, value, ids, actor } = work;
  const { runtime } = service;
  // Roles may contain each other, so each has its id before any is written.
  for (const name of Object.keys(value.roles)) {
    if (!ids.roles.has(name)) ids.roles.set(name, ulid(runtime.clock.now(), runtime.random));
  }
  for (const [name, { data, description, ...held }] of Object.entries(value.roles)) {
    const id = ids.roles.get(name) ?? "";
    const record = before.roles.get(id);
    const was = roleShown(before, id);
    const is = {
      description,
      data,
      permissions: sorted(held.permissions),
      roles: sorted(held.roles),
    };
    if (was && isSame(was, is)) continue;
    const config = {
      data,
      description,
      permission_ids: idsOf(held.permissions, ids.permissions),
      role_ids: idsOf(held.roles, ids.roles),
    };
    await attempt(work, ["roles", name], () =>
      record
        ? writeRole(open, id, name, config, actor)
        : insertRole(open, id, { name, ...config }, actor),
    );
    const stored = { topic: "roles", entity: id, updated_at: record?.updated_at } as const;
    note(work, "roles", name, stored, was && plainly(was), plainly(is));
  }
}

export async function writeGroupMaps(work: Work): Promise<void> {
  const { open, before, value, ids, actor } = work;
  for (const [name, { roles }] of Object.entries(value.group_maps)) {
    const record = before.lmaps.get(name);
    const was = record && { roles: sorted(namesOf(record.role_ids, before.roles)) };
    const is = { roles: sorted(roles) };
    if (was && isSame(was, is)) continue;
    const role_ids = idsOf(roles, ids.roles);
    await attempt(work, ["group_maps", name], async () => {
      if (record) await writeLmap(open, name, role_ids, actor);
      else await insertLmap(open, name, role_ids, actor);
    });
    const stored = { topic: "lmaps", entity: name, updated_at: record?.updated_at } as const;
    note(work, "group_maps", name, stored, was && plainly(was), plainly(is));
  }
}

export async function removeGroupMap(work: Work, name: string): Promise<void> {
  const record = work.before.lmaps.get(name);
  if (!record || !(await removeLmap(work.open, name))) return;
  const was = { roles: sorted(namesOf(record.role_ids, work.before.roles)) };
  const stored = { topic: "lmaps", entity: name, updated_at: record.updated_at } as const;
  note(work, "group_maps", name, stored, plainly(was), undefined);
}

export async function removeRole(work: Work, id: string): Promise<void> {
  const { service, open, before, actor } = work;
  const record = before.roles.get(id);
  if (!record) return;
  await removeRoles(service, open, [id], actor);
  const stored = { topic: "roles", entity: id, updated_at: record.updated_at } as const;
  note(work, "roles", record.name, stored, plainly(roleShown(before, id)), undefined);
}

export async function removePermission(work: Work, id: string): Promise<void> {
  const { open, before, actor } = work;
  const record = before.permissions.get(id);
  if (!record) return;
  await removePermissions(open, [id], actor);
  const stored = { topic: "permissions", entity: id, updated_at: record.updated_at } as const;
  note(work, "permissions", record.name, stored, plainly(permissionDocument(record)), undefined);
}
