/** Every title and description that the forms of the console draw from the API description. */

import { describeApi } from "../../src/http/description/openapi.ts";
import { allEndpoints } from "../../src/http/router/endpoints.ts";

interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly readOnly?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
}

/** Settings namespaces, config records and the bodies of IAM records. */
const DRAWN =
  /Settings$|^(OAuthClientConfig|OAuthProviderConfig|LdapConfig|SamlProviderConfig|PrincipalBody|RoleBody|PermissionBody)$/;

/** The name of a member without a title, as `console/form/schema.ts` makes it. */
const nameOf = (member: string): string =>
  member.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());

export function schemaSentences(): ReadonlySet<string> {
  const document = describeApi(allEndpoints, "") as {
    components: { schemas: Readonly<Record<string, Schema>> };
  };
  const { schemas } = document.components;
  const found = new Set<string>();
  const seen = new Set<Schema>();
  const walk = (schema: Schema): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    const target = schema.$ref?.split("/").at(-1);
    if (target !== undefined && schemas[target]) walk(schemas[target]);
    for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) walk(part);
    if (schema.items) walk(schema.items);
    if (typeof schema.additionalProperties === "object") walk(schema.additionalProperties);
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      if (member.readOnly) continue;
      const { title = nameOf(name), description } = member;
      found.add(title);
      if (description) found.add(description);
      walk(member);
    }
  };
  for (const [name, schema] of Object.entries(schemas)) if (DRAWN.test(name)) walk(schema);
  return found;
}
