/** The servers of Node, Bun and Deno behave the same. */

import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { patient } from "../../support/patience.ts";
import { RUNTIMES, runScript, type Script, until } from "./support.ts";

const pem = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const TLS = { cert_file: pem("server.pem"), key_file: pem("server.key.pem") };

async function start(runtime: (typeof RUNTIMES)[number], options: object = {}) {
  const script = runScript(runtime, "server.ts", JSON.stringify(options));
  const url = (await script.line(/^url/)).slice(4);
  return Object.assign(script as Script & { url: string }, { url });
}

/** Sends bytes and answers what comes back until the server closes or is silent for a while. */
async function raw(url: string, ...parts: string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
  });
  socket.on("error", () => {});
  socket.setTimeout(patient(1_500), () => socket.destroy());
  for (const part of parts) socket.write(part);
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe.each(RUNTIMES)("%s", (runtime) => {
  test("answers with the peer address, also mounted in another application", async () => {
    await using server = await start(runtime);

    for (const path of ["/who", "/mounted/who"]) {
      const response = await fetch(server.url + path, {
        headers: { "x-forwarded-for": "6.6.6.6" },
      });
      expect(await response.json()).toEqual({
        remoteAddress: "127.0.0.1",
        tls: false,
        certificate: 0,
        runtime,
      });
    }
  });

  test("bodies in and out, in pieces, on one connection", async () => {
    await using server = await start(runtime);
    const body = "x".repeat(1_500_000); // above our own limit, which the application answers

    const echo = await fetch(`${server.url}/echo`, { method: "POST", body });
    expect((await echo.text()).length).toBe(body.length);
    expect(await (await fetch(`${server.url}/stream`)).text()).toBe("part 3;part 2;part 1;");
    const request = "GET /who HTTP/1.1\r\nhost: a.test\r\n\r\n";
    const answers = await raw(server.url, request, request);
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });

  test("a busy port, an address of another machine", async () => {
    await using server = await start(runtime);
    const { port } = new URL(server.url);

    await using second = runScript(runtime, "server.ts", JSON.stringify({ port: Number(port) }));
    expect(await second.line(/^refused|^url/)).toContain(
      `refused StartError: port ${port} on 127.0.0.1 is already in use; choose another one`,
    );
    expect(await second.exit).toBe(0);
    await using stranger = runScript(runtime, "server.ts", JSON.stringify({ host: "192.0.2.1" }));
    expect(await stranger.line(/^refused|^url/)).toMatch(
      /^refused StartError: port 0 on 192.0.2.1 /,
    );
  });

  test("N-1: a long URL is 414, large headers are 431", async () => {
    await using server = await start(runtime);
    const get = (path: string, header = "x") =>
      raw(
        server.url,
        `GET ${path} HTTP/1.1\r\nhost: a\r\nx-a: ${header}\r\nconnection: close\r\n\r\n`,
      );

    expect(statusOf(await get(`/who?${"a".repeat(8_000)}`))).toBe(200);
    expect(statusOf(await get(`/who?${"a".repeat(8_300)}`))).toBe(414);
    expect([414, 431]).toContain(statusOf(await get(`/who?${"a".repeat(60_000)}`)));
    expect(statusOf(await get("/who", "b".repeat(15_000)))).toBe(200);
    expect(statusOf(await get("/who", "b".repeat(17_000)))).toBe(431);
    expect([400, 431]).toContain(statusOf(await get("/who", "b".repeat(200_000))));
  });

  test("N-8, R-14: malformed requests and failing handlers tell nothing and end nothing", async () => {
    await using server = await start(runtime);

    for (const bytes of [
      "nonsense\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "GET /who HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n",
      "POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST /echo HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
      "\x16\x03\x01\x00\x05hello",
    ]) {
      const answer = await raw(server.url, bytes);
      expect(answer).not.toMatch(/at .*\.(ts|js|mjs)|node_modules|stack/i);
      expect([undefined, "4", "5"]).toContain(/^HTTP\/1\.1 (\d)/.exec(answer)?.[1]);
    }
    const crash = await fetch(`${server.url}/crash`);
    expect(crash.status).toBe(500);
    expect(await crash.text()).not.toContain("secret detail");
    await server.line(/^log a request failed/);

    const aborted = new AbortController();
    const call = fetch(`${server.url}/slow`, { signal: aborted.signal }).catch(() => "aborted");
    await server.line(/^slow started/);
    aborted.abort();
    expect(await call).toBe("aborted");
    expect((await fetch(`${server.url}/who`)).status).toBe(200);
  });

  test("R-11: SIGTERM lets requests finish, closes idle connections, exits 0", async () => {
    await using server = await start(runtime);
    const idle = connect(Number(new URL(server.url).port), "127.0.0.1");
    const idleClosed = new Promise((resolve) => idle.once("close", resolve));
    idle.on("error", () => {}).write("GET /who HTTP/1.1\r\nhost: a\r\n\r\n");
    await new Promise((resolve) => idle.once("data", resolve));
    idle.resume();
    const kept = fetch(`${server.url}/who`); // leaves a keep-alive connection in the pool
    await (await kept).text();
    const slow = fetch(`${server.url}/slow`).then((response) => response.text());
    await server.line(/^slow started/);

    const begin = Date.now();
    server.child.kill("SIGTERM");
    await server.line(/^stopping/);
    await until(
      () =>
        fetch(`${server.url}/who`).then(
          () => false,
          () => true,
        ),
      3_000,
    );

    expect(await slow).toBe("finished");
    expect(await server.exit).toBe(0);
    expect(Date.now() - begin).toBeLessThan(patient(5_000));
    await idleClosed;
  });

  test("R-11: a request that never ends is cut after the grace", async () => {
    await using server = await start(runtime, { grace: 300 });
    const endless = fetch(`${server.url}/endless`).then((response) => response.text());
    endless.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 200));

    server.child.kill("SIGTERM");

    expect(await server.exit).toBe(0);
    await expect(endless).rejects.toThrow(); // at the latest with the process
  });

  test.each([
    ["missing", { ...TLS, cert_file: "/nowhere.pem" }, "server.tls.cert_file"],
    ["no certificate", { ...TLS, cert_file: pem("make.sh") }, "server.tls.cert_file"],
    ["no key", { ...TLS, key_file: pem("make.sh") }, "server.tls.key_file"],
    ["the key of another", { ...TLS, key_file: pem("client.key.pem") }, "server.tls.key_file"],
    ["no roots", { ...TLS, client_ca_files: [pem("make.sh")] }, "server.tls.client_ca_files"],
  ])("TLS files: %s", async (_, tls, key) => {
    await using server = runScript(runtime, "server.ts", JSON.stringify({ tls }));
    const line = await server.line(/^refused|^url/);
    expect(line).toMatch(/^refused StartError: /);
    expect(line).toContain(key);
  });
});

test.each(["bun", "deno"] as const)(
  "%s refuses client_ca_files instead of ignoring them",
  async (runtime) => {
    const tls = { ...TLS, client_ca_files: [pem("root.pem")] };
    await using server = runScript(runtime, "server.ts", JSON.stringify({ tls }));
    expect(await server.line(/^refused|^url/)).toContain(
      "server.tls.client_ca_files does not work on",
    );
  },
);
