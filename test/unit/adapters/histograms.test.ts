/** Histograms of the program: what the SDK tells of them is what its own would. */

import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import { expect, test } from "vitest";
import { Histograms } from "../../../src/adapters/drivers/histograms.ts";

class AskedReader extends MetricReader {
  protected async onForceFlush(): Promise<void> {}
  protected async onShutdown(): Promise<void> {}
}

const DESCRIBED = {
  ...{ description: "How long", unit: "s" },
  advice: { explicitBucketBoundaries: [0.01, 0.1, 1] },
};

function setup() {
  const histograms = new Histograms({ name: "test", version: "1" }, resourceFromAttributes({}));
  const reader = new AskedReader({ metricProducers: [histograms] });
  const meter = new MeterProvider({ readers: [reader] }).getMeter("test");
  const told = async () => {
    const { resourceMetrics } = await reader.collect();
    return resourceMetrics.scopeMetrics
      .flatMap(({ metrics }) => metrics)
      .map(({ descriptor, dataPoints, dataPointType, aggregationTemporality }) => ({
        ...{ descriptor, dataPointType, aggregationTemporality },
        points: dataPoints.map(({ attributes, value }) => {
          const { buckets, sum, count } = value as unknown as Record<string, unknown>;
          return { attributes, buckets, sum, count };
        }),
      }));
  };
  return { histograms, meter, told };
}

test("are told as those of the SDK are", async () => {
  const ours = setup();
  const theirs = setup();
  const mine = ours.histograms.create("duration", DESCRIBED);
  const other = theirs.meter.createHistogram("duration", DESCRIBED);
  const [a, b] = [{ route: "/a" }, { route: "/b" }];
  for (const [value, attributes] of [
    [0.005, a],
    [0.01, a],
    [0.5, b],
    [7, a],
  ] as const) {
    mine.record(value, attributes);
    other.record(value, attributes);
  }
  const [told] = await ours.told();
  const [expected] = await theirs.told();
  expect(told?.points).toEqual(expected?.points);
  expect(told?.dataPointType).toBe(expected?.dataPointType);
  expect(told?.aggregationTemporality).toBe(expected?.aggregationTemporality);
  expect(told?.descriptor).toMatchObject({ name: "duration", description: "How long", unit: "s" });
});

test("one series that two places measure is told once", async () => {
  const { histograms, told } = setup();
  const mine = histograms.create("duration", DESCRIBED);
  mine.record(0.5, { route: "/a", status: 200 });
  histograms.create("duration", DESCRIBED).record(0.5, { status: 200, route: "/a" });
  const [{ points = [] } = {}, ...more] = await told();
  expect(more).toEqual([]);
  expect(points).toMatchObject([{ count: 2, sum: 1 }]);
});

test("series are bounded", async () => {
  const { histograms, told } = setup();
  const mine = histograms.create("duration", DESCRIBED);
  for (let turn = 0; turn < 6_000; turn++) mine.record(1, { turn });
  const [{ points = [] } = {}] = await told();
  expect(points).toHaveLength(5_000);
});
