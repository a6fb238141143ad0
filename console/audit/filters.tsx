/** Filters of the audit log; they stand in the address bar. */
import { Button, Group, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { useTexts } from "../base/language.ts";
import { Icon } from "../parts/icon.tsx";
import type { FilterName, Filters } from "./use-entries.ts";

export interface AuditFiltersProps {
  readonly filters: Filters;
  readonly set: (name: FilterName, value: string) => void;
  readonly clear: () => void;
}

/** Filters by id, which come from links: each is shown, and goes with a click. */
const BY_LINK = ["about", "principal", "target", "client", "network"] as const;

/** A day as the field writes it, as a time. */
const dayOf = (time: string | undefined) => time?.slice(0, 10) ?? "";
const begins = (day: string) => (day === "" ? "" : new Date(`${day}T00:00:00`).toISOString());
const ends = (day: string) => (day === "" ? "" : new Date(`${day}T23:59:59.999`).toISOString());
const localDay = (time: string | undefined) => {
  if (!time) return "";
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return dayOf(time);
  return dayOf(new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString());
};

export function AuditFilters({ filters, set, clear }: AuditFiltersProps) {
  const text = useTexts("audit");
  const { colon } = useTexts("frame");
  const { actions, outcomes } = text;
  const [typed, setTyped] = useState(filters.q ?? "");
  const search = useDebouncedCallback((words: string) => set("q", words.trim()), 300);
  const optionsOf = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([value, label]) => ({ value, label }));
  const given = BY_LINK.filter((name) => filters[name]);
  const labels = {
    about: text.target,
    principal: text.by,
    target: text.target,
    client: text.client,
    network: text.network,
  };
  return (
    <>
      <TextInput
        type="search"
        label={text.search}
        maw={520}
        leftSection={<Icon name="search" size={16} />}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
      />
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" verticalSpacing="xs">
        <Select
          label={text.action}
          placeholder={text.any}
          searchable
          clearable
          data={optionsOf(actions)}
          value={filters.action ?? null}
          onChange={(value) => set("action", value ?? "")}
        />
        <Select
          label={text.outcome}
          placeholder={text.any}
          clearable
          data={optionsOf(outcomes)}
          value={filters.outcome ?? null}
          onChange={(value) => set("outcome", value ?? "")}
        />
        <TextInput
          type="date"
          label={text.from}
          value={localDay(filters.from)}
          onChange={(event) => set("from", begins(event.currentTarget.value))}
        />
        <TextInput
          type="date"
          label={text.to}
          value={localDay(filters.to)}
          onChange={(event) => set("to", ends(event.currentTarget.value))}
        />
      </SimpleGrid>
      <Group gap="xs">
        {given.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            maw="100%"
            rightSection={<Icon name="close" size={14} />}
            onClick={() => set(name, "")}
          >
            {labels[name]}
            {colon}
            <bdi>{filters[name]}</bdi>
          </Button>
        ))}
        {Object.keys(filters).length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              setTyped("");
              clear();
            }}
          >
            {text.clear}
          </Button>
        )}
      </Group>
    </>
  );
}
