/** Levels of a sign-in by their names for people; the words of the wire stand beside them. */
import { MultiSelect } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { Label } from "../../form/field-frame.tsx";
import type { FieldProps } from "../../form/field-props.ts";
import { useSchemaText } from "../../form/schema-text.tsx";

export function LevelsField(props: FieldProps) {
  const { value, onChange, pinned } = props;
  const { levels, anySignIn } = useTexts("clients");
  const { label, description, error } = useSchemaText(props);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const named = Object.entries(levels).map(([level, name]) => ({
    ...{ value: level, label: `${name} (${level})` },
  }));
  // A front of one's own may have levels of its own.
  const others = chosen.filter((level) => !Object.hasOwn(levels, level));
  return (
    <MultiSelect
      label={<Label label={label} pinned={pinned} />}
      description={description}
      error={error}
      data={[...named, ...others]}
      value={chosen}
      placeholder={chosen.length > 0 ? undefined : anySignIn}
      clearable
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  );
}
