/**
 * A log that an attacker, or a lost database, cannot flood: of one warning or error at most `PER_SECOND`
 * lines a second, and the same stack once a minute. What was left out is counted, and said.
 */
import { setTimeout } from "node:timers";
import type { LogFields, Logger } from "../../runtime.ts";
import { remember } from "../../std/bounded-map.ts";

type Level = "warn" | "error";

const PER_SECOND = 20;
const SECOND_MS = 1_000;
const STACK_PAUSE_MS = 60_000;
/** Messages and stacks that are kept in mind; messages are constants of the code, so there are few. */
const MAX_REMEMBERED = 500;

interface Window {
  until: number;
  lines: number;
  left: number;
}

/** The same error without its stack, and without those of its causes. */
function withoutStack(error: Error): Record<string, unknown> {
  const { name, message, cause } = error;
  const { code, status } = error as { code?: unknown; status?: unknown };
  return {
    name,
    message,
    ...(code !== undefined && { code }),
    ...(status !== undefined && { status }),
    ...(cause instanceof Error && { cause: withoutStack(cause) }),
    stack: "as before",
  };
}

/** @param now milliseconds of any clock that only goes forward */
export function limitLog(inner: Logger, now: () => number = () => performance.now()): Logger {
  const windows = new Map<string, Window>();
  const stacks = new Map<string, number>();

  function windowOf(level: Level, message: string): Window {
    const key = `${level} ${message}`;
    const known = windows.get(key);
    if (known && known.until > now()) return known;
    const fresh = { until: now() + SECOND_MS, lines: 0, left: 0 };
    remember(windows, key, fresh, MAX_REMEMBERED);
    return fresh;
  }

  /** Counts a line; false when it is one too many. */
  function admits(level: Level, message: string): boolean {
    const window = windowOf(level, message);
    if (window.lines < PER_SECOND) {
      window.lines += 1;
      return true;
    }
    if (window.left === 0) {
      const tell = () => inner[level](message, { lines_left_out: window.left });
      setTimeout(tell, Math.max(0, window.until - now())).unref();
    }
    window.left += 1;
    return false;
  }

  function shortened(fields: LogFields): LogFields {
    const { error } = fields;
    if (!(error instanceof Error) || error.stack === undefined) return fields;
    const last = stacks.get(error.stack);
    if (last !== undefined && now() - last < STACK_PAUSE_MS) {
      return { ...fields, error: withoutStack(error) };
    }
    remember(stacks, error.stack, now(), MAX_REMEMBERED);
    return fields;
  }

  const limited =
    (level: Level) =>
    (message: string, fields: LogFields = {}): void => {
      if (admits(level, message)) inner[level](message, shortened(fields));
    };
  return {
    // Lines of these levels are asked for, or caused by people with rights: none is left out.
    debug: (message, fields) => inner.debug(message, fields),
    info: (message, fields) => inner.info(message, fields),
    warn: limited("warn"),
    error: limited("error"),
  };
}
