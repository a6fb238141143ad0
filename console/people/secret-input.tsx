/** A password or secret: typed, or generated; empty keeps what is stored. */
import { Button, Group, PasswordInput } from "@mantine/core";
import { useTexts } from "../base/language.ts";
import { generate, wasGenerated } from "./generated.ts";

export interface SecretInputProps {
  readonly label: string;
  readonly description: string;
  readonly value: unknown;
  /** Undefined keeps what is stored. */
  readonly onChange: (value: string | undefined) => void;
}

export function SecretInput({ label, description, value, onChange }: SecretInputProps) {
  const text = useTexts("people");
  const typed = typeof value === "string" ? value : "";
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <PasswordInput
        flex={1}
        label={label}
        description={wasGenerated(typed) ? text.generated : description}
        autoComplete="new-password"
        value={typed}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
      <Button variant="default" onClick={() => onChange(generate())}>
        {text.generate}
      </Button>
    </Group>
  );
}
