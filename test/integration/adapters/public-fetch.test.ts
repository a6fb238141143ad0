/** G-6, R-6 on every runtime: requests to URLs that a stranger gave. */
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createAuthority, SERVER } from "../../support/certificates.ts";
import { answerNames } from "./name-server.ts";
import { RUNTIMES, runScript } from "./support.ts";

const file = (name: string) => join(import.meta.dirname, "fixtures", name);

/** How many requests a connection has brought, and which one it is. */
const connections = new WeakMap<object, { readonly number: number; requests: number }>();
let opened = 0;
let unfinished = 0;
const visited: string[] = [];
const answer: RequestListener = async (request, response) => {
  unfinished += 1;
  response.on("close", () => {
    unfinished -= 1;
  });
  visited.push(request.url ?? "");
  const connection = connections.get(request.socket) ?? { number: ++opened, requests: 0 };
  connections.set(request.socket, connection);
  connection.requests += 1;
  switch (request.url) {
    case "/connection":
      response.end(String(connection.number));
      return;
    case "/once":
      // What comes on a connection that was kept goes nowhere.
      if (connection.requests > 1) request.socket.destroy();
      else response.end("arrived");
      return;
    case "/echo": {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { servername } = request.socket as TLSSocket & { servername?: string };
      const { host, "x-asked": asked } = request.headers;
      const body = Buffer.concat(chunks).toString();
      const name = host?.replace(/:\d+$/, "");
      response.end([request.method, servername ?? "plain", name, asked, body].join(" "));
      return;
    }
    case "/redirect":
      response.writeHead(302, { location: "/visited" }).end();
      return;
    case "/5000":
      response.end("x".repeat(5_000));
      return;
    case "/gzip":
      response.setHeader("content-encoding", "gzip").end(gzipSync("x"));
      return;
    case "/cut":
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => request.socket.destroy());
      return;
    case "/drip": {
      const drip = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(drip));
      return;
    }
    case "/endless": {
      const send = () => {
        for (;;) if (!response.write("x".repeat(1_000))) break;
      };
      response.on("drain", send);
      send();
    }
  }
};

const authority = createAuthority();
const expired = authority.issue({
  ...{ subject: "/CN=localhost", extensions: SERVER, until: "20210101000000Z" },
});
const servers: Server[] = [];
const ports: string[] = [];
let names: Socket;
let proxied = 0;
const proxy = createTcpServer((socket) => {
  proxied += 1;
  socket.on("error", () => {}).destroy();
});

beforeAll(async () => {
  const cert = readFileSync(file("named-server.pem"));
  const key = readFileSync(file("named-server.key.pem"));
  for (const server of [
    createSecureServer({ cert, key }, answer),
    createServer(answer),
    createSecureServer(expired, answer),
  ]) {
    servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ports.push(String((server.address() as AddressInfo).port));
  }
  names = createSocket("udp4").on("message", answerNames);
  names.bind(0, "127.0.0.1");
  await once(names, "listening");
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  // What would lead a request elsewhere, or let any certificate count.
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  for (const name of ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY"]) {
    vi.stubEnv(name, url);
  }
  vi.stubEnv("NODE_USE_ENV_PROXY", "1");
  // Deno asks its maker for a newer version, by the proxy.
  vi.stubEnv("DENO_NO_UPDATE_CHECK", "1");
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
});
afterAll(() => {
  vi.unstubAllEnvs();
  names.close();
  proxy.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const UNTRUSTED = "its certificate is of an authority that is not trusted here";
/** Deno has one code for both. */
const EITHER = "its certificate has expired, or is of an authority that is not trusted here";
const GENERIC = "the URL leads to no public address that answers";

test.each(RUNTIMES)("G-6: on %s", async (runtime) => {
  await using script = runScript(
    runtime,
    "public-fetch.ts",
    ...ports,
    String(names.address().port),
    file("names.pem"),
    authority.certFile,
  );
  await script.line(/^done/);
  expect(script.lines).toEqual([
    "named: 200 GET docs.example.com docs.example.com  ",
    "posted: 200 POST docs.example.com docs.example.com yes grüße",
    `unknown authority: AuthError ${GENERIC}`,
    `unknown authority, the log: ${runtime === "deno" ? EITHER : UNTRUSTED}`,
    "certificate of another name, the log: its certificate is for another host name",
    `expired: AuthError ${GENERIC}`,
    `expired, the log: ${runtime === "deno" ? EITHER : "its certificate has expired"}`,
    "named again: 200 GET docs.example.com docs.example.com  ",
    `certificate of another name: AuthError ${GENERIC}`,
    "plain, exempt: 200 GET plain docs.example.com  ",
    "address, exempt: 200 GET plain 127.0.0.1  ",
    "redirect: 302 ",
    "at the limit: 200 5000 bytes",
    "endless: AuthError the answer is longer than 5000 bytes",
    `coded: AuthError ${GENERIC}`,
    "dripping: AuthError the URL answers too late",
    "silent: AuthError the URL answers too late",
    `cut: AuthError ${GENERIC}`,
    `leads inside: AuthError ${GENERIC}`,
    `leads inside, too: AuthError ${GENERIC}`,
    `leads inside in IPv6: AuthError ${GENERIC}`,
    `leads nowhere: AuthError ${GENERIC}`,
    "name server is silent: AuthError the URL answers too late",
    "internal address: 200 GET plain 127.0.0.1  ",
    "internal name: 200 GET plain localhost  ",
    "internal, any certificate: 200 5000 bytes",
    `internal, its certificate: AuthError ${GENERIC}`,
    "not listed: AuthError the host of the URL is not public",
    `leads inside, written: AuthError ${GENERIC}`,
    "kept for repeatable requests alone: true",
    "not for another: true",
    "posted on a new one: 200 arrived",
    "posted on one that had ended: 200 arrived",
    "kept, any certificate: 200 arrived",
    `kept, its certificate: AuthError ${GENERIC}`,
    `kept, certificate of another name: AuthError ${GENERIC}`,
    "resolved: 93.184.216.34 93.184.216.35 2606:2800:220:1::1",
    "done",
  ]);
  expect(await script.exit, "nothing keeps the process").toBe(0);
  expect(visited, "a redirect is not followed").not.toContain("/visited");
  expect(proxied, "no proxy is asked").toBe(0);
  await expect.poll(() => unfinished).toBe(0);
});
