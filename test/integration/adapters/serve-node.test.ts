/** N-2 on Node: who sends too slowly is told so and dropped. */

import { connect } from "node:net";
import { expect, test } from "vitest";
import { serve } from "../../../src/adapters/node/serve.ts";
import { patient } from "../../support/patience.ts";
import { recordingLog } from "./support.ts";

const start = () =>
  serve(() => new Response("ok"), { host: "127.0.0.1", port: 0, log: recordingLog() });

async function answerTo(port: number, bytes: string): Promise<{ answer: string; took: number }> {
  const begin = Date.now();
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
  });
  socket.on("error", () => {});
  socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return { answer, took: Date.now() - begin };
}

test("N-2: headers that do not end are 408 after about 10 s", async () => {
  const server = await start();

  const { answer, took } = await answerTo(server.port, "GET / HTTP/1.1\r\nhost: a\r\nx-slow: ");
  await server.stop();

  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(took).toBeGreaterThan(8_000);
  expect(took).toBeLessThan(patient(16_000));
});

test("R-11: stop may be called twice, and port 0 gives a real port", async () => {
  const server = await start();
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  expect(server.port).toBeGreaterThan(0);

  await Promise.all([server.stop(), server.stop()]);

  await expect(fetch(server.url)).rejects.toThrow();
});

test("R-11: a connection that never sent anything does not hold the stop", async () => {
  const server = await start();
  const socket = connect(server.port, "127.0.0.1");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => {}).resume();
  // An answer on another connection says that this one was accepted before.
  await (await fetch(server.url, { headers: { connection: "close" } })).text();

  const begin = Date.now();
  await server.stop(60_000);

  await closed;
  expect(Date.now() - begin).toBeLessThan(patient(5_000));
});

test("R-11: the first request of a connection that was just accepted is answered", async () => {
  const server = await start();
  const socket = connect(server.port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
  });
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await new Promise((resolve) => socket.once("connect", resolve));
  // An answer on another connection says that this one was accepted before.
  expect(await (await fetch(server.url, { headers: { connection: "close" } })).text()).toBe("ok");

  const stopped = server.stop();
  socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  await Promise.all([stopped, closed]);

  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("R-11: a client that never lets go does not hold the stop beyond the grace", async () => {
  const server = await start();
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nhalf");
  await new Promise((resolve) => setTimeout(resolve, 100));

  const begin = Date.now();
  await server.stop(300);

  expect(Date.now() - begin).toBeLessThan(patient(2_000));
  socket.destroy();
});
