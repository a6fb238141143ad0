/** Bodies and wire form of roles (auth-wire 2.6). */
import { z } from "zod";
import {
  description,
  freeMap,
  idList,
  name,
  patchedDescription,
  patchedIds,
  patchedMap,
} from "../fields.ts";

/** Body of POST and PUT; members that are left out become empty. */
export const roleBody = z
  .object({
    name,
    permission_ids: idList,
    role_ids: idList.meta({ description: "Roles that everyone with this role has, too" }),
    data: freeMap,
    description,
  })
  .meta({ id: "RoleBody" });

export type RoleBody = z.output<typeof roleBody>;

/** Body of PATCH: a present member replaces the old value; an empty name is ignored. */
export const rolePatch = z
  .object({
    name: z.union([z.literal(""), name]).nullish(),
    permission_ids: patchedIds,
    role_ids: patchedIds,
    data: patchedMap,
    description: patchedDescription,
  })
  .meta({ id: "RolePatch" });

export type RolePatch = z.output<typeof rolePatch>;

export const reference = z.object({ id: z.string(), name: z.string() });

export const roleView = z
  .object({
    id: z.string(),
    name: z.string(),
    permission_ids: z.array(z.string()),
    role_ids: z.array(z.string()),
    data: z.record(z.string(), z.unknown()),
    description: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    updated_by: z.string(),
    roles: z.array(reference).optional(),
    permissions: z.array(reference).optional(),
    total_users: z.number().int(),
  })
  .meta({ id: "Role" });

export type RoleView = z.output<typeof roleView>;
