/** What forms call the members of schemas, and where the texts are in other languages: `LdapConfig.groups.filter`. */
import type { Components, Schema } from "./schema-type.ts";

const members = (properties: Components, at: string): Components =>
  Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      const place = `${at}.${name}`;
      return [name, { ...placed(member, place), place }];
    }),
  );

/** Entries of lists and maps have the place of what holds them. */
function placed(schema: Schema, at: string): Schema {
  const { properties, items, additionalProperties, allOf, anyOf } = schema;
  const inside = (part: Schema) => placed(part, at);
  return {
    ...schema,
    ...(properties && { properties: members(properties, at) }),
    ...(items && { items: inside(items) }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: inside(additionalProperties),
    }),
    ...(allOf && { allOf: allOf.map(inside) }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
  };
}

export const withPlaces = (components: Components): Components =>
  Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [name, placed(schema, name)]),
  );

/** `redirect_uris` → "Redirect uris", for members without a title. */
export const titleOf = (name: string, { title }: Schema): string =>
  title ?? name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());

/** Without the descriptions that only repeat the title. */
export const descriptionOf = (schema: Schema): string | undefined =>
  schema.description === schema.title ? undefined : schema.description;
