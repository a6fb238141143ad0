/** One line that makes a provider or a group: a key, checked as it is typed. */
import { ActionIcon, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../../base/language.ts";
import { Icon } from "../../parts/icon.tsx";
import type { NameProblem } from "./model.ts";

export function NewName({
  label,
  problemOf,
  onAdd,
}: {
  label: string;
  problemOf: (name: string) => NameProblem | undefined;
  onAdd: (name: string) => void;
}) {
  const text = useTexts("sessionProviders");
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const problem = name === "" ? undefined : problemOf(name);
  const add = () => {
    if (name === "" || problem) return;
    onAdd(name);
    setTyped("");
  };
  return (
    <Group gap={4} wrap="nowrap" align="start" p="xs">
      <TextInput
        flex={1}
        size="xs"
        aria-label={label}
        placeholder={label}
        value={typed}
        error={problem && text.problems[problem]}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          add();
        }}
      />
      <ActionIcon
        variant="default"
        size={30}
        aria-label={`${text.add}: ${label}`}
        disabled={name === "" || problem !== undefined}
        onClick={add}
      >
        <Icon name="plus" size={14} />
      </ActionIcon>
    </Group>
  );
}
