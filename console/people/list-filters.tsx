/** Filters over the access of users, accounts, roles and permissions; they stand in the address bar. */
import { Button, Collapse, Paper, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { useTexts } from "../base/language.ts";
import { useName } from "../records/names.tsx";
import { RecordSearch } from "../records/record-search.tsx";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export type FilterName =
  | "suspended"
  | "role_ids"
  | "permission"
  | "method"
  | "path"
  | "is_active"
  | "role_type";

export interface ListFiltersProps {
  readonly names: readonly FilterName[];
  readonly values: Readonly<Record<string, string>>;
  readonly set: (name: string, value: string) => void;
}

/** Text that is asked for when it is no longer typed. */
function TextFilter(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props;
  const [typed, setTyped] = useState(value);
  const tell = useDebouncedCallback((words: string) => onChange(words.trim()), 300);
  return (
    <TextInput
      size="xs"
      label={label}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
}

function RoleFilter({ label, value, onChange }: Parameters<typeof TextFilter>[0]) {
  useName("/v1/roles", value);
  return (
    <RecordSearch
      size="xs"
      base="/v1/roles"
      label={label}
      value={value}
      onPick={onChange}
      onClear={() => onChange("")}
    />
  );
}

export function ListFilters({ names, values, set }: ListFiltersProps) {
  const text = useTexts("access");
  const records = useTexts("records");
  const accounts = useTexts("accounts");
  const count = names.filter((name) => values[name]).length;
  const [opened, setOpened] = useState(count > 0);
  const of = (name: FilterName) => ({
    value: values[name] ?? "",
    onChange: (next: string | null) => set(name, next ?? ""),
  });
  const chosen = (name: FilterName) => ({ ...of(name), value: values[name] || null });
  const has = (name: FilterName) => names.includes(name);
  return (
    <>
      <Button variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {records.filters}
        {count > 0 && ` (${count})`}
      </Button>
      <Collapse expanded={opened} w="100%" style={{ order: 1 }}>
        <Paper withBorder p="sm" key={count === 0 ? "none" : "some"}>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" verticalSpacing="xs">
            {has("is_active") && (
              <Select
                size="xs"
                label={text.filterState}
                clearable
                placeholder={text.all}
                data={[
                  { value: "true", label: text.onlyActive },
                  { value: "false", label: text.onlyDisabled },
                ]}
                {...chosen("is_active")}
              />
            )}
            {has("suspended") && (
              <Select
                size="xs"
                label={accounts.filterSuspended}
                clearable
                placeholder={text.all}
                data={[{ value: "true", label: accounts.onlySuspended }]}
                {...chosen("suspended")}
              />
            )}
            {has("role_ids") && <RoleFilter label={text.filterRole} {...of("role_ids")} />}
            {has("role_type") && (
              <Select
                size="xs"
                label={text.filterType}
                clearable
                placeholder={text.all}
                data={[
                  { value: "PERMANENT", label: text.permanent },
                  { value: "TEMPORARY", label: text.temporary },
                ]}
                {...chosen("role_type")}
              />
            )}
            {has("permission") && (
              <TextFilter label={text.filterPermission} {...of("permission")} />
            )}
            {has("method") && (
              <Select
                size="xs"
                label={text.filterMethod}
                clearable
                placeholder={text.all}
                data={METHODS}
                {...chosen("method")}
              />
            )}
            {has("path") && <TextFilter label={text.filterPath} {...of("path")} />}
          </SimpleGrid>
        </Paper>
      </Collapse>
    </>
  );
}
