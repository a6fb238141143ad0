/** Redirect targets, one to a row, each checked as it is typed. */
import { ActionIcon, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { focusAdded } from "../../base/focus.ts";
import { useTexts } from "../../base/language.ts";
import { FieldFrame } from "../../form/field-frame.tsx";
import type { FieldProps } from "../../form/field-props.ts";
import { useSchemaText } from "../../form/schema-text.tsx";
import { Icon } from "../../parts/icon.tsx";
import { isSame } from "../../std/same.ts";
import { checkTarget } from "./target-check.ts";

const filled = (rows: readonly string[]) => rows.map((row) => row.trim()).filter(Boolean);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

function TargetField(props: FieldProps & { prefix: boolean }) {
  const { value, onChange, prefix } = props;
  const text = useTexts("clients");
  const records = useTexts("records");
  const { label, description, error } = useSchemaText(props);
  const given = texts(value);
  // Rows that are still empty are of the form alone.
  const [typed, setTyped] = useState<readonly string[]>(given);
  const rows = isSame(filled(typed), given) ? typed : given;
  const put = (next: readonly string[]) => {
    setTyped(next);
    const entries = filled(next);
    onChange(entries.length > 0 ? entries : undefined);
  };
  return (
    <FieldFrame {...{ label, description, error }}>
      <Stack gap={6} mt={6}>
        {rows.map((row, index) => {
          const verdict = checkTarget(row, rows.slice(0, index), prefix);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name than their place
            <div key={index}>
              <Group gap={4} wrap="nowrap" align="start">
                <TextInput
                  flex={1}
                  aria-label={`${label} ${index + 1}`}
                  placeholder={
                    prefix ? "https://app.example.com/" : "https://app.example.com/callback"
                  }
                  value={row}
                  spellCheck={false}
                  autoComplete="off"
                  error={verdict.problem && text.problems[verdict.problem]}
                  onChange={({ currentTarget }) =>
                    put(rows.map((old, at) => (at === index ? currentTarget.value : old)))
                  }
                />
                <ActionIcon
                  variant="subtle"
                  color="red"
                  mt={4}
                  aria-label={`${records.remove}: ${row || index + 1}`}
                  onClick={() => put(rows.filter((_, at) => at !== index))}
                >
                  <Icon name="trash" size={16} />
                </ActionIcon>
              </Group>
              {verdict.hint && (
                <Text size="xs" c="dimmed" mt={2}>
                  {text.hints[verdict.hint]}
                </Text>
              )}
            </div>
          );
        })}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={(click) => {
              put([...rows, ""]);
              focusAdded(click);
            }}
          >
            {text.addTarget}
          </Button>
        </Group>
      </Stack>
    </FieldFrame>
  );
}

export const RedirectField = (props: FieldProps) => <TargetField {...props} prefix={false} />;
export const PrefixField = (props: FieldProps) => <TargetField {...props} prefix />;
