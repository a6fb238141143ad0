/** Grants by their names for people; the wire names stand beside them. */
import { MultiSelect } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { Label } from "../../form/field-frame.tsx";
import type { FieldProps } from "../../form/field-props.ts";
import { useSchemaText } from "../../form/schema-text.tsx";

export function GrantField(props: FieldProps) {
  const { value, onChange, pinned } = props;
  const text = useTexts("clients");
  const { label, description, error } = useSchemaText(props);
  return (
    <MultiSelect
      label={<Label label={label} pinned={pinned} />}
      description={description}
      error={error}
      data={Object.entries(text.grants).map(([grant, name]) => ({ value: grant, label: name }))}
      value={Array.isArray(value) ? value.map(String) : []}
      placeholder={Array.isArray(value) && value.length > 0 ? undefined : text.everyGrant}
      clearable
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  );
}
