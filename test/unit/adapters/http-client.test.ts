/** R-6, H-8: requests to other services are bounded in time and size and never redirected. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { createHttpClient } from "../../../src/adapters/http-client.ts";
import { nodeInsecureFetch } from "../../../src/adapters/node/insecure-fetch.ts";

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../integration/adapters/fixtures", name));
const TLS = { cert: fixture("server.pem"), key: fixture("server.key.pem") };

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

interface Listening {
  readonly url: string;
  readonly sockets: ReadonlySet<Socket>;
  /** Answers that are neither whole nor given up. */
  readonly unfinished: ReadonlySet<ServerResponse>;
}

async function listen(secure: boolean, answer: RequestListener): Promise<Listening> {
  const server = secure ? createSecureServer(TLS, answer) : createServer(answer);
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const unfinished = new Set<ServerResponse>();
  server.prependListener("request", (_, response) => {
    unfinished.add(response);
    response.on("close", () => unfinished.delete(response));
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `${secure ? "https" : "http"}://127.0.0.1:${port}`, sockets, unfinished };
}

/** Resolves when the set is empty, and not much later than a client may take to hang up. */
async function empty(set: ReadonlySet<unknown>): Promise<boolean> {
  const end = Date.now() + 2_000;
  while (set.size > 0 && Date.now() < end) await new Promise((done) => setTimeout(done, 10));
  return set.size === 0;
}

const http = createHttpClient(nodeInsecureFetch);
const insecure = { insecure: true } as const;

describe.each([
  ["http", false],
  ["https to any server that answers", true],
])("%s", (_, secure) => {
  const options = secure ? insecure : {};

  test("method, headers and body arrive; status, headers and body come back", async () => {
    const target = await listen(secure, async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      response.writeHead(418, { "x-answer": "yes", "set-cookie": ["a=1", "b=2"] });
      const { method, headers, url } = request;
      response.end(
        JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }),
      );
    });
    const asked = new Request(`${target.url}/path?q=1`, {
      method: "POST",
      headers: { "content-type": "text/plain", "x-asked": "yes" },
      body: "grüße",
    });
    const answer = await http(asked, options);
    expect(answer.status).toBe(418);
    expect(answer.headers.get("x-answer")).toBe("yes");
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(answer.headers.get("transfer-encoding")).toBeNull();
    expect(await answer.json()).toMatchObject({
      method: "POST",
      url: "/path?q=1",
      headers: { "content-type": "text/plain", "x-asked": "yes" },
      body: "grüße",
    });
  });

  test("no cookie of an answer goes along with the next request", async () => {
    const seen: unknown[] = [];
    const target = await listen(secure, (request, response) => {
      seen.push(request.headers.cookie);
      response.setHeader("set-cookie", "sid=1; Path=/").end();
    });
    for (let round = 0; round < 2; round++) await http(new Request(target.url), options);
    expect(seen).toEqual([undefined, undefined]);
  });

  test.each([301, 302, 303, 307, 308])("a redirect (%d) is the answer", async (status) => {
    const paths: unknown[] = [];
    const target = await listen(secure, (request, response) => {
      paths.push(request.url);
      response.writeHead(status, { location: "/elsewhere" }).end();
    });
    const answer = await http(new Request(`${target.url}/here`), options);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("location")).toBe("/elsewhere");
    expect(paths).toEqual(["/here"]);
  });

  test("an answer without a body", async () => {
    const target = await listen(secure, (request, response) => {
      response.writeHead(Number(request.url?.slice(1))).end();
    });
    for (const status of [200, 204, 304]) {
      const answer = await http(new Request(`${target.url}/${status}`), options);
      expect(answer.status).toBe(status);
      expect(await answer.text()).toBe("");
    }
  });

  test("a body at the limit is read, one that is longer ends the connection", async () => {
    const target = await listen(secure, (request, response) => {
      const send = () => {
        for (;;) if (!response.write("x".repeat(1_000))) break;
      };
      if (request.url === "/exact") {
        response.end("x".repeat(5_000));
        return;
      }
      response.on("drain", send);
      send();
    });
    const exact = await http(new Request(`${target.url}/exact`), { ...options, maxBytes: 5_000 });
    expect(await exact.text()).toHaveLength(5_000);
    const endless = http(new Request(target.url), { ...options, maxBytes: 5_000 });
    await expect(endless).rejects.toThrow("longer than 5000 bytes");
    expect(await empty(target.unfinished)).toBe(true);
  });

  test("the time limit covers headers and the whole body, and ends the connection", async () => {
    const target = await listen(secure, (request, response) => {
      if (request.url === "/silent") return;
      response.writeHead(200, { "content-type": "text/plain" });
      response.write("first");
      const drip = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(drip));
    });
    for (const path of ["/silent", "/dripping"]) {
      const late = http(new Request(target.url + path), { ...options, timeout: 300 });
      await expect(late, path).rejects.toMatchObject({ name: "TimeoutError" });
      expect(await empty(target.unfinished), path).toBe(true);
    }
  });

  test("a caller that gives up ends the request", async () => {
    const target = await listen(secure, (_, response) => void response.write("first"));
    const control = new AbortController();
    const asked = http(new Request(target.url, { signal: control.signal }), options);
    setTimeout(() => control.abort(), 100);
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
    expect(await empty(target.unfinished)).toBe(true);
  });

  test("a connection that is cut is no answer", async () => {
    const target = await listen(secure, (request, response) => {
      if (request.url === "/at-once") return void request.socket.destroy();
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => request.socket.destroy());
    });
    await expect(http(new Request(`${target.url}/at-once`), options)).rejects.toThrow();
    await expect(http(new Request(`${target.url}/half`), options)).rejects.toThrow();
  });
});

