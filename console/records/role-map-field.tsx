/** Values of a claim, and the roles that each gives. */
import { ActionIcon, Button, Card, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../app/language.ts";
import { FieldFrame } from "../form/field-frame.tsx";
import type { FieldProps } from "../form/field-props.ts";
import { isDocument } from "../form/schema.ts";
import { useSchemaText } from "../form/schema-text.ts";
import { Icon } from "../parts/icon.tsx";
import { FEDERATION } from "../texts/federation.ts";
import { RECORDS } from "../texts/records.ts";
import { RolePicker } from "./role-picker.tsx";

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export function RoleMapField(props: FieldProps) {
  const { value, onChange } = props;
  const text = useTexts(FEDERATION);
  const records = useTexts(RECORDS);
  const { label, description } = useSchemaText(props);
  const [claim, setClaim] = useState("");
  const entries = Object.entries(isDocument(value) ? value : {});
  const put = (next: readonly (readonly [string, unknown])[]) =>
    onChange(next.length > 0 ? Object.fromEntries(next) : undefined);
  const wanted = claim.trim();
  const taken = entries.some(([name]) => name === wanted);
  const add = () => {
    if (wanted === "" || taken) return;
    put([...entries, [wanted, []]]);
    setClaim("");
  };
  return (
    <FieldFrame label={label} description={description}>
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
        <Group gap="xs">
          <TextInput
            size="xs"
            aria-label={`${label}: ${text.claimValue}`}
            placeholder={text.claimValue}
            value={claim}
            error={taken ? text.taken : undefined}
            onChange={({ currentTarget }) => setClaim(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              add();
            }}
          />
          <Button size="xs" variant="default" disabled={wanted === "" || taken} onClick={add}>
            {records.add}
          </Button>
        </Group>
      </Stack>
    </FieldFrame>
  );
}
