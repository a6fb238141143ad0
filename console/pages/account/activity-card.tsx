/** What happened with the own account. */
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, type Schemas } from "../../api/client.ts";
import { Failure } from "../../api/failure.ts";
import { useReason } from "../../audit/entry-line.tsx";
import { useTexts } from "../../base/language.ts";
import { Panel } from "../../parts/panel.tsx";
import { Time } from "../../parts/time.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";

type Activity = Schemas["OwnActivity"];

const SHOWN = 8;

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
  const list = useInfiniteQuery({
    queryKey: ["own-activity"],
    queryFn: async ({ pageParam }) => {
      const query = { limit: SHOWN, ...(pageParam !== undefined && { before: pageParam }) };
      const { data } = await api.GET("/v1/me/activity", { params: { query } });
      if (!data) throw new Failure(0, "");
      return { entries: data.payload, next: data.meta?.next };
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
  });
  if (list.error instanceof Failure && list.error.status === 403) return null;
  const entries = list.data?.pages.flatMap((page) => page.entries);
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
