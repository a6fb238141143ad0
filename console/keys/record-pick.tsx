/** Chooses one permission or service account by name; the service searches. */
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, listOf } from "../api/client.ts";

type Kind = "permissions" | "service-accounts";

interface Choice {
  readonly value: string;
  readonly label: string;
}

const MAX_SHOWN = 30;

async function find(kind: Kind, words: string): Promise<readonly Choice[]> {
  if (kind === "service-accounts") {
    const query = { search: words, _limit: MAX_SHOWN, add_roles: false, add_permissions: false };
    const { items } = await listOf(api.GET("/v1/service-accounts", { params: { query } }));
    return items.map(({ id, alias }) => ({ value: id, label: alias?.[0] ?? id }));
  }
  const params = { query: { name: words, _limit: MAX_SHOWN } };
  const { items } = await listOf(api.GET("/v1/permissions", { params }));
  return items.map(({ id, name }) => ({ value: id, label: name }));
}

/** What is found now, with everything that was found before, so that a choice keeps its name. */
function useChoices(kind: Kind, chosen: readonly string[]) {
  const [typed, setTyped] = useState("");
  const [words] = useDebouncedValue(typed.trim(), 200);
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const matches = useQuery({
    queryKey: ["pick", kind, words],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const choices = await find(kind, words);
      setLabels(
        (old) => new Map([...old, ...choices.map((one) => [one.value, one.label] as const)]),
      );
      return choices;
    },
  });
  const listed = new Map((matches.data ?? []).map(({ value, label }) => [value, label]));
  for (const id of chosen) if (!listed.has(id)) listed.set(id, labels.get(id) ?? id);
  return {
    searchValue: typed,
    onSearchChange: setTyped,
    data: [...listed].map(([value, label]) => ({ value, label })),
  };
}

export interface PickOneProps {
  readonly kind: Kind;
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function PickOne({ kind, value, onChange, ...shared }: PickOneProps) {
  const choices = useChoices(kind, value === "" ? [] : [value]);
  return (
    <Select
      {...choices}
      {...shared}
      searchable
      clearable
      filter={({ options }) => options}
      value={value === "" ? null : value}
      onChange={(next) => onChange(next ?? "")}
    />
  );
}
