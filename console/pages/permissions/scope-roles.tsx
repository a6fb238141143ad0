/** Which role names a token carries for a scope (auth-wire 2.7). */
import { ActionIcon, Button, Group, Stack, TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { useTexts } from "../../base/language.ts";
import { Icon } from "../../parts/icon.tsx";
import { Section } from "../../parts/section.tsx";

export type ScopeMap = Readonly<Record<string, readonly string[]>>;

export interface ScopeRolesProps {
  readonly value: ScopeMap;
  readonly onChange: (value: ScopeMap) => void;
}

export function ScopeRoles({ value, onChange }: ScopeRolesProps) {
  const text = useTexts("access");
  const [scope, setScope] = useState("");
  const entries = Object.entries(value);
  const wanted = scope.trim();
  const taken = Object.hasOwn(value, wanted);
  const add = () => {
    if (wanted === "" || taken) return;
    onChange(Object.fromEntries([...entries, [wanted, []]]));
    setScope("");
  };
  return (
    <Section title={text.scopes} about={text.scopesHint}>
      <Stack gap="sm">
        {entries.map(([name, roles]) => (
          <Group key={name} align="end" gap="xs" wrap="nowrap">
            <TagsInput
              flex={1}
              label={fill(text.scopeRoles, { scope: name })}
              acceptValueOnBlur
              value={[...roles]}
              onChange={(next) => onChange({ ...value, [name]: next })}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={fill(text.removeNamed, { name })}
              onClick={() => onChange(Object.fromEntries(entries.filter(([at]) => at !== name)))}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Group gap="xs" align="end">
          <TextInput
            label={text.scope}
            value={scope}
            onChange={(event) => setScope(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              add();
            }}
          />
          <Button variant="default" disabled={wanted === "" || taken} onClick={add}>
            {text.addScope}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
