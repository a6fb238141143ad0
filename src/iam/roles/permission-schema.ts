/** Bodies and wire form of permissions (auth-wire 2.7). */
import { z } from "zod";
import { message } from "../../messages/message.ts";
import { saying } from "../../settings/fields/field.ts";
import { description, freeMap, name, patchedDescription, patchedMap, text } from "../fields.ts";
import { resources, resourceView } from "./resource-schema.ts";
import { reference } from "./role-schema.ts";

const SCOPE = z
  .record(
    text(256),
    z
      .array(text(256))
      .max(1_000)
      .nullable()
      .transform((names) => [...new Set(names ?? [])]),
  )
  .refine(
    (map) => Object.keys(map).length <= 1_000,
    saying(message("fault.keys", { most: 1_000 })),
  );

const scopeForm = {
  type: "object",
  additionalProperties: { type: "array", items: { type: "string" } },
  description: "Scope → role names that a token with this scope carries",
  example: { reports: ["report-reader"] },
} as const;

const resourceForm = { description: "What the permission covers; any one resource suffices" };

/** Body of POST and PUT; members that are left out become empty. */
export const permissionBody = z
  .object({
    name,
    resources: resources
      .nullish()
      .transform((list) => list ?? [])
      .meta(resourceForm),
    description,
    data: freeMap,
    scope: SCOPE.nullish()
      .transform((map) => map ?? {})
      .meta(scopeForm),
    public: z
      .boolean()
      .nullish()
      .transform(Boolean)
      .meta({ type: "boolean", description: "Holds for everyone, signed in or not" }),
  })
  .meta({ id: "PermissionBody" });

export type PermissionBody = z.output<typeof permissionBody>;

/** Body of PATCH: a present member replaces the old value; null and an empty name are absent. */
export const permissionPatch = z
  .object({
    name: z.union([z.literal(""), name]).nullish(),
    resources: resources.nullish().meta(resourceForm),
    description: patchedDescription,
    data: patchedMap,
    scope: SCOPE.nullish().meta(scopeForm),
    public: z.boolean().nullish(),
  })
  .meta({ id: "PermissionPatch" });

export type PermissionPatch = z.output<typeof permissionPatch>;

export const permissionView = z
  .object({
    id: z.string(),
    name: z.string(),
    resources: z.array(resourceView),
    description: z.string(),
    data: z.record(z.string(), z.unknown()),
    scope: z.record(z.string(), z.array(z.string())),
    public: z.boolean().optional(),
    created_at: z.string(),
    updated_at: z.string(),
    updated_by: z.string(),
    roles: z.array(reference).optional(),
  })
  .meta({ id: "Permission" });

export type PermissionView = z.output<typeof permissionView>;
