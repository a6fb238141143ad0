/** A secret is written and never read (W17): absent keeps it, a text replaces it, null removes it. */
import { Badge, Button, Group, PasswordInput, Text } from "@mantine/core";
import { useTexts } from "../base/language.ts";
import { FieldFrame } from "./field-frame.tsx";
import type { FieldProps } from "./field-props.ts";
import { useSchemaText } from "./schema-text.tsx";

/** Secrets that may be any text; others come from the server that takes them, or have a form of their own. */
const FREE = new Set(["OAuthClientConfig.client_secret"]);

/** 256 bits, in the letters that every form takes. */
export function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export function SecretField(props: FieldProps) {
  const { value, schema, onChange, stored = false, pinned } = props;
  const text = useTexts("records");
  const { label, description, error } = useSchemaText(props);
  // Where there is none yet, it is typed like any other value.
  const editing = typeof value === "string" || !stored;
  const empty = stored ? "" : undefined;
  return (
    <FieldFrame {...{ label, description, error, pinned }}>
      {editing ? (
        <Group gap="xs" wrap="nowrap" mt={4}>
          <PasswordInput
            flex={1}
            aria-label={label}
            aria-invalid={error !== undefined}
            autoComplete="new-password"
            disabled={pinned !== undefined}
            value={typeof value === "string" ? value : ""}
            onChange={({ currentTarget }) => onChange(currentTarget.value || empty)}
          />
          {FREE.has(schema.place ?? "") && (
            <Button
              variant="default"
              size="xs"
              disabled={pinned !== undefined}
              onClick={() => onChange(randomSecret())}
            >
              {text.generate}
            </Button>
          )}
          {stored && (
            <Button variant="default" size="xs" onClick={() => onChange(undefined)}>
              {text.keep}
            </Button>
          )}
        </Group>
      ) : (
        <Group gap="xs" mt={4} mih={30}>
          {value === null ? (
            <Badge color="red" variant="light">
              {text.secretCleared}
            </Badge>
          ) : (
            <Text size="sm" c="dimmed">
              {text.secretSet}
            </Text>
          )}
          <Button
            variant="default"
            size="xs"
            disabled={pinned !== undefined}
            onClick={() => onChange("")}
          >
            {text.replace}
          </Button>
          {value !== null && (
            <Button variant="subtle" color="red" size="xs" onClick={() => onChange(null)}>
              {text.removeSecret}
            </Button>
          )}
          {value === null && (
            <Button variant="default" size="xs" onClick={() => onChange(undefined)}>
              {text.keep}
            </Button>
          )}
        </Group>
      )}
    </FieldFrame>
  );
}
