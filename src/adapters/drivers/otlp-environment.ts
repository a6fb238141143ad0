/** What the standard variables of OpenTelemetry say about sending; without one of them nothing is sent. */
import process from "node:process";

/** Whether metrics go to a receiver of OTLP. */
export function sendsMetrics(environment: NodeJS.ProcessEnv = process.env): boolean {
  const { OTEL_SDK_DISABLED: disabled, OTEL_METRICS_EXPORTER: exporter } = environment;
  if (disabled?.toLowerCase() === "true" || exporter?.toLowerCase() === "none") return false;
  return Boolean(
    environment.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT || environment.OTEL_EXPORTER_OTLP_ENDPOINT,
  );
}

/** Milliseconds. The bounds keep a mistyped number from sending all the time, or never. */
const INTERVAL = { usual: 60_000, least: 1_000, most: 3_600_000 } as const;

/** Milliseconds between two times that metrics are sent: `OTEL_METRIC_EXPORT_INTERVAL`, else a minute. */
export function exportInterval(environment: NodeJS.ProcessEnv = process.env): number {
  const asked = Number(environment.OTEL_METRIC_EXPORT_INTERVAL);
  if (!Number.isFinite(asked) || asked <= 0) return INTERVAL.usual;
  return Math.min(Math.max(asked, INTERVAL.least), INTERVAL.most);
}
