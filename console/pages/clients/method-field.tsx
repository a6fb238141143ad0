/** How a client proves that it is the one (RFC 7591 §2, RFC 8705 §2). */
import { Select } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { Label } from "../../form/field-frame.tsx";
import type { FieldProps } from "../../form/field-props.ts";
import { useSchemaText } from "../../form/schema-text.ts";

export function MethodField(props: FieldProps) {
  const { value, onChange, pinned } = props;
  const text = useTexts("clients");
  const { label, description } = useSchemaText(props);
  const given = typeof value === "string" ? value : "";
  const known: Readonly<Record<string, string>> = text.methods;
  const methods = Object.entries(known).map(([method, name]) => ({ value: method, label: name }));
  // One that a newer service knows is shown as it is stored, not as if there were none.
  if (given !== "" && !Object.hasOwn(known, given)) methods.push({ value: given, label: given });
  return (
    <Select
      label={<Label label={label} pinned={pinned} />}
      description={description}
      data={methods}
      value={given === "" ? null : given}
      placeholder={text.methodFollows}
      clearable
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
