/** The part of JSON Schema that the API description uses, read from the running service: a new key needs no code here. */
import { useQuery } from "@tanstack/react-query";
import { PREFIX } from "../api/base.ts";
import { failureOf } from "../api/failure.ts";
import { withPlaces } from "./places.ts";
import type { Components, Schema } from "./schema-type.ts";

export type { Components, Schema } from "./schema-type.ts";

export type Document = Readonly<Record<string, unknown>>;

export const isDocument = (value: unknown): value is Document =>
  typeof value === "object" && value !== null && !Array.isArray(value);

interface ApiDescription {
  readonly components: { readonly schemas: Components };
}

/** Asked once, on the first page that draws a form. */
export const useComponents = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: ["api-description"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const response = await fetch(`${PREFIX}/swagger/swagger.json`, {
        credentials: "same-origin",
      });
      if (!response.ok)
        throw failureOf(response.status, await response.json().catch(() => undefined));
      const { components }: ApiDescription = await response.json();
      return withPlaces(components.schemas);
    },
  });

/** The schema itself: references followed, one-part `allOf` opened, `null` beside one other kind left out. */
export function resolve(schema: Schema, components: Components): Schema {
  const { $ref, allOf, anyOf, ...own } = schema;
  if ($ref !== undefined) {
    const target = components[$ref.split("/").at(-1) ?? ""];
    return target ? { ...resolve(target, components), ...own } : own;
  }
  if (allOf) {
    const parts = allOf.map((part) => resolve(part, components));
    const properties = Object.assign({}, ...parts.map((part) => part.properties));
    return Object.assign({}, own, ...parts, { properties });
  }
  const kinds = anyOf?.filter(({ type }) => type !== "null");
  if (kinds?.length === 1 && kinds[0]) return { ...resolve(kinds[0], components), ...own };
  return schema;
}

const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : typeof type === "string" ? [type] : type;

export const isNullable = (schema: Schema): boolean => typesOf(schema).includes("null");

/** The one kind of value that a schema takes, beside null. */
export const kindOf = (schema: Schema): string | undefined => {
  const kinds = typesOf(schema).filter((type) => type !== "null");
  return kinds.length === 1 ? kinds[0] : undefined;
};

/** What a PUT sends: without the marks that stand for secrets in answers. */
export function withoutMarks(value: unknown, schema: Schema, components: Components): unknown {
  const whole = resolve(schema, components);
  if (Array.isArray(value)) {
    return whole.items
      ? value.map((item) => withoutMarks(item, whole.items ?? {}, components))
      : value;
  }
  if (!isDocument(value)) return value;
  const { properties = {}, additionalProperties } = whole;
  const entries = Object.entries(value)
    .filter(([name]) => !properties[name]?.readOnly)
    .map(([name, member]) => {
      const inner =
        properties[name] ??
        (typeof additionalProperties === "object" ? additionalProperties : undefined);
      return [name, inner ? withoutMarks(member, inner, components) : member];
    });
  return Object.fromEntries(entries);
}
