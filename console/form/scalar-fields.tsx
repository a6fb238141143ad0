/** Fields of one value: switches, numbers, texts, choices, durations, templates. */
import { NumberInput, SegmentedControl, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { fill } from "../../src/std/texts/fill.ts";
import { useTexts } from "../base/language.ts";
import { inDays, isDuration } from "../std/duration.ts";
import { FieldFrame, Label } from "./field-frame.tsx";
import type { FieldProps } from "./field-props.ts";
import { isNullable } from "./schema.ts";
import { sentences, useOpposite, useSchemaText } from "./schema-text.tsx";

const asText = (value: unknown): string =>
  value === undefined || value === null
    ? ""
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

/** A member that says what is off is drawn as a switch for what is on; what is stored stays as it is. */
export function SwitchField(props: FieldProps) {
  const { value, schema, pinned } = props;
  const turned = useOpposite(props) !== undefined;
  const fallback = (schema.default === true) !== turned;
  const isOn = typeof value === "boolean" ? value !== turned : undefined;
  const onChange = (next: boolean | undefined) =>
    props.onChange(next === undefined ? undefined : next !== turned);
  const text = useTexts("records");
  const { label, description, error } = useSchemaText(props);
  if (isNullable(schema)) {
    const states = [
      { value: "default", label: fill(text.byDefault, { value: fallback ? text.on : text.off }) },
      { value: "true", label: text.on },
      { value: "false", label: text.off },
    ];
    return (
      <FieldFrame {...{ label, description, error, pinned }}>
        <SegmentedControl
          aria-label={label}
          size="xs"
          mt={4}
          data={states}
          disabled={pinned !== undefined}
          value={isOn === undefined ? "default" : String(isOn)}
          onChange={(next) => onChange(next === "default" ? undefined : next === "true")}
        />
      </FieldFrame>
    );
  }
  return (
    <Switch
      mt={6}
      label={<Label label={label} pinned={pinned} />}
      description={description}
      error={error}
      disabled={pinned !== undefined}
      checked={isOn ?? fallback}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

export function NumberField(props: FieldProps) {
  const { value, schema, onChange, pinned } = props;
  const text = useTexts("records");
  const { label, description, error } = useSchemaText(props);
  const shown =
    schema.default === undefined
      ? undefined
      : fill(text.defaultIs, { value: asText(schema.default) });
  return (
    <NumberInput
      label={<Label label={label} pinned={pinned} />}
      description={description}
      error={error}
      placeholder={shown}
      min={schema.minimum}
      max={schema.maximum}
      allowDecimal={schema.type !== "integer"}
      disabled={pinned !== undefined}
      value={typeof value === "number" ? value : ""}
      onChange={(next) => onChange(typeof next === "number" ? next : undefined)}
    />
  );
}

/** Emptied means that the default applies; what was there before as an empty text stays one. */
export function TextField(props: FieldProps) {
  const { value, schema, onChange, pinned } = props;
  const text = useTexts("records");
  const { label, description, error } = useSchemaText(props);
  const given = asText(value);
  const isTime = schema.format === "go-duration";
  const fallback = isTime ? inDays(asText(schema.default)) : asText(schema.default);
  const wrong = isTime && given !== "" && !isDuration(given);
  const shared = {
    label: <Label label={label} pinned={pinned} />,
    description: isTime ? sentences(description, text.durationHint) : description,
    placeholder: fallback && fill(text.defaultIs, { value: fallback }),
    disabled: pinned !== undefined,
    value: given,
    error: wrong ? text.badDuration : error,
  };
  if (schema.format === "template" || schema.format === "pem" || given.includes("\n")) {
    return (
      <Textarea
        {...shared}
        classNames={{ input: "console-code" }}
        autosize
        minRows={2}
        maxRows={16}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      type={schema.format === "email" ? "email" : "text"}
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

type ChoiceNames = Readonly<Record<string, string>>;

/** The names of a choice, each with the word of the API that descriptions and JSON know it by; words alone where there are none. */
function useChoiceNames(
  place: string | undefined,
  given: ChoiceNames | undefined,
): (word: string) => string {
  const names: Readonly<Record<string, ChoiceNames>> = useTexts("choices");
  const own = given ?? (place === undefined ? undefined : names[place]);
  return (word) =>
    own !== undefined && Object.hasOwn(own, word) ? `${own[word]} (${word})` : word;
}

export interface ChoiceProps extends FieldProps {
  /** Those of a page, which are then also the words that can be chosen. */
  readonly names?: ChoiceNames;
  /** What holds while none is chosen, where it is not one of the words. */
  readonly none?: string;
  /** One always is chosen. */
  readonly always?: boolean;
  /** In place of the description of the schema. */
  readonly about?: string;
}

export function ChoiceField({ names, none, always = false, about, ...props }: ChoiceProps) {
  const { value, schema, onChange, pinned } = props;
  const text = useTexts("records");
  const { label, description, error } = useSchemaText(props);
  const nameOf = useChoiceNames(schema.place, names);
  const fallback = asText(schema.default);
  const choices = (names ? Object.keys(names) : (schema.enum ?? []))
    .filter((word) => typeof word === "string" && word !== "")
    .map(String);
  const given = asText(value);
  // A word that the description did not have yet: shown as it is stored, not as if there were none.
  const words = given === "" || choices.includes(given) ? choices : [...choices, given];
  return (
    <Select
      label={<Label label={label} pinned={pinned} />}
      description={about ?? description}
      error={error}
      placeholder={
        none ?? (fallback ? fill(text.defaultIs, { value: nameOf(fallback) }) : undefined)
      }
      data={words.map((word) => ({ value: word, label: nameOf(word) }))}
      clearable={!always}
      allowDeselect={!always}
      disabled={pinned !== undefined}
      value={given === "" ? null : given}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