describe("content codings", () => {
  test("a decoded body carries the headers of what it is now", async () => {
    const text = JSON.stringify({ keys: "k".repeat(5_000) });
    const target = await listen(false, (request, response) => {
      const [coding, body] =
        request.url === "/br"
          ? ["br", brotliCompressSync(text)]
          : ["gzip", request.url === "/plain" ? Buffer.from(text) : gzipSync(text)];
      response.setHeader("content-length", body.length);
      if (request.url !== "/plain") response.setHeader("content-encoding", coding);
      response.end(body);
    });
    for (const path of ["/gzip", "/br"]) {
      const answer = await http(new Request(target.url + path));
      expect(await answer.text(), path).toBe(text);
      expect(answer.headers.get("content-encoding"), path).toBeNull();
      expect(answer.headers.get("content-length"), path).toBeNull();
    }
    const plain = await http(new Request(`${target.url}/plain`));
    expect(plain.headers.get("content-length")).toBe(String(text.length));
  });

  test("the limit counts what comes out: a small answer that unpacks to much is refused", async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    expect(bomb.length).toBeLessThan(50_000);
    const target = await listen(false, (_, response) => {
      response.setHeader("content-encoding", "gzip").end(bomb);
    });
    await expect(http(new Request(target.url))).rejects.toThrow("longer than 1048576 bytes");
  });

  test("an unverified answer is asked for without coding, and refused with one", async () => {
    const asked: unknown[] = [];
    const target = await listen(true, (request, response) => {
      asked.push(request.headers["accept-encoding"]);
      response.setHeader("content-encoding", "gzip").end(gzipSync("x"));
    });
    await expect(http(new Request(target.url), insecure)).rejects.toThrow("encoded");
    expect(asked).toEqual(["identity"]);
    expect(await empty(target.unfinished)).toBe(true);
  });
});

describe("insecure", () => {
  test("a certificate that no authority vouches for is refused, but for requests that say so", async () => {
    let requests = 0;
    const target = await listen(true, (_, response) => {
      requests += 1;
      response.end("ok");
    });
    await expect(http(new Request(target.url))).rejects.toThrow();
    expect(requests).toBe(0);
    expect(await (await http(new Request(target.url), insecure)).text()).toBe("ok");
    await expect(http(new Request(target.url)), "still verified").rejects.toThrow();
    expect(requests).toBe(1);
    expect(await empty(target.sockets), "no connection is kept").toBe(true);
  });

  test("a host without the capability refuses and sends nothing", async () => {
    let requests = 0;
    const answer: RequestListener = (_, response) => {
      requests += 1;
      response.end("ok");
    };
    const [secure, plain] = [await listen(true, answer), await listen(false, answer)];
    const without = createHttpClient();
    await expect(without(new Request(secure.url), insecure)).rejects.toThrow("cannot be used");
    expect(requests).toBe(0);
    const unsecured = await without(new Request(plain.url), insecure);
    expect(unsecured.status, "no certificate, nothing to skip").toBe(200);
  });
});
