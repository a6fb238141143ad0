/** Which events a webhook gets: types, and groups of them; none is all. */
import { MultiSelect } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { Label } from "../../form/field-frame.tsx";
import type { FieldProps } from "../../form/field-props.ts";
import { useSchemaText } from "../../form/schema-text.tsx";

/** As the description of the API lists them. */
function typesOf({ components }: FieldProps): readonly string[] {
  const type = components.FeedEvent?.properties?.type;
  return Array.isArray(type?.enum) ? type.enum.map(String) : [];
}

const groupOf = (type: string) => `${type.slice(0, type.indexOf("."))}.*`;

export function TypesField(props: FieldProps) {
  const { value, onChange, pinned } = props;
  const text = useTexts("webhooks");
  const { label, description, error } = useSchemaText(props);
  const types = typesOf(props);
  const groups = [...new Set(types.map(groupOf))];
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <MultiSelect
      label={<Label label={label} pinned={pinned} />}
      description={description}
      error={error}
      data={[
        { group: text.groups, items: groups },
        { group: text.types, items: [...types] },
      ]}
      value={chosen}
      placeholder={chosen.length > 0 ? undefined : text.every}
      searchable
      clearable
      hidePickedOptions
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  );
}
