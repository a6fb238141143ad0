/** What can be said about a key when it is issued and later. */
import { Alert, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { RecordPicker } from "../../records/record-picker.tsx";

export interface KeyFields {
  readonly name: string;
  readonly description: string;
  readonly email: string;
  readonly role_ids: readonly string[];
  readonly permission_ids: readonly string[];
  readonly disabled: boolean;
}

export interface KeyFormProps {
  readonly value: KeyFields;
  readonly onChange: (value: KeyFields) => void;
  readonly owned: boolean;
}

export function KeyForm({ value, onChange, owned }: KeyFormProps) {
  const text = useTexts("keys");
  const set = (part: Partial<KeyFields>) => onChange({ ...value, ...part });
  return (
    <Stack>
      <TextInput
        label={text.name}
        description={text.nameHint}
        maxLength={100}
        value={value.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={text.description}
        value={value.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <TextInput
        label={text.email}
        type="email"
        value={value.email}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      <RecordPicker
        base="/v1/roles"
        label={text.roles}
        value={value.role_ids}
        onChange={(role_ids) => set({ role_ids })}
      />
      <RecordPicker
        base="/v1/permissions"
        label={text.permissions}
        value={value.permission_ids}
        onChange={(permission_ids) => set({ permission_ids })}
      />
      {owned ? (
        <Text size="sm" c="dimmed">
          {text.accessOwned}
        </Text>
      ) : (
        <Alert color="blue">{text.accessSystem}</Alert>
      )}
      <Switch
        label={text.isDisabled}
        description={text.disabledHint}
        checked={value.disabled}
        onChange={(event) => set({ disabled: event.currentTarget.checked })}
      />
    </Stack>
  );
}
