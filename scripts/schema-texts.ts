/** What the forms of the console say of each member, as a type: a language that misses one, or has another, does not compile. */
import { descriptionOf, titleOf, withPlaces } from "../console/form/places.ts";
import type { Components, Schema } from "../console/form/schema-type.ts";

/** Settings namespaces, config records and the bodies of IAM records. */
const DRAWN =
  /Settings$|^(OAuthClientConfig|OAuthProviderConfig|LdapConfig|SamlProviderConfig|WebhookConfig|PrincipalBody|RoleBody|PermissionBody)$/;

/** Members by their place, in the order of the forms. */
function drawnMembers(components: Components): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>();
  const seen = new Set<Schema>();
  const walk = (schema: Schema): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    const target = components[schema.$ref?.split("/").at(-1) ?? ""];
    const { additionalProperties: entries, items, anyOf = [], allOf = [], properties } = schema;
    const parts = [target, items, typeof entries === "object" ? entries : undefined];
    for (const part of [...parts, ...anyOf, ...allOf]) if (part) walk(part);
    for (const [name, member] of Object.entries(properties ?? {})) {
      if (member.readOnly) continue;
      const { place = name } = member;
      found.set(place, { ...member, title: titleOf(name, member) });
      walk(member);
    }
  };
  for (const [name, schema] of Object.entries(components)) if (DRAWN.test(name)) walk(schema);
  return found;
}

/** The source of the type. @param components of the API description */
export function schemaTexts(components: Components): string {
  const members = [...drawnMembers(withPlaces(components))].map(([place, schema]) => {
    const about = descriptionOf(schema) === undefined ? "" : ", about: string";
    return `  readonly "${place}": readonly [title: string${about}];\n`;
  });
  return `/** What the forms say of each member: its name, and an explanation where the schema has one. Made by \`npm run build:console-api\`. */

export interface SchemaTexts {
${members.join("")}}
`;
}
