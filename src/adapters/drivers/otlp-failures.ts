/** What goes wrong when metrics and traces are sent is told in the log: OpenTelemetry by itself is silent. */
import { DiagLogLevel, diag } from "@opentelemetry/api";
import type { Logger } from "../../runtime.ts";
import { otherProtocol, type Signal } from "./otlp-environment.ts";

/** As `ExportResult` of OpenTelemetry. */
interface Sent {
  /** 0: the receiver took it. */
  readonly code: number;
  readonly error?: Error;
}

/** The status of an answer or the code of a failed connection, and what it means; never the body of an answer. */
function reasonOf(error: (Error & { readonly code?: unknown }) | undefined): string {
  const parts = [error?.code, error?.message].filter((part) => part !== undefined && part !== "");
  return parts.join(" ") || "unknown";
}

const SIGN_IN = /\/\/[^/\s']*@/g;

/** What OpenTelemetry says of its variables, and of what a receiver took in part. The same is said once. */
function hearWarnings(log: Logger): void {
  let last = "";
  const silent = () => {};
  const warn = (...said: readonly unknown[]) => {
    const texts = said.filter((part) => typeof part === "string");
    const reason = texts.join(" ").replace(SIGN_IN, "//…@");
    if (reason !== last) log.warn("OpenTelemetry", { reason });
    last = reason;
  };
  // Its errors are the failures of below, again each time.
  diag.setLogger(
    { error: silent, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/** As `PushMetricExporter` and `SpanExporter` of OpenTelemetry. */
interface Exporter<Items, S extends Sent> {
  export(items: Items, done: (sent: S) => void): void;
}

/**
 * An exporter whose first failure is told, and the first success behind it.
 * @param make makes it; it reads its variables then, and what OpenTelemetry says of them is heard
 */
export function tellingExporter<Items, S extends Sent, E extends Exporter<Items, S>>(
  signal: Signal,
  log: Logger,
  make: () => E & Exporter<Items, S>,
): E {
  hearWarnings(log);
  const other = otherProtocol(signal);
  if (other) log.warn(`${signal} are sent as http/protobuf`, { asked: other });
  const exporter = make();
  const send = exporter.export.bind(exporter);
  let failing = false;
  exporter.export = (items, done) =>
    send(items, (sent) => {
      const failed = sent.code !== 0;
      if (failed && !failing) {
        log.warn(`${signal} cannot be sent`, { reason: reasonOf(sent.error) });
      }
      if (!failed && failing) log.info(`${signal} are sent again`);
      failing = failed;
      done(sent);
    });
  return exporter;
}
