/** Whether people are asked for their consent (Z-12). */
import { Select } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { Label } from "../../form/field-frame.tsx";
import type { FieldProps } from "../../form/field-props.ts";
import { useSchemaText } from "../../form/schema-text.ts";

export function ConsentField(props: FieldProps) {
  const { value, onChange, pinned } = props;
  const text = useTexts("clients");
  const { label, description } = useSchemaText(props);
  return (
    <Select
      label={<Label label={label} pinned={pinned} />}
      description={description}
      data={Object.entries(text.consents).map(([name, shown]) => ({ value: name, label: shown }))}
      value={typeof value === "string" && value !== "" ? value : null}
      placeholder={text.consentFollows}
      clearable
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
