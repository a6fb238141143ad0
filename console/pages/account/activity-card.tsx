/** What happened with the own account. */
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { fill } from "../../../src/std/texts/fill.ts";
import type { Schemas } from "../../api/client.ts";
import { useReason } from "../../audit/entry-line.tsx";
import { useTexts } from "../../base/language.ts";
import { Panel } from "../../parts/panel.tsx";
import { Time } from "../../parts/time.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { useActivity } from "./answers.ts";

type Activity = Schemas["OwnActivity"];

function Line({ entry }: { entry: Activity }) {
  const text = useTexts("audit");
  const { action, by, count, application, browser, network, at } = entry;
  const reason = useReason()({ ...entry, facts: {} });
  const words = text.actions[action as keyof typeof text.actions] ?? action;
  const notMine = by === "other" && entry.outcome === "done";
  return (
    <li>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {words}
        </Text>
        {notMine && (
          <Text size="xs" c="dimmed">
            {text.notYou}
          </Text>
        )}
      </Group>
      {reason !== "" && <Text size="sm">{reason}</Text>}
      <Text size="xs" c="dimmed" component="div">
        <Group gap="2px 12px">
          <Time value={at} />
          {count > 1 && <span>{fill(text.times, { count })}</span>}
          {application !== undefined && <bdi>{application}</bdi>}
          {browser !== undefined && <bdi>{browser}</bdi>}
          {network !== undefined && <bdi>{network}</bdi>}
        </Group>
      </Text>
    </li>
  );
}

export function ActivityCard() {
  const text = useTexts("audit");
  const list = useActivity();
  const pages = list.data?.pages;
  if (pages?.[0] === null) return null;
  const entries = pages?.flatMap((page) => page?.entries ?? []);
  return (
    <Panel title={text.ownTitle} about={text.ownText}>
      {list.error && !entries ? (
        <Unanswered error={list.error} onRetry={() => void list.refetch()} />
      ) : !entries ? (
        <Skeleton height={60} />
      ) : entries.length === 0 ? (
        <Text size="sm">{text.nothingYet}</Text>
      ) : (
        <Stack component="ul" className="console-entries" gap={0}>
          {entries.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </Stack>
      )}
      {list.hasNextPage && (
        <div>
          <Button
            size="xs"
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {text.older}
          </Button>
        </div>
      )}
    </Panel>
  );
}
