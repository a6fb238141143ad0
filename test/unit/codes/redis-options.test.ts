import { expect, test } from "vitest";
import { withoutCommand } from "../../../src/adapters/drivers/redis-error.ts";
import { parseRedisAddress } from "../../../src/adapters/drivers/redis-options.ts";

test.each([
  ["localhost:6380", "localhost", 6380],
  ["redis.internal", "redis.internal", 6379],
  ["10.0.0.7:7000", "10.0.0.7", 7000],
  ["[::1]:7000", "::1", 7000],
  ["[::1]", "::1", 6379],
  ["fe80::1", "fe80::1", 6379],
])("address %s", (text, host, port) => {
  expect(parseRedisAddress(text)).toEqual({ host, port });
});

test("an error keeps its message and code, never the command it belongs to", () => {
  const error = Object.assign(
    new Error("ERR unknown command 'GETDEL', with args beginning with: 'code_secret' "),
    { code: "X", command: { name: "getdel", args: ["code_secret"] } },
  );
  const told = withoutCommand(error);
  expect(told.message).toBe("redis: ERR unknown command 'GETDEL'");
  expect(JSON.stringify(told)).toBe('{"code":"X"}');
  expect(told.stack).not.toContain("secret");
});
