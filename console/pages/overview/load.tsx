/** Requests of the last hour, and the instance that answered them. */
import { Paper, Skeleton, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { fill, useLanguage, useTexts } from "../../app/language.ts";
import { Time } from "../../parts/time.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { OVERVIEW } from "../../texts/overview.ts";
import { Chart } from "./chart.tsx";

type Counts = Schemas["LoadCounts"];

/** One number of each minute, over all families. */
const series = (load: Schemas["Load"], of: (counts: readonly Counts[]) => number) =>
  load.minutes.map(({ families }) => of(Object.values(families)));

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

function Instance({ instance }: { instance: Schemas["Load"]["instance"] }) {
  const text = useTexts(OVERVIEW);
  const rows = [
    [text.version, instance.version ?? "–"],
    [text.runtime, instance.runtime],
    [text.storage, instance.storage],
    [text.data, String(instance.auth_version)],
    [text.listener, text.listeners[instance.listener]],
  ] as const;
  return (
    <>
      <Table verticalSpacing={4} aria-label={text.instance}>
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th fw={500}>{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Th fw={500}>{text.started}</Table.Th>
            <Table.Td>
              <Time value={instance.since} />
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed">
        {text.others}
      </Text>
    </>
  );
}

export function Load() {
  const text = useTexts(OVERVIEW);
  const language = useLanguage();
  const load = useQuery({
    queryKey: ["load"],
    queryFn: () => payloadOf(api.GET("/v1/load")),
    refetchInterval: 60_000,
  });
  if (load.error && !load.data) {
    return <Unanswered error={load.error} onRetry={() => void load.refetch()} />;
  }
  if (!load.data) return <Skeleton height={280} />;
  const { total, instance } = load.data;
  const since = new Date(instance.since).toLocaleTimeString(language, { timeStyle: "short" });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="overview-load">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5" id="overview-load">
            {text.load}
          </Title>
          <Text size="xs" c="dimmed">
            {fill(text.total, {
              requests: total.requests.toLocaleString(language),
              refused: total.refused.toLocaleString(language),
              failed: total.failed.toLocaleString(language),
            })}{" "}
            {fill(text.loadHint, { time: since })}
          </Text>
        </div>
        <Chart
          title={text.requests}
          values={series(load.data, (all) => sum(all.map(({ requests }) => requests)))}
        />
        <Chart
          title={text.refused}
          values={series(load.data, (all) =>
            sum(all.map(({ refused, failed }) => refused + failed)),
          )}
        />
        <Chart
          title={text.latency}
          values={series(load.data, (all) => Math.max(...all.map(({ p95 }) => p95 ?? 0)))}
        />
        <Instance instance={instance} />
      </Stack>
    </Paper>
  );
}
