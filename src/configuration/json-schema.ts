/** The schema of a document for editors (JSON Schema 2020-12), from the schemas that read it. */
import { z } from "zod";
import { isSecret, type Schema, shapeOf } from "../settings/document/schema-walk.ts";
import { CONFIG_KINDS, documentSchema } from "./schema.ts";

type JsonSchema = { [member: string]: unknown };

/** What a member says of itself. */
const SAID = ["title", "description", "default", "enum", "maximum", "deprecated", "readOnly"];

/** The nearest that a schema or one that it wraps says; the outermost wins. */
function metaOf(schema: Schema): JsonSchema {
  const own = schema instanceof z.ZodType ? (schema.meta() ?? {}) : {};
  const inner =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
      ? metaOf(schema.def.innerType)
      : schema instanceof z.ZodPipe
        ? metaOf(schema.def.in)
        : {};
  const said = SAID.filter((name) => Object.hasOwn(own, name)).map((name) => [
    name,
    (own as JsonSchema)[name],
  ]);
  return { ...inner, ...Object.fromEntries(said) };
}

const SECRET = {
  anyOf: [
    { type: ["string", "null"] },
    ...["file", "env", "jwe"].map((name) => ({
      type: "object",
      properties: { [name]: { type: "string" } },
      required: [name],
      additionalProperties: false,
    })),
  ],
};

const TYPES = { string: "string", number: "number", boolean: "boolean" } as const;

/** Absent and `null` are the same, and an empty text is a default in many places, so little is demanded. */
function schemaOf(schema: Schema): JsonSchema {
  const said = metaOf(schema);
  if (isSecret(schema)) return { ...said, ...SECRET };
  const shape = shapeOf(schema);
  switch (shape.kind) {
    case "list":
      return { ...said, type: ["array", "null"], items: schemaOf(shape.item) };
    case "map":
      return { ...said, type: ["object", "null"], additionalProperties: schemaOf(shape.value) };
    case "object": {
      const members = [...shape.members].map(([name, member]) => [name, schemaOf(member)] as const);
      return {
        ...said,
        type: ["object", "null"],
        properties: Object.fromEntries(members),
        ...(!shape.open && {
          patternProperties: { "^x_": {} },
          additionalProperties: false,
        }),
      };
    }
    default: {
      const { enum: words, ...rest } = said;
      if (shape.type === "other") return rest;
      if (Array.isArray(words)) return { ...rest, type: "string", examples: words };
      return { ...rest, type: TYPES[shape.type] };
    }
  }
}

const ENABLED = { type: "boolean", default: true, description: "Absent: the record is in use." };

export function configurationSchema(): JsonSchema {
  const whole = schemaOf(documentSchema);
  const kinds = whole.properties as Record<string, JsonSchema>;
  for (const kind of CONFIG_KINDS) {
    const { additionalProperties: record, ...map } = kinds[kind] ?? {};
    const { properties, ...rest } = record as JsonSchema;
    kinds[kind] = {
      ...map,
      additionalProperties: { ...rest, properties: { enabled: ENABLED, ...Object(properties) } },
    };
  }
  const { patternProperties: _none, ...root } = whole;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Configuration of Postern",
    ...root,
  };
}
