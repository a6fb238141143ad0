/** Redis away, hanging or cut off in the middle; quick refusals and nothing accepted twice. */
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRedisConnector } from "../../../src/adapters/drivers/redis.ts";
import type { CodeStore } from "../../../src/codes/code-store.ts";
import { RedisCodes } from "../../../src/codes/redis.ts";
import type { RedisClient } from "../../../src/runtime.ts";
import {
  eventually,
  redisMissing,
  redisOptions,
  startRedis,
  type TestRedis,
  withRedis,
} from "../../support/redis.ts";
import { capturingLogger, type LogLine } from "../../support/runtime.ts";
import { CODE, id, MINUTE } from "./store-contract.ts";

const lines: LogLine[] = [];
const log = capturingLogger(lines);

/** The code of the refusal. */
const refusal = (step: Promise<unknown>): Promise<string> =>
  step.then(
    () => "answered",
    (error: { code: string }) => error.code,
  );

/** `refused` without waiting: before a timer, a socket or another thread could have said anything. */
const atOnce = (client: RedisClient): Promise<string> =>
  Promise.race([
    client.command("get", "anything").then(
      () => "answered",
      () => "refused",
    ),
    new Promise<string>((resolve) => setImmediate(resolve, "waits")),
  ]);

const answers = (codes: CodeStore) =>
  eventually(async () => (await refusal(codes.get("authorize", id()))) === "answered");

describe.skipIf(redisMissing)(withRedis("Redis away"), () => {
  let server: TestRedis;
  let client: RedisClient;
  let codes: RedisCodes;
  beforeAll(async () => {
    server = await startRedis();
    client = createRedisConnector(log)(redisOptions([server.address]));
    codes = new RedisCodes(client, "", log);
  });
  afterAll(async () => {
    await client.close();
    await server.stop();
  });

  test("down: refused at once; back: answered again without a restart", async () => {
    await codes.put("oauth_code", "before", CODE, MINUTE);
    lines.length = 0;
    await server.kill();
    await eventually(
      async () => (await refusal(codes.get("oauth_code", "before"))) === "unavailable",
    );
    await eventually(async () => (await atOnce(client)) === "refused");
    for (let attempt = 0; attempt < 20; attempt++) {
      expect(await refusal(codes.put("oauth_code", `down-${attempt}`, CODE, MINUTE))).toBe(
        "unavailable",
      );
      expect(await atOnce(client)).toBe("refused");
    }
    await eventually(async () => lines.some(({ message }) => message === "redis is not reachable"));
    await server.restart();
    await answers(codes);
    expect(await server.cli("keys", "*"), "nothing was queued").toBe("");
    const told = lines.map(({ message }) => message);
    expect(told.filter((message) => message === "redis is not reachable")).toHaveLength(1);
    expect(told.at(-1)).toBe("redis answers again");
  });

  test("hanging: refused within the command timeout, then at once; back: answered", async () => {
    await codes.put("oauth_code", "held", CODE, MINUTE);
    server.pause();
    // The server says nothing until it is told to go on, which is below.
    expect(await refusal(codes.take("oauth_code", "held"))).toBe("unavailable");
    await eventually(async () => (await atOnce(client)) === "refused");
    server.resume();
    await answers(codes);
    // It may or may not have been taken; a client that was refused has nothing, and no one gets it twice.
    const takes = await Promise.all(
      Array.from({ length: 5 }, () => codes.take("oauth_code", "held")),
    );
    expect(takes.filter((taken) => taken !== undefined).length).toBeLessThanOrEqual(1);
  });
});

/** Lets everything through and can swallow the answers of the server, as a dying network does. */
function startProxy(target: number): Promise<{ port: number; server: Server; cut: () => void }> {
  let swallowing = false;
  const sockets = new Set<Socket>();
  const server = createServer(async (near) => {
    const { connect } = await import("node:net");
    const far = connect(target, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on("data", (chunk) => far.write(chunk));
    far.on("data", (chunk) => {
      if (!swallowing) {
        near.write(chunk);
        return;
      }
      swallowing = false;
      near.destroy();
    });
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      const cut = () => {
        swallowing = true;
      };
      resolve({ port, server, cut });
    });
  });
}

describe.skipIf(redisMissing)(withRedis("an answer that was lost"), () => {
  test("is a refusal; the command is not sent again on the next connection", async () => {
    const server = await startRedis();
    const proxy = await startProxy(server.port);
    const client = createRedisConnector(log)(redisOptions([`127.0.0.1:${proxy.port}`]));
    const codes = new RedisCodes(client, "", log);
    await codes.put("oauth_code", "lost", CODE, MINUTE);
    proxy.cut();
    expect(await refusal(codes.take("oauth_code", "lost"))).toBe("unavailable");
    await answers(codes);

    const calls = await server.cli("info", "commandstats");
    expect(calls, "sent once").toMatch(/cmdstat_getdel:calls=1,/);
    expect(await codes.take("oauth_code", "lost"), "consumed by the first").toBeUndefined();
    await client.close();
    proxy.server.close();
    await server.stop();
  });
});
