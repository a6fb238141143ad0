/** A part of a document, as a group of fields with a frame. */
import { Fieldset, Input, Text } from "@mantine/core";
import { Label } from "./field-frame.tsx";
import type { FieldProps } from "./field-props.ts";
import { Members } from "./members.tsx";
import { isDocument } from "./schema.ts";
import { useSchemaText } from "./schema-text.tsx";

export function ObjectField(props: FieldProps) {
  const { schema, components, value, onChange, path, pinned } = props;
  const { label, description, error } = useSchemaText(props);
  return (
    <Fieldset legend={<Label label={label} pinned={pinned} />} disabled={pinned !== undefined}>
      {description && (
        <Text size="xs" c="dimmed" mb="sm">
          {description}
        </Text>
      )}
      {error && <Input.Error mb="sm">{error}</Input.Error>}
      <Members
        {...{ schema, components, path }}
        value={isDocument(value) ? value : {}}
        onChange={(next) => onChange(Object.keys(next).length > 0 ? next : undefined)}
      />
    </Fieldset>
  );
}
