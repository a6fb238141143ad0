/** Roles by their names, where the document holds their ids. */
import { Input, Text } from "@mantine/core";
import { fill } from "../../src/std/texts/fill.ts";
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
  if (!useMayCall("GET /v1/roles"))
    return <Unseen {...{ label, description }} count={picked.length} />;
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

interface UnseenProps extends Pick<ReturnType<typeof useSchemaText>, "label" | "description"> {
  readonly count: number;
}

/** How many there are: an id would tell a reader nothing, and their names are not theirs to see (ADR 0123). */
function Unseen({ label, description, count }: UnseenProps) {
  const { seenOnly } = useTexts("rights");
  const { none, unseen, unseenRoles } = useTexts("access");
  const one = count === 0 ? none.roles : unseen.roles;
  return (
    <Input.Wrapper labelElement="div" {...{ label, description }}>
      <Text size="sm" mt={6}>
        {count > 1 ? fill(unseenRoles, { count }) : one}
      </Text>
      <Text size="xs" c="dimmed">
        {seenOnly}
      </Text>
    </Input.Wrapper>
  );
}
