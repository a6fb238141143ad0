/** R-6, H-8 on every runtime: limits, no redirects, and certificates unverified only where said so. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RUNTIMES, runScript } from "./support.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name));

let unfinished = 0;
const answer: RequestListener = (request, response) => {
  unfinished += 1;
  response.on("close", () => {
    unfinished -= 1;
  });
  if (request.url === "/ok") response.end("ok");
  if (request.url === "/redirect") response.writeHead(302, { location: "/ok" }).end();
  if (request.url === "/gzip" || request.url === "/bomb") {
    const length = request.url === "/gzip" ? 2_000 : 20_000_000;
    response.setHeader("content-encoding", "gzip").end(gzipSync(Buffer.alloc(length, "x")));
  }
  if (request.url === "/drip") {
    const drip = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(drip));
  }
  if (request.url === "/endless") {
    const send = () => {
      for (;;) if (!response.write("x".repeat(1_000))) break;
    };
    response.on("drain", send);
    send();
  }
};

const servers: Server[] = [];
const urls: string[] = [];
beforeAll(async () => {
  const tls = { cert: fixture("server.pem"), key: fixture("server.key.pem") };
  for (const server of [createSecureServer(tls, answer), createServer(answer)]) {
    servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    urls.push(`${urls.length === 0 ? "https" : "http"}://127.0.0.1:${port}`);
  }
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

test.each(RUNTIMES)("%s", async (runtime) => {
  await using script = runScript(runtime, "http-client.ts", ...urls);
  await script.line(/^done/);
  const able = runtime !== "deno";
  expect(script.lines).toEqual([
    "verified: failed",
    `insecure: ${able ? "200 plain 2" : "refused here"}`,
    "verified again: failed",
    `insecure redirect: ${able ? "302 plain 0" : "refused here"}`,
    `insecure dripping: ${able ? "failed" : "refused here"}`,
    `insecure endless: ${able ? "failed" : "refused here"}`,
    "redirect: 302 plain 0",
    "dripping: failed",
    "endless: failed",
    "gzip: 200 plain 2000",
    "bomb: failed",
    "done",
  ]);
  expect(await script.exit, "nothing keeps the process").toBe(0);
  await expect.poll(() => unfinished).toBe(0);
});
