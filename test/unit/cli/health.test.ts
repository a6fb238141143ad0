/** `postern health` against servers that answer, refuse, are silent, or are something else. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { main } from "../../../src/cli/main.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function health(port: number, env: Record<string, string> = {}) {
  const out: string[] = [];
  const code = await main(["health"], {
    env: { POSTERN_SERVER__PORT: String(port), ...env },
    cwd: "/",
    interactive: false,
    readFile: () => undefined,
    out: (text) => void out.push(text),
    err: (text) => void out.push(text),
    secret: async () => "",
  });
  return { code, out: out.join("\n") };
}

test.each(["ready", "degraded"])("%s: exit code 0", async (status) => {
  const asked: (string | undefined)[] = [];
  const port = await listen((request, response) => {
    asked.push(request.url);
    response.end(JSON.stringify({ status }));
  });
  // A wildcard is asked at the loopback address that it includes.
  expect(await health(port, { POSTERN_SERVER__HOST: "0.0.0.0" })).toEqual({ code: 0, out: status });
  expect(asked).toEqual(["/readyz"]);
});

test.each([
  ["not ready", 503, '{"status":"not_ready"}', "says not_ready"],
  ["a redirect of something else", 302, "", "says 302"],
  ["a page of something else", 200, "<html>", "says 200"],
  ["text for the terminal", 200, '{"status":"\\u001b[2J"}', "says 200"],
  ["an answer without an end", 200, "x".repeat(100_000), "not that of Postern"],
])("%s: exit code 1", async (_, status, text, said) => {
  const port = await listen((_request, response) => response.writeHead(status).end(text));
  const { code, out } = await health(port);
  expect([code, out.includes(said)]).toEqual([1, true]);
});

test("no server, a server that says nothing, and an unknown port", async () => {
  const port = await listen(() => undefined);
  expect(await health(port)).toEqual({
    code: 1,
    out: `postern: http://127.0.0.1:${port}/readyz does not answer: no answer within 3 s`,
  });
  servers[0]?.closeAllConnections();
  await new Promise((resolve) => servers[0]?.close(resolve));
  expect(await health(port)).toEqual({
    code: 1,
    out: `postern: http://127.0.0.1:${port}/readyz does not answer: ECONNREFUSED`,
  });
  expect((await health(0)).code).toBe(2);
});
