/** Finds a role or permission by its name, on the server. */
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, listOf } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { knownName, learnNames, type Named, type NamedBase } from "./names.tsx";

export interface RecordSearchProps {
  readonly base: NamedBase;
  readonly label: string;
  readonly description?: ReactNode;
  /** Told the id. */
  readonly onPick: (id: string) => void;
  /** Cannot be picked again. */
  readonly taken?: ReadonlySet<string>;
  /** Shows what is picked; without it the field is empty after each pick. */
  readonly value?: string;
  readonly onClear?: () => void;
  readonly size?: string;
}

/** As many as are looked through at one glance. */
const MAX_SHOWN = 30;

async function find(base: NamedBase, search: string): Promise<readonly Named[]> {
  const query = {
    ...{ search, _limit: MAX_SHOWN, _sort: "name" },
    ...{ add_roles: false, add_permissions: false, add_total_users: false },
  };
  const { items } = await listOf(api.GET(base as "/v1/roles", { params: { query } }));
  learnNames(base, items);
  return items;
}

export function RecordSearch(props: RecordSearchProps) {
  const { base, label, description, onPick, taken, value, onClear, size } = props;
  const text = useTexts("access");
  const [typed, setTyped] = useState("");
  const [opened, setOpened] = useState(false);
  const [wanted] = useDebouncedValue(typed.trim(), 200);
  const shown = value ? (knownName(base, value) ?? value) : "";
  const search = wanted === shown ? "" : wanted;
  const matches = useQuery({
    queryKey: ["find", base, search],
    queryFn: () => find(base, search),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  const options = (matches.data ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
    disabled: taken?.has(id) ?? false,
  }));
  const isUnlisted = value && !options.some((one) => one.value === value);
  return (
    <Select
      {...{ label, description }}
      {...(size && { size })}
      searchable
      clearable={onClear !== undefined}
      placeholder={text.pick}
      data={isUnlisted ? [...options, { value, label: shown, disabled: false }] : options}
      // What fits, the service has said.
      filter={({ options: all }) => all}
      nothingFoundMessage={matches.error ? text.failed : text.nothing}
      value={value || null}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      maxDropdownHeight={300}
      onChange={(id) => {
        if (id) onPick(id);
        else onClear?.();
        if (value === undefined) setTyped("");
      }}
    />
  );
}
