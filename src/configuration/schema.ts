/**
 * The document of a configuration: the bodies of the API, with names where the API has ids. One form for the seed of a first
 * start, for an export and for what is applied (ADR 0100).
 */
import { z } from "zod";
import { mapName, name } from "../iam/fields.ts";
import { alias, principalBody } from "../iam/principals/principal-schema.ts";
import { permissionBody } from "../iam/roles/permission-schema.ts";
import { roleBody } from "../iam/roles/role-schema.ts";
import { section } from "../settings/fields/field.ts";
import { namedMap } from "../settings/fields/named-map.ts";
import { type Namespace, namespaces } from "../settings/index.ts";
import { type ConfigKind, configKinds } from "../settings/records/config-records.ts";

export const CONFIG_KINDS = Object.keys(configKinds) as ConfigKind[];

/** Members of the document, in the order in which an export has them. */
export const KINDS = [
  "settings",
  "session_providers",
  ...CONFIG_KINDS,
  "permissions",
  "roles",
  "group_maps",
  "service_accounts",
  "users",
] as const;
export type Kind = (typeof KINDS)[number];

const names = z
  .array(z.string())
  .nullish()
  .transform((list) => [...new Set(list ?? [])]);

/** What a schema says of the name of a record. */
const ruleOf = (schema: z.ZodType) => (key: string) => {
  const found = schema.safeParse(key);
  return found.success ? undefined : `has a name that ${found.error.issues[0]?.message}`;
};

const { session_providers, ...others } = namespaces;

/** Namespaces of the member `settings`; that of session providers stands by itself. */
export const SETTINGS = Object.keys(others) as Exclude<Namespace, "session_providers">[];

const settings = z
  .object(
    Object.fromEntries(
      Object.entries(others).map(([key, { schema }]) => [key, (schema as z.ZodType).optional()]),
    ),
  )
  .nullish();

const principal = z.object({
  ...principalBody.pick({ details: true, description: true, local: true, is_active: true }).shape,
  alias: z.array(alias).nullish(),
  roles: names,
  permissions: names,
});

const role = z.object({
  ...roleBody.omit({ name: true, permission_ids: true, role_ids: true }).shape,
  permissions: names,
  roles: names,
});

const recordsOf = (kind: ConfigKind) => namedMap(configKinds[kind].schema as z.ZodType);

const records = Object.fromEntries(CONFIG_KINDS.map((kind) => [kind, recordsOf(kind)])) as {
  readonly [K in ConfigKind]: ReturnType<typeof recordsOf>;
};

/** Config records without their member `enabled`, which is beside those of the config. */
export const documentSchema = section({
  settings,
  session_providers: (session_providers.schema as z.ZodType).optional(),
  ...records,
  permissions: namedMap(permissionBody.omit({ name: true }), ruleOf(name)),
  roles: namedMap(role, ruleOf(name)),
  group_maps: namedMap(z.object({ roles: names }), ruleOf(mapName)),
  users: namedMap(principal, ruleOf(alias)),
  service_accounts: namedMap(principal, ruleOf(alias)),
});

/** Checked, with names instead of ids. */
export type DocumentValue = z.output<typeof documentSchema>;
export type DocumentPrincipal = DocumentValue["users"][string];

/** As it was written, with the texts that its secrets name. */
export type Document = Readonly<Record<string, unknown>>;
