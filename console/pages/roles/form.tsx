/** The fields of a role. */
import { Input, Stack, Textarea, TextInput } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { JsonView } from "../../parts/json-view.tsx";
import { Section } from "../../parts/section.tsx";
import { idsOf } from "../../people/details.ts";
import type { FormProps } from "../../people/form-props.ts";
import { RecordPicker } from "../../records/record-picker.tsx";

/** Name and description, which roles and permissions have alike. */
export function NameFields({ value, onChange }: FormProps) {
  const text = useTexts("access");
  const textOf = (member: string) => (typeof value[member] === "string" ? value[member] : "");
  return (
    <>
      <TextInput
        label={text.name}
        withAsterisk
        maxLength={256}
        value={textOf("name")}
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <Textarea
        label={text.description}
        autosize
        minRows={1}
        maxRows={8}
        value={textOf("description")}
        onChange={(event) => onChange({ ...value, description: event.currentTarget.value })}
      />
    </>
  );
}

export function DataField({ value, onChange }: FormProps) {
  const text = useTexts("access");
  return (
    <Input.Wrapper label={text.data} description={text.dataHint} labelElement="div">
      <JsonView
        label={text.data}
        value={value.data ?? {}}
        onChange={(data) => onChange({ ...value, data })}
      />
    </Input.Wrapper>
  );
}

/** @param id of a stored role, which cannot include itself */
export function RoleForm({ value, onChange, id }: FormProps & { id: string | undefined }) {
  const text = useTexts("access");
  const people = useTexts("people");
  return (
    <Section title={people.role}>
      <Stack>
        <NameFields {...{ value, onChange }} />
        <RecordPicker
          base="/v1/permissions"
          label={text.permissions}
          value={idsOf(value, "permission_ids")}
          onChange={(permission_ids) => onChange({ ...value, permission_ids })}
        />
        <RecordPicker
          base="/v1/roles"
          label={text.roles}
          description={text.rolesHint}
          without={id}
          value={idsOf(value, "role_ids")}
          onChange={(role_ids) => onChange({ ...value, role_ids })}
        />
        <DataField {...{ value, onChange }} />
      </Stack>
    </Section>
  );
}
