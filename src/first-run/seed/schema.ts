/** The seed document: the bodies of the API, with names where the API has ids. */
import { z } from "zod";
import { name } from "../../iam/fields.ts";
import { alias, principalBody } from "../../iam/principals/principal-schema.ts";
import { permissionBody } from "../../iam/roles/permission-schema.ts";
import { roleBody } from "../../iam/roles/role-schema.ts";
import { section } from "../../settings/fields/field.ts";
import { namedMap } from "../../settings/fields/named-map.ts";
import { namespaces } from "../../settings/index.ts";
import { oauthClient } from "../../settings/records/oauth-client.ts";

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

export const seedSchema = section({
  settings,
  session_providers: (session_providers.schema as z.ZodType).optional(),
  oauth_clients: namedMap(oauthClient),
  permissions: namedMap(permissionBody.omit({ name: true }), ruleOf(name)),
  roles: namedMap(role, ruleOf(name)),
  users: namedMap(principal, ruleOf(alias)),
  service_accounts: namedMap(principal, ruleOf(alias)),
});

/** Checked, with names instead of ids. */
export type SeedValue = z.output<typeof seedSchema>;
export type SeedPrincipal = SeedValue["users"][string];
