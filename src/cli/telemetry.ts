/** Metrics and traces of `postern serve`; OpenTelemetry is loaded where it is asked for. */
import type { Metrics } from "../adapters/drivers/metrics.ts";
import { sendsMetrics, sendsTraces } from "../adapters/drivers/otlp-environment.ts";
import type { Logger, Meter, TraceApi } from "../runtime.ts";
import { withDeadline } from "../std/deadline.ts";
import type { Config } from "./config.ts";

/** A receiver that is away would be tried again for ten seconds: a stop does not wait so long. */
const LAST_MS = 3_000;

export interface Telemetry {
  readonly metrics: Metrics | undefined;
  /** For the runtime. */
  readonly options: { readonly meter?: Meter; readonly traces?: TraceApi };
  /** What was not sent yet is sent. A receiver that is away keeps no stop. */
  close(): Promise<void>;
}

async function openMetricsIf({ metrics }: Config["server"], log: Logger, worker?: number) {
  const isEnabled = metrics.enabled || metrics.port > 0;
  if (!isEnabled && !sendsMetrics()) return undefined;
  const { openMetrics } = await import("../adapters/drivers/metrics.ts");
  return openMetrics(log, isEnabled, worker);
}

async function openTracesIf(log: Logger, worker?: number) {
  if (!sendsTraces()) return undefined;
  const { openTraces } = await import("../adapters/drivers/traces.ts");
  return openTraces(log, worker);
}

/** @param worker its number */
export async function openTelemetry(
  { server }: Config,
  log: Logger,
  worker: number | undefined,
): Promise<Telemetry> {
  const metrics = await openMetricsIf(server, log, worker);
  const traces = await openTracesIf(log, worker);
  return {
    metrics,
    options: { ...(metrics && { meter: metrics.meter }), ...(traces && { traces: traces.api }) },
    async close() {
      // Failures are told where they happen.
      const last = Promise.allSettled([metrics?.close(), traces?.close()]);
      await withDeadline(last, LAST_MS, () => {
        log.warn("the last metrics and traces could not be sent in time");
      });
    },
  };
}
