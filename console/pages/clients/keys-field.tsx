/** The public keys of a client, pasted as the JSON Web Key Set that its library wrote (RFC 7517 §5). */
import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../../base/language.ts";
import { Label } from "../../form/field-frame.tsx";
import type { FieldProps } from "../../form/field-props.ts";
import { useSchemaText } from "../../form/schema-text.tsx";

/** A set, or one key, which becomes a set; undefined for what is neither. */
function readSet(written: string): object | undefined {
  try {
    const value: unknown = JSON.parse(written);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return "kty" in value ? { keys: [value] } : value;
  } catch {
    return undefined;
  }
}

const shown = (value: unknown): string =>
  value === undefined || value === null ? "" : JSON.stringify(value, undefined, 2);

export function KeysField(props: FieldProps) {
  const { value, onChange, pinned } = props;
  const text = useTexts("clients");
  const { label, description, error } = useSchemaText(props);
  const [typed, setTyped] = useState<string>();
  const change = (written: string) => {
    const set = readSet(written);
    // What is no set yet stays here and is not saved.
    setTyped(set || written.trim() === "" ? undefined : written);
    if (set) onChange(set);
    else if (written.trim() === "") onChange(undefined);
  };
  return (
    <Textarea
      label={<Label label={label} pinned={pinned} />}
      description={description}
      autosize
      minRows={3}
      maxRows={16}
      spellCheck={false}
      value={typed ?? shown(value)}
      error={typed === undefined ? error : text.keysInvalid}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
