/** The standard variables of OpenTelemetry. */
import { describe, expect, test } from "vitest";
import {
  exportInterval,
  otherProtocol,
  sendsMetrics,
  sendsTraces,
  traceBatches,
  traceSampler,
} from "../../../src/adapters/drivers/otlp-environment.ts";

const RECEIVER = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };

describe("what is sent", () => {
  test("nothing without a variable; metrics and traces with a receiver for all", () => {
    const empty = { OTEL_EXPORTER_OTLP_ENDPOINT: "" };
    expect([sendsMetrics({}), sendsTraces({})]).toEqual([false, false]);
    expect([sendsMetrics(empty), sendsTraces(empty)]).toEqual([false, false]);
    expect([sendsMetrics(RECEIVER), sendsTraces(RECEIVER)]).toEqual([true, true]);
  });

  test("one of them alone", () => {
    const traces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:4318/v1/traces" };
    expect([sendsMetrics(traces), sendsTraces(traces)]).toEqual([false, true]);
    const none = { ...RECEIVER, OTEL_TRACES_EXPORTER: "none" };
    expect([sendsMetrics(none), sendsTraces(none)]).toEqual([true, false]);
    const metrics = { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "http://127.0.0.1:4318/v1/metrics" };
    expect([sendsMetrics(metrics), sendsTraces(metrics)]).toEqual([true, false]);
    expect(sendsMetrics({ ...RECEIVER, OTEL_METRICS_EXPORTER: "none" })).toBe(false);
    expect(sendsTraces({ OTEL_TRACES_EXPORTER: "otlp" })).toBe(true);
    expect(sendsTraces({ ...RECEIVER, OTEL_TRACES_EXPORTER: "zipkin" })).toBe(false);
  });

  test("nothing where the whole is switched off", () => {
    const off = { ...RECEIVER, OTEL_TRACES_EXPORTER: "otlp", OTEL_SDK_DISABLED: "true" };
    expect([sendsMetrics(off), sendsTraces(off)]).toEqual([false, false]);
  });
});

describe("which traces are kept", () => {
  const sampler = (name?: string, ratio?: string) =>
    traceSampler({
      ...(name !== undefined && { OTEL_TRACES_SAMPLER: name }),
      ...(ratio !== undefined && { OTEL_TRACES_SAMPLER_ARG: ratio }),
    });

  test("all of them where nothing is said, and where what is said is unknown", () => {
    const all = { root: "always_on", ratio: 1, byParent: true };
    expect([sampler(), sampler("xray")]).toEqual([all, all]);
  });

  test("by name and share", () => {
    expect(sampler("parentbased_traceidratio", "0.1")).toEqual({
      ...{ root: "traceidratio", ratio: 0.1, byParent: true },
    });
    expect(sampler("traceidratio", "0.05")).toMatchObject({ ratio: 0.05, byParent: false });
    expect(sampler("always_off")).toMatchObject({ root: "always_off", byParent: false });
    expect(sampler("traceidratio", "many").ratio).toBe(1);
    expect(sampler("traceidratio", "0").ratio).toBe(0);
  });
});

test.each([
  [undefined, 60_000],
  ["", 60_000],
  ["soon", 60_000],
  ["-5", 60_000],
  ["15000", 15_000],
  ["1", 1_000],
  ["1e12", 3_600_000],
])("an interval of %s is %d ms", (OTEL_METRIC_EXPORT_INTERVAL, milliseconds) => {
  expect(exportInterval({ OTEL_METRIC_EXPORT_INTERVAL })).toBe(milliseconds);
});

test("queue and batch of spans are bounded", () => {
  expect(traceBatches({}).maxExportBatchSize).toBe(512);
  expect(
    traceBatches({ OTEL_BSP_MAX_QUEUE_SIZE: "1e9", OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "1e9" }),
  ).toMatchObject({ maxQueueSize: 65_536, maxExportBatchSize: 65_536 });
});

test("a protocol that is not spoken is found, for each signal", () => {
  const all = "OTEL_EXPORTER_OTLP_PROTOCOL";
  const traces = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL";
  expect(otherProtocol("metrics", {})).toBeUndefined();
  expect(otherProtocol("metrics", { [all]: "http/protobuf" })).toBeUndefined();
  expect(otherProtocol("traces", { [all]: "GRPC" })).toBe("grpc");
  const both = { [all]: "http/json", [traces]: "http/protobuf" };
  expect([otherProtocol("metrics", both), otherProtocol("traces", both)]).toEqual([
    "http/json",
    undefined,
  ]);
});
