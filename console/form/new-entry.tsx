/** Names the next entry of a map; one that is there already is not taken. */
import { Button, Group, TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTexts } from "../base/language.ts";

export interface NewEntryProps {
  readonly label: string;
  readonly placeholder: string;
  /** Names that are taken. */
  readonly taken: readonly string[];
  /** What is said of one that is. */
  readonly refusal: string;
  readonly disabled?: boolean;
  readonly onAdd: (name: string) => void;
}

export function NewEntry({ label, placeholder, taken, refusal, disabled, onAdd }: NewEntryProps) {
  const text = useTexts("records");
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const isTaken = taken.includes(name);
  const add = () => {
    if (name === "" || isTaken) return;
    onAdd(name);
    setTyped("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  return (
    <Group gap="xs" align="start">
      <TextInput
        size="xs"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        disabled={disabled === true}
        error={isTaken ? refusal : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button size="xs" variant="default" disabled={name === "" || isTaken} onClick={add}>
        {text.add}
      </Button>
    </Group>
  );
}
