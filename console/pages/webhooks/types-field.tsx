/** Which events a webhook gets: types, and groups of them; none is all. */
import { useTexts } from "../../base/language.ts";
import { ChoicesField } from "../../form/choices-field.tsx";
import type { FieldProps } from "../../form/field-props.ts";

/** As the description of the API lists them. */
function typesOf({ components }: FieldProps): readonly string[] {
  const type = components.FeedEvent?.properties?.type;
  return Array.isArray(type?.enum) ? type.enum.map(String) : [];
}

const groupOf = (type: string) => `${type.slice(0, type.indexOf("."))}.*`;

export function TypesField(props: FieldProps) {
  const text = useTexts("webhooks");
  const types = typesOf(props);
  const groups = [...new Set(types.map(groupOf))];
  const data = [
    { group: text.groups, items: groups },
    { group: text.types, items: [...types] },
  ];
  return <ChoicesField {...props} data={data} none={text.every} searchable hidePickedOptions />;
}
