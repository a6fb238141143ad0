/** Lists and maps: words as chips, objects as cards in their order, maps as rows with a key. */
import { ActionIcon, Button, Card, Group, Stack, TagsInput } from "@mantine/core";
import { useContext } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { focusAdded } from "../base/focus.ts";
import { useTexts } from "../base/language.ts";
import { Icon } from "../parts/icon.tsx";
import { ChoicesField, wordsOf } from "./choices-field.tsx";
import { FieldFrame, Label } from "./field-frame.tsx";
import { DrawField, type FieldProps } from "./field-props.ts";
import { NamedEntries } from "./named-entries.tsx";
import { kindOf, resolve } from "./schema.ts";
import { sentences, useSchemaText } from "./schema-text.tsx";

export function WordsField(props: FieldProps) {
  const { value, schema, components, onChange, pinned } = props;
  const text = useTexts("records");
  const { label, description, error } = useSchemaText(props);
  const choices = schema.items && resolve(schema.items, components).enum?.map(String);
  const words = wordsOf(value);
  const fallback = wordsOf(schema.default);
  const none =
    fallback.length > 0 ? fill(text.defaultIs, { value: fallback.join(", ") }) : undefined;
  if (choices) return <ChoicesField {...props} data={choices} none={none} />;
  return (
    <TagsInput
      label={<Label label={label} pinned={pinned} />}
      description={sentences(description, text.listHint)}
      error={error}
      disabled={pinned !== undefined}
      value={words}
      placeholder={words.length > 0 ? undefined : none}
      splitChars={["\n"]}
      acceptValueOnBlur
      clearable
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  );
}

export function CardsField(props: FieldProps) {
  const Field = useContext(DrawField);
  const { name, value, schema, components, onChange, pinned, path } = props;
  const text = useTexts("records");
  const { colon } = useTexts("frame");
  const { label, description, error } = useSchemaText(props);
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const inner = resolve(schema.items ?? {}, components);
  const put = (next: readonly unknown[]) => onChange(next.length > 0 ? next : undefined);
  const move = (from: number, to: number) => {
    const next = [...items];
    next.splice(to, 0, ...next.splice(from, 1));
    put(next);
  };
  return (
    <FieldFrame {...{ label, description, error, pinned }}>
      <Stack gap="xs" mt="xs">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name than their place
          <Card key={index} withBorder padding="sm">
            <Group justify="end" gap={2}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={text.moveUp}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <Icon name="up" size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={text.moveDown}
                disabled={index === items.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <Icon name="down" size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={text.remove}
                onClick={() => put(items.filter((_, at) => at !== index))}
              >
                <Icon name="trash" size={16} />
              </ActionIcon>
            </Group>
            <Field
              {...{ name: `${name} ${index + 1}`, schema: inner, components, value: item }}
              path={`${path}.${index}`}
              onChange={(next) => put(items.map((old, at) => (at === index ? (next ?? {}) : old)))}
            />
          </Card>
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            disabled={pinned !== undefined}
            aria-label={`${text.add}${colon}${label}`}
            onClick={(click) => {
              put([...items, kindOf(inner) === "object" ? {} : ""]);
              focusAdded(click);
            }}
          >
            {text.add}
          </Button>
        </Group>
      </Stack>
    </FieldFrame>
  );
}

const FRESH: Readonly<Record<string, unknown>> = { object: {}, array: [] };

export function MapField(props: FieldProps) {
  const Field = useContext(DrawField);
  const { schema, components, path } = props;
  const text = useTexts("records");
  const inner =
    typeof schema.additionalProperties === "object"
      ? resolve(schema.additionalProperties, components)
      : {};
  return (
    <NamedEntries
      field={props}
      nameLabel={text.key}
      taken={text.nameTaken}
      fresh={FRESH[kindOf(inner) ?? ""] ?? ""}
      draw={({ name, value, onChange }) => (
        <Field
          {...{ name, components, value, onChange }}
          schema={{ ...inner, title: name }}
          path={`${path}.${name}`}
        />
      )}
    />
  );
}
