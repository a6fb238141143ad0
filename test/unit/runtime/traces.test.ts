/** Spans: what begins one, whose trace it is, and what a forged `traceparent` does. */
import * as opentelemetry from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { describe, expect, test } from "vitest";
import { parseTraceparent, Traces, traceparentOf } from "../../../src/runtime/traces.ts";
import type { TraceApi } from "../../../src/runtime.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

describe("traceparent (W3C Trace Context §3.2)", () => {
  test("is read, and written again, with the flag for sampling alone", () => {
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-01`)).toMatchObject({
      ...{ traceId: TRACE, spanId: SPAN, traceFlags: 1, isRemote: true },
    });
    const sent = parseTraceparent(`00-${TRACE}-${SPAN}-ff`);
    expect(sent?.traceFlags).toBe(1);
    expect(sent && traceparentOf(sent)).toBe(`00-${TRACE}-${SPAN}-01`);
  });

  test("of a later version is read as far as it is alike", () => {
    expect(parseTraceparent(`cc-${TRACE}-${SPAN}-00-what-the-future-brings`)?.traceFlags).toBe(0);
    expect(parseTraceparent(`cc-${TRACE}-${SPAN}-00.what`)).toBeUndefined();
  });

  test.each([
    ["absent", null],
    ["empty", ""],
    ["version ff", `ff-${TRACE}-${SPAN}-01`],
    ["capitals", `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ["no trace", `00-${"0".repeat(32)}-${SPAN}-01`],
    ["no span", `00-${TRACE}-${"0".repeat(16)}-01`],
    ["too short", `00-${TRACE.slice(1)}-${SPAN}-01`],
    ["too long for version 00", `00-${TRACE}-${SPAN}-01-more`],
    ["two headers in one", `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
    ["a line break", `00-${TRACE}-${SPAN}-01\n`],
    ["other characters", `00-${TRACE.slice(1)}g-${SPAN}-01`],
    ["huge", `cc-${TRACE}-${SPAN}-01-${"a".repeat(100_000)}`],
  ])("%s: as if it were not there", (_name, text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});

/** A real SDK, with a context of its own. */
function tracing(sampled = true) {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
    ...(!sampled && { sampler: { shouldSample: () => ({ decision: 0 }) } }),
  });
  let active = opentelemetry.ROOT_CONTEXT;
  const api = {
    ...opentelemetry,
    trace: Object.assign(Object.create(opentelemetry.trace), {
      getTracer: () => provider.getTracer("postern"),
      getSpan: opentelemetry.trace.getSpan,
      setSpan: opentelemetry.trace.setSpan,
      setSpanContext: opentelemetry.trace.setSpanContext,
    }),
    context: {
      active: () => active,
      with<T>(context: typeof active, run: () => T): T {
        const before = active;
        active = context;
        try {
          return run();
        } finally {
          active = before;
        }
      },
    },
  };
  return {
    traces: new Traces(api as unknown as TraceApi),
    spans: () => exporter.getFinishedSpans(),
  };
}

const SENT = { traceId: TRACE, spanId: SPAN, traceFlags: 1, isRemote: true };

describe("a request", () => {
  test("the package of an application fits as it is", () => {
    const api: TraceApi = opentelemetry;
    expect(new Traces(api).active()).toBeUndefined();
  });

  test("of a trusted proxy goes on with its trace, and its word on sampling counts", () => {
    const { traces, spans } = tracing();
    traces.request(
      "GET",
      () => ({ context: SENT, trusted: true }),
      () => undefined,
    );
    traces.request(
      "GET",
      () => ({ context: { ...SENT, traceFlags: 0 }, trusted: true }),
      () => undefined,
    );
    const [span, ...more] = spans();
    expect(span?.spanContext().traceId).toBe(TRACE);
    expect(span?.parentSpanContext?.spanId).toBe(SPAN);
    expect(more).toEqual([]);
  });

  test("of a stranger begins a trace of its own, whatever the flags say: theirs is a link", () => {
    const { traces, spans } = tracing();
    const stranger = { context: { ...SENT, traceFlags: 0 }, trusted: false };
    traces.request(
      "GET",
      () => stranger,
      () => undefined,
    );
    const [span] = spans();
    expect(span?.spanContext().traceId).not.toBe(TRACE);
    expect(span?.parentSpanContext).toBeUndefined();
    expect(span?.links.map(({ context }) => context.traceId)).toEqual([TRACE]);
    const off = tracing(false);
    off.traces.request(
      "GET",
      () => ({ context: SENT, trusted: false }),
      () => undefined,
    );
    expect(off.spans()).toEqual([]);
  });

  test("steps are parts of it; without one, and after it, nothing is told", async () => {
    const { traces, spans } = tracing();
    expect(traces.step("alone", {}, () => 1)).toBe(1);
    expect(spans()).toEqual([]);
    let late: (() => unknown) | undefined;
    traces.request(
      "GET",
      () => undefined,
      () => {
        traces.step("inside", {}, () => undefined);
        late = () => traces.step("late", {}, () => undefined);
      },
    );
    late?.();
    expect(spans().map(({ name }) => name)).toEqual(["inside", "GET"]);
    const [inside, whole] = spans();
    expect(inside?.parentSpanContext?.spanId).toBe(whole?.spanContext().spanId);
  });

  test("a step that fails says the kind of failure, and never its words", async () => {
    const { traces, spans } = tracing();
    const failing = traces.request(
      "GET",
      () => undefined,
      () =>
        traces.step("inside", {}, async () => {
          throw Object.assign(new Error("secret words"), { code: "ECONNREFUSED" });
        }),
    );
    await expect(failing).rejects.toThrow("secret words");
    expect(spans().map(({ attributes }) => attributes["error.type"])).toEqual([
      "ECONNREFUSED",
      "ECONNREFUSED",
    ]);
    expect(
      JSON.stringify(spans().map(({ attributes, events, status }) => [attributes, events, status])),
    ).not.toContain("secret words");
  });
});
