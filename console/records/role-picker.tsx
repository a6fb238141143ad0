/** Roles of a mapping, which holds their ids or names. */
import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, listOf } from "../api/client.ts";
import { Failure } from "../api/failure.ts";
import { knownName, learnNames } from "./names.tsx";

/** As many as are looked through at one glance. */
const MAX_SHOWN = 30;
const bare = { add_roles: false, add_permissions: false, add_total_users: false };

const BASE = "/v1/roles";
/** A mapping may name a role, or one that is gone: these stand as they are written. */
const asWritten = new Set<string>();

const useFound = (search: string) =>
  useQuery({
    queryKey: ["find-roles", search],
    queryFn: async () => {
      const query = { ...bare, ...(search && { name: search }), _limit: MAX_SHOWN };
      const { items } = await listOf(api.GET("/v1/roles", { params: { query } }));
      learnNames(BASE, items);
      return items;
    },
    placeholderData: keepPreviousData,
  });

async function readName(id: string): Promise<void> {
  try {
    const { data } = await api.GET("/v1/roles/{id}", { params: { path: { id }, query: bare } });
    if (data) learnNames(BASE, [data.payload]);
  } catch (error) {
    if (!(error instanceof Failure && error.status === 404)) throw error;
    asWritten.add(id);
  }
}

/** Name by id; ids that are unknown stand for themselves. */
function useRoleNames(ids: readonly string[]): (id: string) => string {
  const unknown = ids.filter((id) => knownName(BASE, id) === undefined && !asWritten.has(id));
  useQuery({
    queryKey: ["role-names", unknown],
    queryFn: async () => {
      await Promise.all(unknown.map(readName));
      return unknown.length;
    },
    enabled: unknown.length > 0,
  });
  return (id) => knownName(BASE, id) ?? id;
}

interface RolePickerProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly placeholder?: string;
  /** Ids. */
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly size?: string;
}

export function RolePicker({ value, onChange, ...shown }: RolePickerProps) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), 200);
  const matches = useFound(search);
  const nameOf = useRoleNames(value);
  const ids = new Set([...value, ...(matches.data ?? []).map(({ id }) => id)]);
  return (
    <MultiSelect
      {...shown}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...ids].map((id) => ({ value: id, label: nameOf(id) }))}
      value={[...value]}
      onChange={onChange}
      maxDropdownHeight={280}
    />
  );
}
