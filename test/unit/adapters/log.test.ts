/** The structured log: shape, redaction, and that nothing makes it throw. */
import { expect, test } from "vitest";
import { createLogger, type LogOptions } from "../../../src/adapters/drivers/log.ts";
import { isSecretName } from "../../../src/adapters/drivers/log-fields.ts";

function capture(options: LogOptions = {}) {
  const lines: string[] = [];
  const log = createLogger({ ...options, write: (line) => void lines.push(line) });
  return { log, lines, json: () => lines.map((line) => JSON.parse(line)) };
}

test("a JSON record has time, level, message and fields, on one line", () => {
  const { log, lines, json } = capture();

  log.info("listening", { url: "http://127.0.0.1:8080" });

  expect(json()).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      level: "info",
      message: "listening",
      url: "http://127.0.0.1:8080",
    },
  ]);
  expect(lines[0]?.match(/\n/g)).toHaveLength(1);
});

test("records below the level are dropped, and fields cannot forge the envelope", () => {
  const { log, json } = capture({ level: "warn" });

  log.debug("no");
  log.info("no");
  log.warn("yes", { level: "debug", message: "forged", time: "never" });

  expect(json()).toMatchObject([{ level: "warn", message: "yes" }]);
});

test("secrets are blanked by name at any depth", () => {
  const { log, lines, json } = capture();

  log.info("x", {
    password: "hunter2",
    nested: [{ client_secret: "hunter2", deep: { Authorization: "Bearer hunter2" } }],
    headers: new Map([["cookie", "hunter2"]]),
    private_key: "hunter2",
    accessToken: "hunter2",
    key_id: "k1",
    token_type: "Bearer",
    password_set: true,
  });

  expect(lines.join()).not.toContain("hunter2");
  expect(json()[0]).toMatchObject({ key_id: "k1", token_type: "Bearer", password_set: true });
});

test.each(["password", "X-Api-Key", "refreshToken", "encryption.key", "key", "set-cookie", "dsn"])(
  "%s names a secret",
  (name) => expect(isSecretName(name)).toBe(true),
);
test.each(["key_id", "monkey", "keyboard", "token_type", "primary_key_name", "user"])(
  "%s names none",
  (name) => expect(isSecretName(name)).toBe(false),
);

test("an error tells name, message, stack and cause", () => {
  const { log, json } = capture();

  log.error("failed", { error: new Error("outer", { cause: new TypeError("inner") }) });

  expect(json()[0].error).toMatchObject({
    name: "Error",
    message: "outer",
    stack: expect.stringContaining("log.test.ts"),
    cause: { name: "TypeError", message: "inner" },
  });
});

test("the parameters of a failed statement stay out", () => {
  const { log, lines } = capture();
  const error = Object.assign(new Error("Failed query: insert\nparams: hunter2,\nx"), {
    params: ["hunter2"],
  });

  log.error("failed", { error });

  expect(lines.join()).not.toContain("hunter2");
  expect(lines.join()).toContain("Failed query: insert");
});

test("cycles, getters that throw, bigints, bytes and depth are survived", () => {
  const { log, json } = capture();
  const cycle: Record<string, unknown> = { name: "a" };
  cycle.self = cycle;
  let deep: unknown = "bottom";
  for (let level = 0; level < 50; level++) deep = { deep };
  const trap = Object.defineProperty({}, "x", {
    enumerable: true,
    get() {
      throw new Error("no");
    },
  });

  log.info("x", { cycle, deep, trap, n: 5n, bytes: new Uint8Array(3), f: () => {} });

  expect(json()[0]).toMatchObject({
    cycle: { name: "a", self: "[cycle]" },
    trap: { x: "[unreadable]" },
    n: "5",
    bytes: "[3 bytes]",
  });
});

test("pretty: one line per record, stack only at debug, no forged line", () => {
  const quiet = capture({ format: "pretty" });
  const loud = capture({ format: "pretty", level: "debug" });

  for (const { log } of [quiet, loud]) {
    log.warn("evil\nline {x}", { user: "ada", error: new Error("boom") });
  }

  expect(quiet.lines[0]).toMatch(/ WARNING evil\\nline \{x\} user=ada error="Error: boom"\n$/);
  expect(quiet.lines[0]?.trimEnd()).not.toContain("\n");
  expect(loud.lines[0]).toContain("log.test.ts");
});

test("two loggers with their own levels work side by side", () => {
  const one = capture({ level: "debug" });
  const two = capture({ level: "error" });

  one.log.debug("a");
  two.log.debug("a");

  expect([one.lines.length, two.lines.length]).toEqual([1, 0]);
});

test("a sink that fails does not fail the caller", () => {
  const log = createLogger({
    write() {
      throw new Error("disk full");
    },
  });
  expect(() => log.info("x")).not.toThrow();
});
