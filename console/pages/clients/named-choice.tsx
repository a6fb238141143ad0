/** One of a few words of the API, shown by its name in the language of the console. */
import { Select } from "@mantine/core";
import { Label } from "../../form/field-frame.tsx";
import type { FieldProps } from "../../form/field-props.ts";
import { useSchemaText } from "../../form/schema-text.tsx";

interface NamedChoiceProps extends FieldProps {
  readonly names: Readonly<Record<string, string>>;
  /** What holds while none is chosen; without it one always is. */
  readonly none?: string;
  /** In place of the description of the schema. */
  readonly about?: string;
}

export function NamedChoice({ names, none, about, ...field }: NamedChoiceProps) {
  const { value, onChange, pinned } = field;
  const { label, description, error } = useSchemaText(field);
  const given = typeof value === "string" ? value : "";
  const choices = Object.entries(names).map(([word, name]) => ({ value: word, label: name }));
  // One that a newer service knows is shown as it is stored, not as if there were none.
  if (given !== "" && !Object.hasOwn(names, given)) choices.push({ value: given, label: given });
  return (
    <Select
      label={<Label label={label} pinned={pinned} />}
      description={about ?? description}
      error={error}
      data={choices}
      value={given === "" ? null : given}
      placeholder={none ?? ""}
      clearable={none !== undefined}
      allowDeselect={none !== undefined}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
