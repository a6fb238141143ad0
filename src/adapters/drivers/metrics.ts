/**
 * Metrics of a program that is asked for them: OpenTelemetry's SDK collects, its serializer writes the text that Prometheus
 * reads, and its exporter sends them where the standard variables of OpenTelemetry say (ADR 0096). Loaded only where
 * metrics are switched on.
 */
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import {
  type IMetricReader,
  MeterProvider,
  type MetricData,
  MetricReader,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import type { Logger, Meter } from "../../runtime.ts";
import { Histograms } from "./histograms.ts";
import { exportInterval, sendsMetrics } from "./otlp-environment.ts";
import { tellingExporter } from "./otlp-failures.ts";
import { packageVersion } from "./package-version.ts";
import { observeProcess } from "./process-metrics.ts";
import { telemetryResource } from "./telemetry-resource.ts";

/** Prometheus' text format. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Series of one metric: every route by its statuses, and as many again. */
const MAX_SERIES = 5_000;

export interface Metrics {
  /** Media type of the text. */
  readonly type: string;
  readonly meter: Meter;
  /** Everything as it is now. */
  text(): Promise<string>;
  /** What was not sent yet is sent. */
  close(): Promise<void>;
}

/** Collects when it is asked. */
class AskedReader extends MetricReader {
  protected async onForceFlush(): Promise<void> {}
  protected async onShutdown(): Promise<void> {}
}

/** Prometheus has the unit in the name; the others are names of what is counted. */
const SUFFIXES: Readonly<Record<string, string>> = { s: "_seconds", By: "_bytes" };

const named = <T extends MetricData>(metric: T): T => {
  const { descriptor } = metric;
  const name = `${descriptor.name}${SUFFIXES[descriptor.unit] ?? ""}`;
  return { ...metric, descriptor: { ...descriptor, name, unit: "" } };
};

/**
 * @param asked for their text; they may be sent alone
 * @param worker its number, which tells its series from those of the others
 */
export function openMetrics(log: Logger, asked: boolean, worker?: number): Metrics {
  const resource = telemetryResource(worker);
  const version = packageVersion();
  const histograms = new Histograms({ name: "postern", version }, resource);
  const metricProducers = [histograms];
  const reader = new AskedReader({ cardinalitySelector: () => MAX_SERIES, metricProducers });
  // Each reader counts everything once more.
  const readers: IMetricReader[] = asked ? [reader] : [];
  if (sendsMetrics()) {
    const exporter = tellingExporter("metrics", log, () => new OTLPMetricExporter());
    const exportIntervalMillis = exportInterval();
    readers.push(
      new PeriodicExportingMetricReader({ exporter, exportIntervalMillis, metricProducers }),
    );
  }
  const provider = new MeterProvider({ readers, resource });
  const own = provider.getMeter("postern", version);
  const meter: Meter = {
    createHistogram: (...described) => histograms.create(...described),
    createCounter: (...described) => own.createCounter(...described),
    createObservableCounter: (...described) => own.createObservableCounter(...described),
    createObservableGauge: (...described) => own.createObservableGauge(...described),
  };
  const stopObserving = observeProcess(meter);
  const serializer = new PrometheusSerializer("", false, /^worker$/, true, true);
  return {
    type: METRICS_TYPE,
    meter,
    async text() {
      const { resourceMetrics, errors } = await reader.collect();
      for (const error of errors) log.warn("a metric could not be read", { error });
      const scopeMetrics = resourceMetrics.scopeMetrics.map(({ scope, metrics }) => ({
        scope,
        metrics: metrics.map(named),
      }));
      return serializer.serialize({ ...resourceMetrics, scopeMetrics });
    },
    async close() {
      stopObserving();
      await provider.shutdown();
    },
  };
}
