/** The field that fits a schema; what has no field of its own is edited as JSON. */

import { JsonView } from "../parts/json-view.tsx";
import { FieldFrame } from "./field-frame.tsx";
import type { FieldProps } from "./field-props.ts";
import { CardsField, MapField, WordsField } from "./list-fields.tsx";
import { ObjectField } from "./object-field.tsx";
import { ChoiceField, NumberField, SwitchField, TextField } from "./scalar-fields.tsx";
import { kindOf, resolve, type Schema } from "./schema.ts";
import { useSchemaText } from "./schema-text.tsx";
import { SecretField } from "./secret-field.tsx";

function JsonField(props: FieldProps) {
  const { label, description, error } = useSchemaText(props);
  return (
    <FieldFrame {...{ label, description, error }} pinned={props.pinned}>
      <JsonView value={props.value} label={label} onChange={props.onChange} />
    </FieldFrame>
  );
}

function fieldFor(schema: Schema, item: Schema | undefined) {
  if (schema.writeOnly) return SecretField;
  const kind = kindOf(schema);
  if (kind === "boolean") return SwitchField;
  if (kind === "integer" || kind === "number") return NumberField;
  if (kind === "string") return schema.enum ? ChoiceField : TextField;
  if (kind === "array")
    return item && kindOf(item) === "string" ? WordsField : item ? CardsField : JsonField;
  if (kind === "object") {
    if (schema.properties) return ObjectField;
    return typeof schema.additionalProperties === "object" ? MapField : JsonField;
  }
  return JsonField;
}

export function SchemaField(props: FieldProps) {
  const schema = resolve(props.schema, props.components);
  const item = schema.items && resolve(schema.items, props.components);
  const Kind = fieldFor(schema, item);
  return <Kind {...props} schema={schema} />;
}
