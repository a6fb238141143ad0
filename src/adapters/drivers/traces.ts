/**
 * Traces of a program that is asked for them: OpenTelemetry's SDK samples, gathers and sends them where the standard
 * variables say (ADR 0105). Loaded only where traces are switched on.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { INVALID_SPAN_CONTEXT, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { TraceContext } from "../../runtime/traces.ts";
import type { Logger, TraceApi } from "../../runtime.ts";
import { type SamplerChoice, traceBatches, traceSampler } from "./otlp-environment.ts";
import { tellingExporter } from "./otlp-failures.ts";
import { packageVersion } from "./package-version.ts";
import { telemetryResource } from "./telemetry-resource.ts";

/** Characters of one attribute, and attributes of one span: nothing that is told needs more. */
const MAX_LENGTH = 256;
const MAX_ATTRIBUTES = 32;

export interface ProgramTraces {
  readonly api: TraceApi;
  /** What was not sent yet is sent. */
  close(): Promise<void>;
}

/** Of what has a parent. What begins a trace is chosen before the SDK hears of it: see `chance`. */
function samplerOf({ root, ratio, byParent }: SamplerChoice): Sampler {
  const begun = new AlwaysOnSampler();
  if (byParent) return new ParentBasedSampler({ root: begun });
  const own = root === "traceidratio" ? new TraceIdRatioBasedSampler(ratio) : begun;
  const remote = root === "always_off" ? new AlwaysOffSampler() : own;
  const decided = { remoteParentSampled: remote, remoteParentNotSampled: remote };
  return new ParentBasedSampler({ root: begun, ...decided });
}

const NOT_RECORDED = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** The share of new traces that are kept. To make an ID and ask the SDK for each of the others would cost as much as a small answer. */
const chance = ({ root, ratio }: SamplerChoice): number =>
  root === "always_on" ? 1 : root === "always_off" ? 0 : ratio;

/** Nothing is registered for the whole process: what else runs in it has a context of its own. @param share of new traces that are kept */
export function traceApi(provider: Pick<TracerProvider, "getTracer">, share = 1): TraceApi {
  const tracer = provider.getTracer("postern", packageVersion());
  const storage = new AsyncLocalStorage<TraceContext>();
  return {
    trace: {
      getTracer: () => ({
        startSpan: (name, options, context = ROOT_CONTEXT) =>
          context === ROOT_CONTEXT && Math.random() >= share
            ? NOT_RECORDED
            : tracer.startSpan(name, options, context),
      }),
      getSpan: (context) => trace.getSpan(context),
      setSpan: (context, span) => trace.setSpan(context, span as never),
      setSpanContext: (context, span) => trace.setSpanContext(context, span),
    },
    context: {
      active: () => storage.getStore() ?? ROOT_CONTEXT,
      with: (context, run) => storage.run(context, run),
    },
    ROOT_CONTEXT,
  };
}

/** @param worker its number */
export function openTraces(log: Logger, worker?: number): ProgramTraces {
  const exporter = tellingExporter("traces", log, () => new OTLPTraceExporter());
  const choice = traceSampler();
  const provider = new TracerProvider({
    resource: telemetryResource(worker),
    sampler: samplerOf(choice),
    spanLimits: { attributeValueLengthLimit: MAX_LENGTH, attributeCountLimit: MAX_ATTRIBUTES },
    spanProcessors: [new BatchSpanProcessor({ exporter, ...traceBatches() })],
  });
  return {
    api: traceApi(provider, chance(choice)),
    close: () => provider.shutdown(),
  };
}
