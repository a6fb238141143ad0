/** Warnings and errors are bounded; what was left out is told. */
import { beforeEach, expect, test } from "vitest";
import { limitLog } from "../../../src/adapters/drivers/log-limits.ts";
import type { LogFields, Logger } from "../../../src/runtime.ts";
import { patient } from "../../support/patience.ts";

interface Line {
  readonly level: string;
  readonly message: string;
  readonly fields: LogFields;
}

let lines: Line[] = [];
let at = 0;
const take =
  (level: string) =>
  (message: string, fields: LogFields = {}) =>
    void lines.push({ level, message, fields });
const inner: Logger = {
  debug: take("debug"),
  info: take("info"),
  warn: take("warn"),
  error: take("error"),
};
let log: Logger;
beforeEach(() => {
  lines = [];
  at = 0;
  log = limitLog(inner, () => at);
});

test("of one message 20 lines a second are written, then how many were left out", async () => {
  at = 950;
  log.warn("first of the second");
  for (let n = 0; n < 50; n++) log.warn("request refused", { n });
  expect(lines.filter(({ message }) => message === "request refused")).toHaveLength(20);
  log.warn("another message");
  expect(lines.at(-1)?.message).toBe("another message");
  at = 1_960;
  log.warn("request refused", { n: "next second" });
  expect(lines.at(-1)?.fields).toEqual({ n: "next second" });
  await expect
    .poll(() => lines.find(({ fields }) => "lines_left_out" in fields)?.fields, {
      timeout: patient(5_000),
    })
    .toEqual({ lines_left_out: 30 });
});

test("sign-ins and writes are never left out", () => {
  for (let n = 0; n < 200; n++) log.info("signed in", { n });
  for (let n = 0; n < 200; n++) log.debug("request", { n });
  expect(lines).toHaveLength(400);
});

test("a stack is written once a minute, the error each time", () => {
  const error = new Error("connection refused", { cause: new TypeError("no route") });
  log.error("request failed", { error, path: "/a" });
  log.error("request failed", { error, path: "/b" });
  expect(lines[0]?.fields.error).toBe(error);
  expect(lines[1]?.fields).toEqual({
    path: "/b",
    error: {
      name: "Error",
      message: "connection refused",
      cause: { name: "TypeError", message: "no route", stack: "as before" },
      stack: "as before",
    },
  });
  at = 60_001;
  log.error("request failed", { error });
  expect(lines[2]?.fields.error).toBe(error);
});
