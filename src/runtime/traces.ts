/**
 * Where time goes, for those whom an operator lets see it: spans of OpenTelemetry. The interfaces are the part of
 * `@opentelemetry/api` that is used, so that the package of an application fits as it is (ADR 0105).
 */

/** What a span tells; no secret, no person, and nothing that a stranger wrote. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** Which span of which trace, as `traceparent` names it. */
export interface SpanContext {
  traceId: string;
  spanId: string;
  traceFlags: number;
  isRemote?: boolean;
}

/** One step of a trace. */
export interface Span {
  spanContext(): SpanContext;
  isRecording(): boolean;
  setAttribute(name: string, value: string | number | boolean): unknown;
  updateName(name: string): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

/** Opaque: carries the span that is active. */
export interface TraceContext {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): TraceContext;
  deleteValue(key: symbol): TraceContext;
}

interface SpanOptions {
  kind?: number;
  root?: boolean;
  attributes?: SpanAttributes;
  links?: { context: SpanContext }[];
}

/** `@opentelemetry/api`, as far as the service needs it. */
export interface TraceApi {
  readonly trace: {
    getTracer(
      name: string,
      version?: string,
    ): { startSpan(name: string, options?: SpanOptions, context?: TraceContext): Span };
    getSpan(context: TraceContext): Span | undefined;
    setSpan(context: TraceContext, span: Span): TraceContext;
    setSpanContext(context: TraceContext, span: SpanContext): TraceContext;
  };
  readonly context: {
    active(): TraceContext;
    with<T>(context: TraceContext, run: () => T): T;
  };
  readonly ROOT_CONTEXT: TraceContext;
}

/** Kinds and the status of a span, as OpenTelemetry numbers them. */
const INTERNAL = 0;
const SERVER = 1;
export const CLIENT = 2;
const FAILED = 2;
const SAMPLED = 1;

const isPending = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === "function";

/** Which kind of failure, by a name that code gave and no caller. */
const typeOf = (error: unknown): string => {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return typeof code === "string" ? code : typeof name === "string" ? name : "error";
};

function failed(span: Span, error: unknown): void {
  span.setAttribute("error.type", typeOf(error));
  span.setStatus({ code: FAILED });
  span.end();
}

/** Ends the span with what the work comes to. */
function ending<T>(span: Span, work: () => T): T {
  let outcome: T;
  try {
    outcome = work();
  } catch (error) {
    failed(span, error);
    throw error;
  }
  if (!isPending(outcome)) {
    span.end();
    return outcome;
  }
  const ended = outcome.then(
    (value) => {
      span.end();
      return value;
    },
    (error: unknown) => {
      failed(span, error);
      throw error;
    },
  );
  return ended as T;
}

/** What `traceparent` of a request says, and whether the one who sent it is believed. */
export interface SentTrace {
  readonly context: SpanContext;
  /** A proxy of the operator: its trace goes on, and its word on sampling counts. */
  readonly trusted: boolean;
}

/** Spans of one process. */
export class Traces {
  readonly #api: TraceApi;
  readonly #tracer: ReturnType<TraceApi["trace"]["getTracer"]>;

  constructor(api: TraceApi, version?: string) {
    this.#api = api;
    this.#tracer = api.trace.getTracer("postern", version);
  }

  /** The span that work is in, while it goes on and is recorded. */
  active(): Span | undefined {
    const { trace, context } = this.#api;
    const span = trace.getSpan(context.active());
    return span?.isRecording() ? span : undefined;
  }

  /**
   * The span of a request. Of an application around us it is a part; else it begins a trace, or goes on with that of a
   * proxy. What a stranger sends begins nothing: it is a link, which decides nothing (ADR 0105).
   * @param sent read where a trace may begin
   * @param work undefined for a request that is not recorded
   */
  request<T>(
    method: string,
    sent: () => SentTrace | undefined,
    work: (span: Span | undefined) => T,
  ): T {
    const { trace, context, ROOT_CONTEXT } = this.#api;
    const around = this.active();
    const parent = around ? undefined : sent();
    const above = around
      ? context.active()
      : parent?.trusted
        ? trace.setSpanContext(ROOT_CONTEXT, parent.context)
        : ROOT_CONTEXT;
    const links = parent && !parent.trusted ? [{ context: parent.context }] : undefined;
    const kind = around ? INTERNAL : SERVER;
    const span = this.#tracer.startSpan(method, { kind, ...(links && { links }) }, above);
    if (!span.isRecording()) return work(undefined);
    span.setAttribute("http.request.method", method);
    return context.with(trace.setSpan(above, span), () => ending(span, () => work(span)));
  }

  /** Work behind the answers: a trace of its own. */
  job<T>(name: string, work: () => T): T {
    const { trace, context, ROOT_CONTEXT } = this.#api;
    const span = this.#tracer.startSpan(name, { kind: INTERNAL }, ROOT_CONTEXT);
    if (!span.isRecording()) return context.with(ROOT_CONTEXT, work);
    return context.with(trace.setSpan(ROOT_CONTEXT, span), () => ending(span, work));
  }

  /** A step of what is recorded; outside of it the work alone. */
  step<T>(
    name: string,
    attributes: SpanAttributes,
    work: (span: Span | undefined) => T,
    kind: number = INTERNAL,
  ): T {
    if (!this.active()) return work(undefined);
    const { trace, context } = this.#api;
    const above = context.active();
    const span = this.#tracer.startSpan(name, { kind, attributes }, above);
    return context.with(trace.setSpan(above, span), () => ending(span, () => work(span)));
  }

  /** For lines of the log; undefined outside of what is recorded. */
  ids(): { readonly trace_id: string; readonly span_id: string } | undefined {
    const span = this.active();
    if (!span) return undefined;
    const { traceId, spanId } = span.spanContext();
    return { trace_id: traceId, span_id: spanId };
  }
}

/** Work that may be behind the answers: a part of what is recorded now, else a trace of its own. */
export const tracedJob = <T>(traces: Traces | undefined, name: string, work: () => T): T =>
  !traces || traces.active() ? work() : traces.job(name, work);

/** By the template of its path, once that is known. @param route `/auth/v1/users/{id}` */
export function nameSpan(span: Span | undefined, name: string, route: string): void {
  span?.updateName(name);
  span?.setAttribute("http.route", route);
}

/** The answer of a request, on its span: 5xx is a failure of ours, 4xx one of the caller. */
export function noteStatus(span: Span, status: number): void {
  span.setAttribute("http.response.status_code", status);
  if (status < 500) return;
  span.setAttribute("error.type", String(status));
  span.setStatus({ code: FAILED });
}

const HEX_ZERO = /^0+$/;

/**
 * `traceparent` by the grammar of version 00 (W3C Trace Context §3.2); undefined for everything else, which is taken for no
 * header at all. Later versions are read as far as they are alike (§3.2.2).
 */
export function parseTraceparent(text: string | null): SpanContext | undefined {
  if (text === null || text.length < 55 || text.length > 200) return undefined;
  const [, version, traceId, spanId, flags, rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(text) ?? [];
  if (!version || !traceId || !spanId || !flags || version === "ff") return undefined;
  if (version === "00" && rest !== undefined) return undefined;
  if (HEX_ZERO.test(traceId) || HEX_ZERO.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
}

/** The same the other way. */
export const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & SAMPLED}`;
