/** Requests of the last hour, and the instances that answered them. */
import { Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { fill } from "../../../src/std/texts/fill.ts";
import type { Schemas } from "../../api/client.ts";
import { useLanguage, useTexts } from "../../base/language.ts";
import { Unanswered } from "../../parts/unanswered.tsx";
import { Chart } from "./chart.tsx";
import { OneInstance } from "./instances.tsx";
import { useLoad } from "./use-load.ts";

type Counts = Schemas["LoadCounts"];

/** One number of each minute, over all families. */
const series = (load: Schemas["Load"], of: (counts: readonly Counts[]) => number) =>
  load.minutes.map(({ families }) => of(Object.values(families)));

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

export function Load() {
  const text = useTexts("overview");
  const language = useLanguage();
  const load = useLoad();
  if (load.error && !load.data) {
    return <Unanswered error={load.error} onRetry={() => void load.refetch()} />;
  }
  if (!load.data) return <Skeleton height={280} />;
  const { total, instances } = load.data;
  const [first] = instances;
  const since = new Date(first?.since ?? "").toLocaleTimeString(language, { timeStyle: "short" });
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
            {instances.length > 1 ? text.fleetHint : fill(text.loadHint, { clock: since })}
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
        <OneInstance load={load.data} />
      </Stack>
    </Paper>
  );
}
