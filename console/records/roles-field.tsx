/** Roles by their names, where the document holds their ids. */
import type { FieldProps } from "../form/field-props.ts";
import { useSchemaText } from "../form/schema-text.tsx";
import { RecordPicker } from "./record-picker.tsx";

export function RolesField(props: FieldProps) {
  const { value, onChange } = props;
  const { label, description } = useSchemaText(props);
  return (
    <RecordPicker
      base="/v1/roles"
      label={label}
      {...(description !== undefined && { description })}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(ids) => onChange(ids.length > 0 ? ids : undefined)}
    />
  );
}
