/**
 * Traces of a program that is asked for them: OpenTelemetry's SDK samples, gathers and sends them where the standard
 * variables say (ADR 0105). Loaded only where traces are switched on.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { ROOT_CONTEXT, trace } from "@opentelemetry/api";
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
import type { TraceApi } from "../../runtime.ts";
import { type SamplerChoice, traceBatches, traceSampler } from "./otlp-environment.ts";
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

function samplerOf({ root, ratio, byParent }: SamplerChoice): Sampler {
  const own =
    root === "always_on"
      ? new AlwaysOnSampler()
      : root === "always_off"
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return byParent ? new ParentBasedSampler({ root: own }) : own;
}

/** Nothing is registered for the whole process: what else runs in it has a context of its own. */
export function traceApi(provider: Pick<TracerProvider, "getTracer">): TraceApi {
  const storage = new AsyncLocalStorage<TraceContext>();
  return {
    trace: {
      getTracer: () => provider.getTracer("postern", packageVersion()),
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
export function openTraces(worker?: number): ProgramTraces {
  const exporter = new OTLPTraceExporter();
  const provider = new TracerProvider({
    resource: telemetryResource(worker),
    sampler: samplerOf(traceSampler()),
    spanLimits: { attributeValueLengthLimit: MAX_LENGTH, attributeCountLimit: MAX_ATTRIBUTES },
    spanProcessors: [new BatchSpanProcessor({ exporter, ...traceBatches() })],
  });
  return {
    api: traceApi(provider),
    close: () => provider.shutdown(),
  };
}
