/** The structured log: one JSON line per record, or text for people, on standard output. */
import process from "node:process";
import { getTextFormatter, type LogLevel as TapeLevel, type TextFormatter } from "@logtape/logtape";
import type { LogFields, Logger } from "../../runtime.ts";
import { plainFields } from "./log-fields.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

export interface LogOptions {
  /** Records below this level are dropped; `info` when absent. */
  readonly level?: LogLevel;
  /** `json` when absent. */
  readonly format?: "json" | "pretty";
  /** Takes each finished line, newline included; standard output when absent. */
  readonly write?: (line: string) => void;
}

const RANK = { debug: 0, info: 1, warn: 2, error: 3 } as const;

/**
 * A logger of its own. LogTape's process-wide `configure` stays untouched, so that several loggers,
 * and an application around us that uses LogTape itself, do not disturb each other.
 */
export function createLogger(options: LogOptions = {}): Logger {
  const { level = "info", format = "json", write = writeToStdout } = options;
  const render = format === "json" ? renderJson : renderPretty(level === "debug");

  function log(at: LogLevel, message: string, fields: LogFields | undefined): void {
    if (RANK[at] < RANK[level]) return;
    try {
      write(render(at, message, plainFields(fields ?? {})));
    } catch {
      // A log that cannot be written must not fail the request it tells about.
    }
  }

  return {
    debug: (message, fields) => log("debug", message, fields),
    info: (message, fields) => log("info", message, fields),
    warn: (message, fields) => log("warn", message, fields),
    error: (message, fields) => log("error", message, fields),
  };
}

type Render = (level: LogLevel, message: string, fields: Record<string, unknown>) => string;

const renderJson: Render = (level, message, fields) => {
  const { time: _time, level: _level, message: _message, ...rest } = fields;
  return `${JSON.stringify({ time: new Date().toISOString(), level, message, ...rest })}\n`;
};

function renderPretty(stacks: boolean): Render {
  const format: TextFormatter = getTextFormatter({
    timestamp: "time",
    level: "FULL",
    category: () => "",
    lineEnding: "lf",
    format: ({ timestamp, level, message }) => `${timestamp} ${level.padEnd(7)} ${message}`,
  });
  return (level, message, fields) => {
    const line = format({
      category: [],
      level: TAPE[level],
      message: [oneLine(message)],
      rawMessage: message,
      timestamp: Date.now(),
      properties: {},
    });
    return line.replace(/\n$/, `${pairs(fields, stacks)}\n`);
  };
}

const TAPE = {
  debug: "debug",
  info: "info",
  warn: "warning",
  error: "error",
} as const satisfies Record<LogLevel, TapeLevel>;

function pairs(fields: Record<string, unknown>, stacks: boolean): string {
  let text = "";
  let trace = "";
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const told = isError(value) ? summary(value) : value;
    text += ` ${name}=${typeof told === "string" ? quote(told) : JSON.stringify(told)}`;
    if (stacks && isError(value) && value.stack)
      trace += `\n    ${value.stack.replaceAll("\n", "\n    ")}`;
  }
  return text + trace;
}

interface ErrorFields {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: unknown;
}

function isError(value: unknown): value is ErrorFields {
  return typeof value === "object" && value !== null && "name" in value && "message" in value;
}

function summary(error: ErrorFields): string {
  const cause = isError(error.cause) ? ` ← ${summary(error.cause)}` : "";
  return `${error.name}: ${error.message}${cause}`;
}

function quote(text: string): string {
  return /^[\w.:/@+-]+$/.test(text) ? text : JSON.stringify(text);
}

/** A forged line break must not look like a second record. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (char) => JSON.stringify(char).slice(1, -1));
}

function writeToStdout(line: string): void {
  process.stdout.write(line);
}
