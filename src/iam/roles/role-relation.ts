/** The role graph by names: a portable dump, and its load in one transaction (auth-wire 2.10; C6). */
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "../../call.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { mutate } from "../../store/mutate.ts";
import { permissions, roles } from "../../store/tables.ts";
import { text } from "../fields.ts";
import { references } from "./role-view.ts";

const names = z.array(text(256)).max(10_000);

/** A member that is absent or null leaves the role's list as it is. */
export const roleRelation = z
  .record(text(256), z.object({ roles: names.nullish(), permissions: names.nullish() }))
  .meta({ id: "RoleRelation" });

export type RoleRelation = z.output<typeof roleRelation>;

export function dumpRoleRelation(
  snapshot: Snapshot,
): Record<string, { roles: string[]; permissions: string[] }> {
  const nameOf = ({ name }: { readonly name: string }) => name;
  // `fromEntries` defines own members, so a role named like an inherited one is only data (N-6).
  return Object.fromEntries(
    [...snapshot.roles.values()].map((role) => [
      role.name,
      {
        roles: references(role.role_ids, snapshot.roles).map(nameOf),
        permissions: references(role.permission_ids, snapshot.permissions).map(nameOf),
      },
    ]),
  );
}

/** Unknown names are skipped: a dump may come from an installation that has more. */
const idsOf = (given: readonly string[], known: ReadonlyMap<string, string>): string[] => [
  ...new Set(given.flatMap((name) => known.get(name) ?? [])),
];

/** Replaces the given lists of the known roles. */
export async function loadRoleRelation(
  { store }: Writer,
  relation: RoleRelation,
  actor: string,
): Promise<void> {
  const change = { topic: "roles", action: "relation", entity: "relation", actor } as const;
  const wanted = Object.entries(relation);
  await mutate(store, change, async (open) => {
    const all = await open.tx.select().from(roles);
    const roleIds = new Map(all.map(({ name, id }) => [name, id]));
    const named = await open.tx
      .select({ id: permissions.id, name: permissions.name })
      .from(permissions);
    const permissionIds = new Map(named.map(({ name, id }) => [name, id]));
    const byName = new Map(all.map((role) => [role.name, role]));
    for (const [name, members] of wanted) {
      const role = byName.get(name);
      if (!role) continue;
      const config = {
        ...role.config,
        ...(members.roles && { role_ids: idsOf(members.roles, roleIds) }),
        ...(members.permissions && { permission_ids: idsOf(members.permissions, permissionIds) }),
      };
      open.touch("roles", role.id);
      await open.tx
        .update(roles)
        .set({ config, updated_at: open.now, updated_by: actor })
        .where(eq(roles.id, role.id));
    }
  });
}
