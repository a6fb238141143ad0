/** Members of a client that list words of the API, with the names of this page. */
import { MultiSelect } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { Label } from "../../form/field-frame.tsx";
import type { FieldProps } from "../../form/field-props.ts";
import { useSchemaText } from "../../form/schema-text.tsx";

interface NamedListProps extends FieldProps {
  /** What can be chosen: the word of the API, and its name. */
  readonly names: readonly (readonly [word: string, name: string])[];
  /** What holds while none is chosen. */
  readonly none: string;
}

function NamedListField({ names, none, ...props }: NamedListProps) {
  const { value, onChange, pinned } = props;
  const { label, description, error } = useSchemaText(props);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <MultiSelect
      label={<Label label={label} pinned={pinned} />}
      description={description}
      error={error}
      data={names.map(([word, name]) => ({ value: word, label: name }))}
      value={chosen}
      placeholder={chosen.length > 0 ? undefined : none}
      clearable
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  );
}

/** Grants by their names for people. */
export function GrantField(props: FieldProps) {
  const { grants, everyGrant } = useTexts("clients");
  return <NamedListField {...props} names={Object.entries(grants)} none={everyGrant} />;
}

/** Levels of a sign-in by their names for people; the words of the wire stand beside them. */
export function LevelsField(props: FieldProps) {
  const { levels, anySignIn } = useTexts("clients");
  const chosen = Array.isArray(props.value) ? props.value.map(String) : [];
  // A front of one's own may have levels of its own.
  const others = chosen.filter((level) => !Object.hasOwn(levels, level));
  const names = [
    ...Object.entries(levels).map(([level, name]) => [level, `${name} (${level})`] as const),
    ...others.map((level) => [level, level] as const),
  ];
  return <NamedListField {...props} names={names} none={anySignIn} />;
}
