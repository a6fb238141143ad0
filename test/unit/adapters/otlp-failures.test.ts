/** What the log tells of metrics and traces that cannot be sent. */
import { diag } from "@opentelemetry/api";
import { afterEach, expect, test } from "vitest";
import { createLogger } from "../../../src/adapters/drivers/log.ts";
import { tellingExporter } from "../../../src/adapters/drivers/otlp-failures.ts";

afterEach(() => diag.disable());

function capture() {
  const lines: string[] = [];
  const log = createLogger({ write: (line) => void lines.push(line) });
  const told = () =>
    lines.map((line) => {
      const { time: _, ...rest } = JSON.parse(line);
      return rest;
    });
  return { log, told };
}

interface Outcome {
  readonly code: number;
  readonly error?: Error;
}

/** One whose outcomes are those that are handed to it. */
const echo = () => ({
  export(outcome: Outcome, done: (sent: Outcome) => void) {
    done(outcome);
  },
});

test("the first failure is told, and the first success behind it; every outcome goes on to the SDK", () => {
  const { log, told } = capture();
  const went: number[] = [];
  const exporter = tellingExporter("metrics", log, echo);
  const away = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:4318"), {
    code: "ECONNREFUSED",
  });
  const outcomes = [{ code: 0 }, { code: 1, error: away }, { code: 1, error: away }, { code: 0 }];
  for (const outcome of [...outcomes, { code: 0 }, { code: 1 }]) {
    exporter.export(outcome, ({ code }) => went.push(code));
  }
  expect(went).toEqual([0, 1, 1, 0, 0, 1]);
  expect(told()).toEqual([
    {
      level: "warn",
      message: "metrics cannot be sent",
      reason: "ECONNREFUSED connect ECONNREFUSED 127.0.0.1:4318",
    },
    { level: "info", message: "metrics are sent again" },
    { level: "warn", message: "metrics cannot be sent", reason: "unknown" },
  ]);
});

test("the body of an answer is not repeated", () => {
  const { log, told } = capture();
  const refused = Object.assign(new Error("Unauthorized"), { code: 401, data: "in the body" });
  tellingExporter("traces", log, echo).export({ code: 1, error: refused }, () => {});
  expect(told()).toEqual([
    { level: "warn", message: "traces cannot be sent", reason: "401 Unauthorized" },
  ]);
});

test("what OpenTelemetry warns of is told once, without the sign-in of an address", () => {
  const { log, told } = capture();
  tellingExporter("traces", log, echo);
  const said = "Could not parse environment-provided export URL: 'http//me:secret@collector:x'";
  for (let time = 0; time < 3; time++) diag.warn(said);
  diag.error("each failure again");
  diag.info("retrying");
  diag.warn("Received Partial Success response:", '{"rejectedSpans":3}', { left: "out" });
  expect(told().map(({ message, reason }) => [message, reason])).toEqual([
    ["OpenTelemetry", "Could not parse environment-provided export URL: 'http//…@collector:x'"],
    ["OpenTelemetry", 'Received Partial Success response: {"rejectedSpans":3}'],
  ]);
});
