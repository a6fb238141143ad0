/** The audit log: search, filters in the address bar, each entry with all it tells (ADR 0095). */
import { ActionIcon, Anchor, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { PREFIX } from "../../api/base.ts";
import { EntryDetails } from "../../audit/entry-details.tsx";
import { EntryLine } from "../../audit/entry-line.tsx";
import { AuditFilters } from "../../audit/filters.tsx";
import { type Entry, FILTERS, type Filters, useEntries } from "../../audit/use-entries.ts";
import { useTexts } from "../../base/language.ts";
import { hashOf, replaceRoute, useRoute } from "../../base/route.ts";
import { Empty } from "../../parts/empty.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { TabHead } from "../../settings/namespace-page.tsx";

function Row({ entry }: { entry: Entry }) {
  const text = useTexts("audit");
  const [open, setOpen] = useState(false);
  return (
    <li>
      <Group wrap="nowrap" align="start" gap="xs">
        <EntryLine entry={entry} />
        <ActionIcon
          variant="subtle"
          aria-expanded={open}
          aria-label={fill(text.details, { id: entry.id })}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? "fold" : "unfold"} size={16} />
        </ActionIcon>
      </Group>
      {open && <EntryDetails entry={entry} />}
    </li>
  );
}

function Entries({ filters }: { filters: Filters }) {
  const text = useTexts("audit");
  const tabs = useTexts("tabs");
  const list = useEntries(filters);
  const entries = list.data?.pages.flatMap((page) => page.entries);
  if (list.error && !entries) {
    return <Unanswered error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (!entries) return <Skeleton height={320} />;
  return (
    <>
      {entries.length > 0 ? (
        <Paper withBorder px="md">
          <Stack component="ul" className="console-entries" gap={0}>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </Stack>
        </Paper>
      ) : list.hasNextPage ? (
        <Text c="dimmed">{text.noneHere}</Text>
      ) : (
        <Paper withBorder p="xl">
          {Object.keys(filters).length === 0 ? (
            <Empty title={text.nothingYet} about={text.nothingYetText} />
          ) : (
            <Empty
              title={text.none}
              about={text.noneText}
              href={hashOf("cache")}
              action={tabs.cache[0]}
            />
          )}
        </Paper>
      )}
      {list.hasNextPage && (
        <div>
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {entries.length > 0 ? text.older : text.lookFurther}
          </Button>
        </div>
      )}
    </>
  );
}

export default function Page() {
  const text = useTexts("audit");
  const { query } = useRoute();
  const filters: Filters = Object.fromEntries(
    FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  );
  const goTo = (next: Filters) => replaceRoute(hashOf("audit", "", next));
  return (
    <>
      <TabHead />
      <Stack gap="sm">
        <AuditFilters
          filters={filters}
          set={(name, value) => {
            const { [name]: _, ...others } = filters;
            goTo(value === "" ? others : { ...others, [name]: value });
          }}
          clear={() => goTo({})}
        />
        <Group justify="space-between" gap="xs">
          <Anchor size="sm" href={hashOf("cache")}>
            {text.retention}
          </Anchor>
          <Button
            component="a"
            variant="default"
            size="xs"
            href={`${PREFIX}/v1/audit/export?${new URLSearchParams(filters)}`}
            download
            leftSection={<Icon name="download" size={16} />}
          >
            {text.export}
          </Button>
        </Group>
        <Entries key={JSON.stringify(filters)} filters={filters} />
      </Stack>
    </>
  );
}
