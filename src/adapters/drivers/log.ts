/** The structured log: one JSON line per record, or text for people, on standard output. */
import process from "node:process";
import type { LogFields, Logger } from "../../runtime.ts";
import { plainFields } from "./log-fields.ts";
import { limitLog } from "./log-limits.ts";

type LogLevel = "debug" | "info" | "warn" | "error";

export interface LogOptions {
  /** Records below this level are dropped; `info` when absent. */
  readonly level?: LogLevel;
  /** `json` when absent. */
  readonly format?: "json" | "pretty";
  /** At the end of every record, such as the number of the worker. */
  readonly fields?: LogFields;
  /** Asked at each record, such as the trace that it belongs to. */
  readonly also?: () => LogFields | undefined;
  /** Takes each finished line, newline included; standard output when absent. */
  readonly write?: (line: string) => void;
}

const RANK = { debug: 0, info: 1, warn: 2, error: 3 } as const;

/** A logger of its own: several of them in one process do not disturb each other. */
export function createLogger(options: LogOptions = {}): Logger {
  const { level = "info", format = "json", fields: own, also, write = writeToStdout } = options;
  const render = format === "json" ? renderJson : renderPretty(level === "debug");

  function log(at: LogLevel, message: string, fields: LogFields | undefined): void {
    if (RANK[at] < RANK[level]) return;
    try {
      write(render(at, message, plainFields({ ...fields, ...also?.(), ...own })));
    } catch {
      // A log that cannot be written must not fail the request it tells about.
    }
  }

  return limitLog({
    debug: (message, fields) => log("debug", message, fields),
    info: (message, fields) => log("info", message, fields),
    warn: (message, fields) => log("warn", message, fields),
    error: (message, fields) => log("error", message, fields),
  });
}

type Render = (level: LogLevel, message: string, fields: Record<string, unknown>) => string;

const renderJson: Render = (level, message, fields) => {
  const { time: _time, level: _level, message: _message, ...rest } = fields;
  return `${JSON.stringify({ time: new Date().toISOString(), level, message, ...rest })}\n`;
};

/** The time of day is that of UTC, as in JSON. */
const renderPretty =
  (stacks: boolean): Render =>
  (level, message, fields) => {
    const time = new Date().toISOString().slice(11, -1);
    return `${time} ${SHOWN[level]} ${oneLine(message)}${pairs(fields, stacks)}\n`;
  };

const SHOWN = { debug: "DEBUG  ", info: "INFO   ", warn: "WARNING", error: "ERROR  " } as const;

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
