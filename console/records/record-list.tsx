/** A list of records: search, filters and order on the server, pages of 50, the place in the address bar, actions on many at once. */
import { Button, Group, Paper, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import type { Listed } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { useMayCallAny, useMayChange } from "../base/rights.ts";
import { hashOf, replaceRoute, useRoute } from "../base/route.ts";
import { Icon } from "../parts/icon.tsx";
import { Unanswered } from "../parts/unanswered.tsx";
import { useAction } from "../parts/use-action.ts";
import { type BulkAction, BulkBar, PAGE_SIZE } from "./bulk-bar.tsx";
import { Pager } from "./pager.tsx";
import { type Column, RecordTable } from "./record-table.tsx";

export type { BulkAction } from "./bulk-bar.tsx";

/** What one answer of the service holds at most, and how many records are done to at once at most. */
const MAX_PER_ANSWER = 1_000;
const MAX_SELECTED = 5_000;

/** What the list asks for: paging, and every filter of the address bar by its name, `_sort` among them. */
export interface ListRequest {
  readonly _limit: number;
  readonly _offset: number;
  readonly filters: Readonly<Record<string, string>>;
}

export interface RecordListProps<T> {
  readonly tab: string;
  readonly load: (request: ListRequest) => Promise<Listed<T>>;
  readonly idOf: (record: T) => string;
  /** What people call the record; it links to it. */
  readonly nameOf: (record: T) => string;
  readonly columns: readonly Column<T>[];
  /** Name of the filter that the search box sets. */
  readonly searchBy: string;
  readonly searchHint?: string;
  /** More filters, drawn beside the search box. */
  readonly filters?: (
    values: Readonly<Record<string, string>>,
    set: (name: string, value: string) => void,
  ) => ReactNode;
  readonly bulk?: readonly BulkAction<T>[];
  /** What to do when there is nothing yet. */
  readonly empty: ReactNode;
  readonly actions?: ReactNode;
}

export function RecordList<T>(props: RecordListProps<T>) {
  const { tab, load, idOf, nameOf, columns, searchBy } = props;
  const mayCall = useMayCallAny();
  const mayChange = useMayChange();
  const bulk = (props.bulk ?? []).filter(
    ({ calls }) => mayChange && (calls === undefined || mayCall(calls)),
  );
  const text = useTexts("records");
  const { query } = useRoute();
  const offset = Math.max(0, Number(query.get("offset") ?? 0) || 0);
  const filters = Object.fromEntries(
    [...query].filter(([name, value]) => name !== "offset" && value !== ""),
  );
  const list = useQuery({
    queryKey: ["list", tab, offset, filters],
    queryFn: () => load({ _limit: PAGE_SIZE, _offset: offset, filters }),
    placeholderData: keepPreviousData,
  });
  const [typed, setTyped] = useState(filters[searchBy] ?? "");
  const [selected, setSelected] = useState<ReadonlyMap<string, T>>(new Map());

  const goTo = (next: Readonly<Record<string, string>>, at = 0) =>
    replaceRoute(hashOf(tab, "", { ...next, offset: at === 0 ? undefined : at }));
  const setFilter = (name: string, value: string) => goTo({ ...filters, [name]: value });
  const items = list.data?.items ?? [];
  const total = list.data?.total ?? 0;
  const { busy, run } = useAction();
  const selectMatches = () =>
    run(async () => {
      const all = new Map<string, T>();
      for (let at = 0; at < Math.min(total, MAX_SELECTED); at += MAX_PER_ANSWER) {
        const { items: some } = await load({ _limit: MAX_PER_ANSWER, _offset: at, filters });
        for (const item of some) all.set(idOf(item), item);
      }
      setSelected(all);
    });
  const search = useDebouncedCallback((words: string) => setFilter(searchBy, words.trim()), 250);
  const inPlace = filters[searchBy] ?? "";
  useEffect(() => {
    setTyped((now) => (now.trim() === inPlace ? now : inPlace));
  }, [inPlace]);

  const { _sort: sort = "", ...narrowing } = filters;
  const filtered = Object.keys(narrowing).length > 0;
  const allSelected = items.length > 0 && items.every((item) => selected.has(idOf(item)));

  return (
    <Stack gap="sm">
      <Group gap="xs" align="end">
        <TextInput
          flex="1 1 14rem"
          maw={420}
          type="search"
          aria-label={props.searchHint ?? text.search}
          placeholder={props.searchHint ?? text.search}
          leftSection={<Icon name="search" size={16} />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            search(event.currentTarget.value);
          }}
        />
        {props.filters?.(filters, setFilter)}
        {filtered && (
          <Button variant="subtle" size="xs" onClick={() => goTo({ _sort: sort })}>
            {text.clear}
          </Button>
        )}
        <Group ml="auto" gap="xs">
          {props.actions}
        </Group>
      </Group>

      <BulkBar
        actions={bulk}
        onSelect={setSelected}
        {...{ selected, nameOf }}
        more={
          allSelected &&
          selected.size < Math.min(total, MAX_SELECTED) && (
            <Button size="xs" variant="subtle" loading={busy} onClick={() => void selectMatches()}>
              {fill(total > MAX_SELECTED ? text.selectFirst : text.selectMatches, {
                total,
                most: MAX_SELECTED,
              })}
            </Button>
          )
        }
      />

      {list.error && !list.data ? (
        <Unanswered error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Skeleton height={280} />
      ) : items.length === 0 ? (
        <Paper withBorder p="xl">
          {filtered || offset > 0 ? <Text c="dimmed">{text.noMatch}</Text> : props.empty}
        </Paper>
      ) : (
        <Paper withBorder>
          <RecordTable
            {...{ tab, items, columns, idOf, nameOf, sort, selected }}
            onSort={(order) => goTo({ ...filters, _sort: order })}
            onSelect={bulk.length > 0 ? setSelected : undefined}
            isBehind={list.isPlaceholderData}
          />
        </Paper>
      )}

      {total > 0 && (
        <Pager {...{ offset, total }} shown={items.length} onGo={(at) => goTo(filters, at)} />
      )}
    </Stack>
  );
}
