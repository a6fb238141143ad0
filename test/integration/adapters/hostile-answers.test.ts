/** R-6, G-6: every way in which a request to another server can fail, on every runtime: it settles, and the process lives. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createSecureServer, TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CuttingProxy, startCuttingProxy } from "../../support/cutting-proxy.ts";
import { freePort } from "../../support/ports.ts";
import { RUNTIMES, runScript } from "./support.ts";

const file = (name: string) => join(import.meta.dirname, "fixtures", name);
const FULL = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";

/** TLS can only be dropped: its sockets have no reset of their own. */
const reset = (socket: Socket) =>
  socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy();

/** What a server writes when it was asked for the path. */
const ANSWERS: Readonly<Record<string, (socket: Socket) => void>> = {
  whole: (socket) => socket.end(FULL),
  silent: () => undefined,
  reset,
  "ends at once": (socket) => socket.end(),
  garbage: (socket) => socket.end(Buffer.from("\x00\xff\x16\x03 nothing\r\n\r\n", "latin1")),
  "header garbage": (socket) => socket.end("HTTP/1.1 200 OK\r\n\x01b\x00d: \x7f\r\n: x\r\n\r\n{}"),
  "two lengths": (socket) =>
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 9\r\n\r\n{}"),
  "huge headers": (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(2_000_000)}\r\n\r\n`),
  "headers without end": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const timer = setInterval(() => socket.write("x: y\r\n"), 5);
    socket.on("close", () => clearInterval(timer));
  },
  "more interim answers than it takes": (socket) => {
    const timer = setInterval(() => socket.write("HTTP/1.1 100 Continue\r\n\r\n"), 5);
    socket.on("close", () => clearInterval(timer));
  },
  "another protocol": (socket) =>
    socket.end("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nx"),
  "another protocol, open": (socket) =>
    socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nx"),
  "status 999": (socket) => socket.end("HTTP/1.1 999 No\r\ncontent-length: 0\r\n\r\n"),
  "status 000": (socket) => socket.end("HTTP/1.1 000 No\r\ncontent-length: 0\r\n\r\n"),
  "gzip unasked": (socket) => {
    const body = gzipSync("{}");
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.end(body);
  },
  "gzip that is none": (socket) =>
    socket.end("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}"),
  "gzip that breaks off": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 100\r\n\r\nx");
    setTimeout(() => reset(socket), 20);
  },
  "no body breaks off": (socket) => {
    socket.write("HTTP/1.1 304 Not Modified\r\ncontent-length: 100\r\n\r\nhalf");
    setTimeout(() => reset(socket), 20);
  },
  "chunk of no size": (socket) =>
    socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"),
  "huge chunk": (socket) =>
    socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}"),
  "more than it said": (socket) => socket.end(`${FULL}${FULL}`),
};

/** Kinds whose outcome is an answer; every other one is refused. */
const ANSWERED: Readonly<Record<string, RegExp>> = {
  whole: /^200 \{\}$/,
  "whole (any certificate)": /^(200 \{\}|fails)$/, // only Node has this way
  "gzip unasked (unguarded)": /^200 \{\}$/, // every `fetch` undoes it
  "more than it said": /^(200 \{\}|AuthError|fails)$/,
  // No body belongs to it, so the answer is whole before it breaks off.
  "no body breaks off": /^(304 |AuthError|fails)$/,
  // Runtimes judge these headers differently; each of them gives an answer or a failure.
  "header garbage": /^(200 .*|AuthError|fails)$/s,
  "two lengths": /^(200 .*|AuthError|fails)$/s,
};

const servers: Server[] = [];
const proxies: CuttingProxy[] = [];
const sockets = new Set<Socket>();

async function listening(server: Server): Promise<number> {
  servers.push(server);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Reads the request line and answers as its path says. */
function answer(socket: Socket): void {
  socket.on("error", () => undefined);
  socket.once("data", (chunk) => {
    const [, path = ""] = /^\w+ \/(\S*) /.exec(chunk.toString("latin1")) ?? [];
    ANSWERS[decodeURIComponent(path)]?.(socket);
  });
}

const tlsAlert = (socket: Socket) => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40]));
const first = (write: (socket: Socket) => void) => (socket: Socket) =>
  void socket.once("data", () => write(socket));

let plan: { name: string; url: string; [more: string]: unknown }[];
beforeAll(async () => {
  const pair = (name: string) => ({
    cert: readFileSync(file(`${name}.pem`)),
    key: readFileSync(file(`${name}.key.pem`)),
  });
  const plain = await listening(createServer(answer));
  const secure = await listening(createSecureServer(pair("named-server"), answer));
  const wrong = await listening(createSecureServer(pair("server"), answer));
  const old = await listening(
    createSecureServer({ ...pair("named-server"), requestCert: true, rejectUnauthorized: true }),
  );
  const raw = {
    "TLS alert": tlsAlert,
    "no TLS": (socket: Socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"),
    "TLS that is silent": () => undefined,
    "TLS that ends": (socket: Socket) => socket.end(),
    "TLS that is reset": (socket: Socket) => socket.resetAndDestroy(),
  };
  const at = (scheme: string, port: number, path = "whole") =>
    `${scheme}://docs.example.com:${port}/${encodeURIComponent(path)}`;
  const closed = await freePort(20_000, 2_000);
  const ways = [
    { way: "http", scheme: "http", port: plain, unguarded: false },
    { way: "https", scheme: "https", port: secure, unguarded: false },
    { way: "unguarded", scheme: "http", port: plain, unguarded: true },
    { way: "any certificate", scheme: "https", port: secure, unguarded: true },
  ] as const;
  const urlOf = (scheme: string, port: number, path: string, unguarded: boolean) =>
    unguarded
      ? at(scheme, port, path).replace("docs.example.com", "127.0.0.1")
      : at(scheme, port, path);
  plan = ways.flatMap(({ way, scheme, port, unguarded }) =>
    Object.keys(ANSWERS).map((kind) => ({
      name: `${kind} (${way})`,
      url: urlOf(scheme, port, kind, unguarded),
      unguarded,
    })),
  );
  plan.push({ name: "wrong certificate", url: at("https", wrong) });
  plan.push({ name: "asks for a certificate", url: at("https", old) });
  for (const [name, write] of Object.entries(raw)) {
    const url = at("https", await listening(createServer(first(write))));
    plan.push({ name, url, times: 2 });
    plan.push({
      name: `${name}, unguarded`,
      url: url.replace("docs.example.com", "127.0.0.1"),
      unguarded: true,
    });
  }
  for (const how of ["reset", "end"] as const) {
    const each = Array.from({ length: FULL.length }, (_, byte) => byte);
    const proxy = await startCuttingProxy(plain, each, how);
    proxies.push(proxy);
    plan.push({ name: `${how} after each byte`, url: at("http", proxy.port), times: each.length });
    // A handshake, and the records of the answer.
    const some = Array.from({ length: 60 }, (_, index) => index * 37);
    const covered = await startCuttingProxy(secure, some, how);
    proxies.push(covered);
    plan.push({ name: `${how} in TLS`, url: at("https", covered.port), times: some.length });
  }
  for (const scheme of ["http", "https"]) {
    plan.push({ name: `refused (${scheme})`, url: at(scheme, closed), times: 3 });
    for (const [name, addresses] of Object.entries({
      "no route": ["255.255.255.255"],
      "no route, twice": ["255.255.255.255", "255.255.255.255"],
      "no route in IPv6": ["::ffff:255.255.255.255"],
      "hundreds of addresses": Array.from({ length: 300 }, () => "255.255.255.255"),
      "no address": [],
      "no address at all": ["nonsense"],
    })) {
      plan.push({ name: `${name} (${scheme})`, url: at(scheme, plain), addresses, times: 3 });
    }
  }
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  for (const proxy of proxies) await proxy[Symbol.asyncDispose]();
});

test.each(RUNTIMES)(
  "a hostile server ends no process and keeps no promise: %s",
  async (runtime) => {
    await using script = runScript(
      runtime,
      "hostile-answers.ts",
      JSON.stringify(plan),
      file("names.pem"),
    );
    const ended = await script.exit;
    expect(script.lines.at(-1), `ended with ${ended}`).toBe("done");
    expect(script.lines.at(-2)).toBe("loose: none");
    const told = new Map(script.lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    for (const { name } of plan) {
      const kind = name.replace(/ \((http|https|unguarded|any certificate)\)$/, "");
      const expected = ANSWERED[name] ?? ANSWERED[kind] ?? /^(AuthError|fails)$/;
      expect(told.get(name), name).toMatch(expected);
    }
  },
);
