/** A member that lists words, chosen from those that there are. */
import { MultiSelect, type MultiSelectProps } from "@mantine/core";
import { Label } from "./field-frame.tsx";
import type { FieldProps } from "./field-props.ts";
import { useSchemaText } from "./schema-text.tsx";

interface ChoicesProps
  extends FieldProps,
    Pick<MultiSelectProps, "data" | "searchable" | "hidePickedOptions"> {
  /** What holds while none is chosen. */
  readonly none: string | undefined;
}

/** The words that such a member holds. */
export const wordsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

export function ChoicesField({
  data,
  none,
  searchable = false,
  hidePickedOptions = false,
  ...props
}: ChoicesProps) {
  const { value, onChange, pinned } = props;
  const { label, description, error } = useSchemaText(props);
  const chosen = wordsOf(value);
  return (
    <MultiSelect
      label={<Label label={label} pinned={pinned} />}
      {...{ data, description, error, searchable, hidePickedOptions }}
      disabled={pinned !== undefined}
      value={chosen}
      placeholder={chosen.length > 0 ? undefined : none}
      clearable
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  );
}
