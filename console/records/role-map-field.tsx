/** Values of a claim, and the roles that each gives. */
import { useTexts } from "../base/language.ts";
import type { FieldProps } from "../form/field-props.ts";
import { NamedEntries } from "../form/named-entries.tsx";
import { RolePicker } from "./role-picker.tsx";

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export function RoleMapField(props: FieldProps) {
  const text = useTexts("federation");
  return (
    <NamedEntries
      field={props}
      nameLabel={text.claimValue}
      taken={text.taken}
      fresh={[]}
      draw={({ name, value, onChange }) => (
        <RolePicker label={name} value={idsOf(value)} onChange={onChange} />
      )}
    />
  );
}
