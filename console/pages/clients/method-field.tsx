/** How a client proves that it is the one (RFC 7591 §2, RFC 8705 §2). */
import { Select } from "@mantine/core";
import { useTexts } from "../../app/language.ts";
import { Label } from "../../form/field-frame.tsx";
import type { FieldProps } from "../../form/field-props.ts";
import { useSchemaText } from "../../form/schema-text.ts";
import { CLIENTS } from "../../texts/clients.ts";

export function MethodField(props: FieldProps) {
  const { value, onChange, pinned } = props;
  const text = useTexts(CLIENTS);
  const { label, description } = useSchemaText(props);
  return (
    <Select
      label={<Label label={label} pinned={pinned} />}
      description={description}
      data={Object.entries(text.methods).map(([method, name]) => ({ value: method, label: name }))}
      value={typeof value === "string" && value !== "" ? value : null}
      placeholder={text.methodFollows}
      clearable
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
