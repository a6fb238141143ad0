/** Values of a claim, and the roles that each gives. */
import { ActionIcon, Card, Group, Stack } from "@mantine/core";
import { useTexts } from "../base/language.ts";
import { FieldFrame } from "../form/field-frame.tsx";
import type { FieldProps } from "../form/field-props.ts";
import { NewEntry } from "../form/new-entry.tsx";
import { isDocument } from "../form/schema.ts";
import { useSchemaText } from "../form/schema-text.ts";
import { Icon } from "../parts/icon.tsx";
import { RolePicker } from "./role-picker.tsx";

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export function RoleMapField(props: FieldProps) {
  const { value, onChange } = props;
  const text = useTexts("federation");
  const records = useTexts("records");
  const { label, description, error } = useSchemaText(props);
  const entries = Object.entries(isDocument(value) ? value : {});
  const put = (next: readonly (readonly [string, unknown])[]) =>
    onChange(next.length > 0 ? Object.fromEntries(next) : undefined);
  return (
    <FieldFrame {...{ label, description, error }}>
      <Stack gap="xs" mt="xs">
        {entries.map(([name, ids]) => (
          <Card key={name} withBorder padding="xs">
            <Group align="end" wrap="nowrap" gap="xs">
              <div style={{ flex: 1, minWidth: 0 }}>
                <RolePicker
                  label={name}
                  value={idsOf(ids)}
                  onChange={(next) =>
                    put(entries.map(([at, old]) => [at, at === name ? next : old]))
                  }
                />
              </div>
              <ActionIcon
                variant="subtle"
                color="red"
                mb={4}
                aria-label={`${records.remove}: ${name}`}
                onClick={() => put(entries.filter(([at]) => at !== name))}
              >
                <Icon name="trash" size={16} />
              </ActionIcon>
            </Group>
          </Card>
        ))}
        <NewEntry
          label={`${label}: ${text.claimValue}`}
          placeholder={text.claimValue}
          taken={entries.map(([name]) => name)}
          refusal={text.taken}
          onAdd={(name) => put([...entries, [name, []]])}
        />
      </Stack>
    </FieldFrame>
  );
}
