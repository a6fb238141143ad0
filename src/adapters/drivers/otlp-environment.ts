/** What the standard variables of OpenTelemetry say about sending; without one of them nothing is sent. */
import process from "node:process";

type Environment = NodeJS.ProcessEnv;

const named = (text: string | undefined): string => text?.trim().toLowerCase() ?? "";

/** A receiver is named, for this signal or for all, and neither the signal nor the whole is switched off. */
function sends(environment: Environment, exporter: string, endpoint: string): boolean {
  const { OTEL_SDK_DISABLED: disabled, OTEL_EXPORTER_OTLP_ENDPOINT: all } = environment;
  const exporterName = named(environment[exporter]);
  if (named(disabled) === "true" || (exporterName !== "" && exporterName !== "otlp")) return false;
  return Boolean(environment[endpoint] || all) || exporterName === "otlp";
}

/** Whether metrics go to a receiver of OTLP. */
export const sendsMetrics = (environment: Environment = process.env): boolean =>
  sends(environment, "OTEL_METRICS_EXPORTER", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT");

/** Whether traces go to one. */
export const sendsTraces = (environment: Environment = process.env): boolean =>
  sends(environment, "OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");

export type Signal = "metrics" | "traces";

/** The only protocol that is spoken. */
const PROTOCOL = "http/protobuf";

/** The protocol that the variables ask for, where it is another one. */
export function otherProtocol(
  signal: Signal,
  environment: Environment = process.env,
): string | undefined {
  const own = named(environment[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_PROTOCOL`]);
  const asked = own || named(environment.OTEL_EXPORTER_OTLP_PROTOCOL);
  return asked === "" || asked === PROTOCOL ? undefined : asked;
}

interface Bounds {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

/** The bounds keep a mistyped number from doing something all the time, or never. */
function numberOf(text: string | undefined, { usual, least, most }: Bounds): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) return usual;
  return Math.min(Math.max(value, least), most);
}

/** Milliseconds between two times that metrics are sent: `OTEL_METRIC_EXPORT_INTERVAL`, else a minute. */
export const exportInterval = (environment: Environment = process.env): number =>
  numberOf(environment.OTEL_METRIC_EXPORT_INTERVAL, {
    ...{ usual: 60_000, least: 1_000, most: 3_600_000 },
  });

/** Which traces are kept: `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`. */
export interface SamplerChoice {
  readonly root: "always_on" | "always_off" | "traceidratio";
  /** From 0 to 1. */
  readonly ratio: number;
  /** What a trusted proxy has decided counts. */
  readonly byParent: boolean;
}

const ROOTS = ["always_on", "always_off", "traceidratio"] as const;
const BY_PARENT = "parentbased_";

/** Every name that is unknown means `parentbased_always_on`, as the standard has it. */
export function traceSampler(environment: Environment = process.env): SamplerChoice {
  const name = named(environment.OTEL_TRACES_SAMPLER);
  const root = ROOTS.find((one) => name === one || name === `${BY_PARENT}${one}`);
  const share = Number(environment.OTEL_TRACES_SAMPLER_ARG || 1);
  return {
    root: root ?? "always_on",
    ratio: share >= 0 && share <= 1 ? share : 1,
    byParent: root === undefined || name.startsWith(BY_PARENT),
  };
}

/** How spans are gathered: `OTEL_BSP_*`. What is more than the queue holds is dropped, and no request waits for it. */
export function traceBatches(environment: Environment = process.env) {
  const queue = { usual: 2_048, least: 64, most: 65_536 };
  const maxQueueSize = numberOf(environment.OTEL_BSP_MAX_QUEUE_SIZE, queue);
  const batch = { usual: Math.min(512, maxQueueSize), least: 1, most: maxQueueSize };
  return {
    maxQueueSize,
    maxExportBatchSize: numberOf(environment.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, batch),
    scheduledDelayMillis: numberOf(environment.OTEL_BSP_SCHEDULE_DELAY, {
      ...{ usual: 5_000, least: 100, most: 60_000 },
    }),
  };
}
