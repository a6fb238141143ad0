import { expect, test } from "vitest";
import { exportInterval, sendsMetrics } from "../../../src/adapters/drivers/otlp-environment.ts";

const RECEIVER = "http://127.0.0.1:4318";

test.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "" }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: RECEIVER }, true],
  [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: RECEIVER }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: RECEIVER, OTEL_SDK_DISABLED: "true" }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: RECEIVER, OTEL_METRICS_EXPORTER: "none" }, false],
])("%o: metrics are sent: %s", (environment, sent) => {
  expect(sendsMetrics(environment)).toBe(sent);
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
