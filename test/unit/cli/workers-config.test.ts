/** `server.workers`: one by default, and refused where processes would not share what they must. */
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../../src/cli/config.ts";

const SHARED = {
  POSTERN_DATABASE__DSN: "postgres://postern@db.example.com/postern",
  POSTERN_ENCRYPTION__KEY: "a key of the operator",
};

const load = (env: Record<string, string>, argv: string[] = []) =>
  loadConfig({ argv, env, cwd: "/", readFile: () => undefined }).config.server.workers;
const inFile = (workers: string) =>
  loadConfig({
    argv: ["--config", "postern.yaml"],
    env: SHARED,
    cwd: "/",
    readFile: () => `server: { workers: ${workers} }`,
  }).config.server.workers;

test("one unless it is said", () => {
  expect(load({})).toBe(1);
});

test("a number or auto, by flag, variable and file", () => {
  expect(load(SHARED, ["--workers", "2"])).toBe(2);
  expect(load({ ...SHARED, POSTERN_SERVER__WORKERS: "3" })).toBe(3);
  expect(load({ ...SHARED, POSTERN_SERVER__WORKERS: "Auto" })).toBe("auto");
  expect(inFile("4")).toBe(4);
  expect(inFile("auto")).toBe("auto");
});

test.each(["0", "-1", "65", "1.5", "many", "0x2"])("%s is refused", (workers) => {
  expect(() => load(SHARED, [`--workers=${workers}`])).toThrow(
    "server.workers: must be auto or from 1 to 64 (flag --workers)",
  );
});

describe("more than one, and auto, are refused", () => {
  test.each(["2", "auto"])("%s with the embedded database", (workers) => {
    expect(() => load({}, ["--workers", workers])).toThrow(
      /server\.workers: needs auth\.database\.dsn: the embedded database is for one process/,
    );
  });

  test("with codes in memory", () => {
    const env = { ...SHARED, POSTERN_CACHE__CODE_STORE__ACTIVE: "memory" };
    expect(load(env)).toBe(1);
    expect(() => load(env, ["--workers", "2"])).toThrow(
      /server\.workers: needs a code store that processes share/,
    );
  });

  test("with sessions in memory, unless there is no session", () => {
    const env = { ...SHARED, POSTERN_SESSION__STORE__ACTIVE: "memory" };
    expect(() => load(env, ["--workers", "2"])).toThrow(
      /server\.workers: needs a session store that processes share/,
    );
    expect(load({ ...env, POSTERN_SESSION__ENABLED: "false" }, ["--workers", "2"])).toBe(2);
  });
});
