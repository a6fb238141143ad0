/** The entries of a map: each in a card beside what removes it, and a field that names the next one. */
import { ActionIcon, Card, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../base/language.ts";
import { Icon } from "../parts/icon.tsx";
import { FieldFrame } from "./field-frame.tsx";
import type { FieldProps } from "./field-props.ts";
import { NewEntry } from "./new-entry.tsx";
import { isDocument } from "./schema.ts";
import { useSchemaText } from "./schema-text.tsx";

export interface DrawnEntry {
  readonly name: string;
  readonly value: unknown;
  /** `undefined` makes it what a new one is. */
  readonly onChange: (value: unknown) => void;
}

export interface NamedEntriesProps {
  readonly field: FieldProps;
  /** What the name of an entry is called. */
  readonly nameLabel: string;
  /** What is said of a name that is there already. */
  readonly taken: string;
  /** What a new entry is. */
  readonly fresh: unknown;
  readonly draw: (entry: DrawnEntry) => ReactNode;
}

export function NamedEntries({ field, nameLabel, taken, fresh, draw }: NamedEntriesProps) {
  const { value, onChange, pinned } = field;
  const text = useTexts("records");
  const { colon } = useTexts("frame");
  const { label, description, error } = useSchemaText(field);
  const entries = Object.entries(isDocument(value) ? value : {});
  const put = (next: readonly (readonly [string, unknown])[]) =>
    onChange(next.length > 0 ? Object.fromEntries(next) : undefined);
  const change = (name: string, next: unknown) =>
    put(entries.map(([at, old]) => [at, at === name ? (next ?? fresh) : old]));
  return (
    <FieldFrame {...{ label, description, error, pinned }}>
      <Stack gap="xs" mt="xs">
        {entries.map(([name, member]) => (
          <Card key={name} withBorder padding="xs">
            <Group align="start" wrap="nowrap" gap="xs">
              <div style={{ flex: 1, minWidth: 0 }}>
                {draw({ name, value: member, onChange: (next) => change(name, next) })}
              </div>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`${text.remove}${colon}${name}`}
                onClick={() => put(entries.filter(([at]) => at !== name))}
              >
                <Icon name="trash" size={16} />
              </ActionIcon>
            </Group>
          </Card>
        ))}
        <NewEntry
          label={`${label}${colon}${nameLabel}`}
          placeholder={nameLabel}
          taken={entries.map(([name]) => name)}
          refusal={taken}
          disabled={pinned !== undefined}
          onAdd={(name) => put([...entries, [name, fresh]])}
        />
      </Stack>
    </FieldFrame>
  );
}
