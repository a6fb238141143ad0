/** A colour, typed or picked with what the browser has for it. */
import { TextInput } from "@mantine/core";
import { isColour } from "../../../src/std/colour.ts";
import { useTexts } from "../../base/language.ts";
import { Label } from "../../form/field-frame.tsx";
import type { FieldProps } from "../../form/field-props.ts";
import { useSchemaText } from "../../form/schema-text.tsx";

/** Of our own pages, while none is chosen. */
const OWN = "#3046c9";

export function ColourField(props: FieldProps) {
  const { value, onChange, pinned } = props;
  const text = useTexts("branding");
  const { label, description, error } = useSchemaText(props);
  const typed = typeof value === "string" ? value : "";
  return (
    <TextInput
      label={<Label label={label} pinned={pinned} />}
      description={description}
      error={error}
      placeholder={OWN}
      spellCheck={false}
      disabled={pinned !== undefined}
      value={typed}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      rightSectionWidth={48}
      rightSection={
        <input
          type="color"
          className="console-colour"
          aria-label={text.pick}
          title={text.pick}
          disabled={pinned !== undefined}
          value={isColour(typed.trim()) ? typed.trim() : OWN}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
    />
  );
}
