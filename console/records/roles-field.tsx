/** Roles by their names, where the document holds their ids. */
import { Code, Group, Input, Text } from "@mantine/core";
import { useTexts } from "../base/language.ts";
import { useMayCall } from "../base/rights.ts";
import type { FieldProps } from "../form/field-props.ts";
import { useSchemaText } from "../form/schema-text.tsx";
import { RecordPicker } from "./record-picker.tsx";

export function RolesField(props: FieldProps) {
  const { value, onChange } = props;
  const { label, description } = useSchemaText(props);
  const picked = Array.isArray(value) ? value.map(String) : [];
  // Those who may not see roles have no names of them, and change none.
  if (!useMayCall("GET /v1/roles")) return <Unnamed {...{ label, description, picked }} />;
  return (
    <RecordPicker
      base="/v1/roles"
      label={label}
      {...(description !== undefined && { description })}
      value={picked}
      onChange={(ids) => onChange(ids.length > 0 ? ids : undefined)}
    />
  );
}

interface UnnamedProps extends Pick<ReturnType<typeof useSchemaText>, "label" | "description"> {
  readonly picked: readonly string[];
}

function Unnamed({ label, description, picked }: UnnamedProps) {
  const { seenOnly } = useTexts("rights");
  const { none } = useTexts("access");
  return (
    <Input.Wrapper labelElement="div" {...{ label, description }}>
      <Group gap={6} mt={6}>
        {picked.map((id) => (
          <Code key={id}>{id}</Code>
        ))}
      </Group>
      <Text size="xs" c="dimmed">
        {picked.length === 0 && `${none.roles} `}
        {seenOnly}
      </Text>
    </Input.Wrapper>
  );
}
