/** The request that the server of Node hands on is a `Request` in every member, and no way of sending one gets past that (N-1, N-3, N-8). */
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { serve } from "../../../src/adapters/node/serve.ts";
import type { Handler, RunningServer } from "../../../src/adapters/serving.ts";
import type { Reply } from "../../../src/web/reply.ts";
import { recordingLog } from "./support.ts";

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.stop(300);
  server = undefined;
});

const reply = (value: unknown, status = 200): Reply => ({
  status,
  headers: { "Content-Type": "application/json" },
  text: JSON.stringify(value),
});

async function start(handler: Handler) {
  server = await serve(handler, { host: "127.0.0.1", port: 0, log: recordingLog() });
  return server;
}

/** All that the server writes until it closes the connection. */
function talk(port: number, ...parts: readonly string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answer += text;
  });
  socket.on("error", () => {});
  for (const part of parts) socket.write(part, "latin1");
  return new Promise((resolve) => socket.once("close", () => resolve(answer)));
}

const statusesOf = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

const lines = (...all: readonly string[]) => `${all.join("\r\n")}\r\n\r\n`;
const CLOSE = "connection: close";

/** What the handler finds out about one request. */
async function seen(look: (request: Request) => unknown, ...request: readonly string[]) {
  let found: unknown;
  const { port } = await start(async (asked) => {
    found = await look(asked);
    return reply("seen");
  });
  const answer = await talk(port, ...request);
  await server?.stop(300);
  return { found, statuses: statusesOf(answer) };
}

const post = (body: string, ...more: readonly string[]) =>
  lines("POST /x HTTP/1.1", "host: a.test", `content-length: ${body.length}`, CLOSE, ...more) +
  body;

describe("headers", () => {
  const HEAD = ["GET / HTTP/1.1", "Host: a.test", CLOSE];

  test("by any spelling of their name, trimmed; what is not there is null", async () => {
    const { found } = await seen(
      ({ headers }) => [
        headers.get("x-one"),
        headers.get("X-ONE"),
        headers.has("x-oNe"),
        headers.get("x-two"),
        headers.has("x-two"),
      ],
      lines(...HEAD, "X-One: \t first \t"),
    );
    expect(found).toEqual(["first", "first", true, null, false]);
  });

  test("one that comes several times is all of its values, never the first alone", async () => {
    const names = ["authorization", "dpop", "content-type", "x-user", "cookie", "x-forwarded-for"];
    const { found } = await seen(
      ({ headers }) => names.map((name) => headers.get(name)),
      lines(...HEAD, ...names.flatMap((name) => [`${name}: one`, `${name.toUpperCase()}: two`])),
    );
    expect(found).toEqual(["one, two", "one, two", "one, two", "one, two", "one; two", "one, two"]);
  });

  test("all members of Headers, in the order and spelling of the standard", async () => {
    const { found } = await seen(
      ({ headers }) => {
        const given = [...headers];
        const visited: string[] = [];
        headers.forEach((value, name, all) => {
          visited.push(`${name}=${value} ${all === headers}`);
        });
        const copy = Object.fromEntries(new Headers(headers));
        headers.set("x-b", "2");
        headers.append("x-b", "3");
        headers.delete("x-a");
        return {
          isHeaders: headers instanceof Headers,
          given,
          visited,
          copy,
          keys: [...headers.keys()],
          values: [...headers.values()],
          entries: [...headers.entries()],
          edited: [headers.get("X-B"), headers.get("x-a"), headers.has("x-a")],
          cookies: headers.getSetCookie(),
        };
      },
      lines(...HEAD, "X-Z: z", "X-A: a"),
    );
    const all = { connection: "close", host: "a.test", "x-a": "a", "x-z": "z" };
    const edited = { connection: "close", host: "a.test", "x-b": "2, 3", "x-z": "z" };
    expect(found).toEqual({
      isHeaders: true,
      given: Object.entries(all),
      visited: Object.entries(all).map(([name, value]) => `${name}=${value} true`),
      copy: all,
      keys: Object.keys(edited),
      values: Object.values(edited),
      entries: Object.entries(edited),
      edited: ["2, 3", null, false],
      cookies: [],
    });
  });
});

describe("the URL is spelled as a URL parser does it", () => {
  test.each([
    ["/", "a.test"],
    ["/a/b?c=d&e=%20", "a.test:8443"],
    ["/a/../b/./c", "a.test"],
    ["/a/%2e%2e/b", "a.test"],
    ["/..", "a.test"],
    ["/a?b=/../c", "a.test"],
    ["//elsewhere.test/x", "a.test"],
    ["/a'b\"<>?q='\"<>", "a.test"],
    ["/a", "A.TEST:80"],
    ["/a", "a.test."],
    ["/a", "127.0.0.1:8080"],
    ["/a", "[::1]:8080"],
    ["/a#b", "a.test"],
  ])("%s at %s", async (target, host) => {
    const request = lines(`GET ${target} HTTP/1.1`, `host: ${host}`, CLOSE);
    const { found } = await seen(({ url }) => url, request);
    expect(found).toBe(new URL(`http://${host}${target}`).href);
  });

  test("the form for proxies is taken as it is", async () => {
    const request = lines("GET http://B.test/x HTTP/1.1", "host: a.test", CLOSE);
    expect((await seen(({ url }) => url, request)).found).toBe("http://b.test/x");
  });

  test.each([
    "*",
    "/a\\..\\b",
    "http:/\\b.test/",
    "ftp://a.test/",
    "a.test:80",
    "http://",
    "/\u00e4",
  ])("%s is no target", async (target) => {
    const request = lines(`OPTIONS ${target} HTTP/1.1`, "host: a.test", CLOSE);
    expect(await seen(({ url }) => url, request)).toEqual({ found: undefined, statuses: [400] });
  });
});

describe("the body", () => {
  const JSON_BODY = '{"a":"ü"}';
  const bytes = Buffer.from(JSON_BODY).toString("latin1");
  const chunked = lines("POST /x HTTP/1.1", "host: a.test", "transfer-encoding: chunked", CLOSE);

  const readers: Readonly<Record<string, (request: Request) => unknown>> = {
    text: (request) => request.text(),
    json: async (request) => JSON.stringify(await request.json()),
    arrayBuffer: async (request) => Buffer.from(await request.arrayBuffer()).toString(),
    bytes: async (request) => Buffer.from(await request.bytes()).toString(),
    blob: async (request) => (await request.blob()).text(),
    body: async ({ body }) => new Response(body).text(),
    clone: (request) => request.clone().text(),
    "whole request": (request) => new Request(request.url, request).text(),
  };

  test.each(Object.entries(readers))("by %s, with its length and in chunks", async (_, read) => {
    const whole = await seen(read, post(bytes, "content-type: application/json"));
    expect(whole).toEqual({ found: JSON_BODY, statuses: [200] });
    const parts = [`3\r\n${bytes.slice(0, 3)}\r\n`, `7\r\n${bytes.slice(3)}\r\n`, "0\r\n\r\n"];
    expect(await seen(read, chunked, ...parts)).toEqual(whole);
  });

  test("a form", async () => {
    const type = "content-type: application/x-www-form-urlencoded";
    const read = async (request: Request) => [...(await request.formData())];
    expect((await seen(read, post("a=b&c=d", type))).found).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  test("it can be read once", async () => {
    const { found } = await seen(async (request) => {
      const before = request.bodyUsed;
      await request.text();
      const again = await request.text().catch((error: Error) => error.name);
      const cloned = await Promise.resolve()
        .then(() => request.clone())
        .catch((error: Error) => error.name);
      return [before, request.bodyUsed, again, cloned];
    }, post("a"));
    expect(found).toEqual([false, true, "TypeError", "TypeError"]);
  });

  test("GET and HEAD have none, whatever is sent with them", async () => {
    for (const method of ["GET", "HEAD"]) {
      const head = [`${method} / HTTP/1.1`, "host: a.test", "content-length: 3", CLOSE];
      const { found } = await seen(
        async (request) => [request.body, await request.text()],
        `${lines(...head)}abc`,
      );
      expect(found).toEqual([null, ""]);
    }
  });

  test("without a length there is none, and it is empty", async () => {
    const request = lines("POST / HTTP/1.1", "host: a.test", CLOSE);
    expect((await seen(({ body }) => body, request)).found).toBeNull();
    expect((await seen((asked) => asked.text(), request)).found).toBe("");
  });

  test("who expects 100 is told to go on", async () => {
    const read = (request: Request) => request.text();
    const { found, statuses } = await seen(read, post("abc", "expect: 100-continue"));
    expect([found, statuses]).toEqual(["abc", [100, 200]]);
  });

  test.each(["arrayBuffer", "body"])(
    "a client that breaks off is an error of %s that is no TypeError, and aborts the signal",
    async (reader) => {
      const outcome = Promise.withResolvers<unknown[]>();
      const { port } = await start(async (request) => {
        const { signal } = request;
        const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
        const error = await Promise.resolve(readers[reader]?.(request)).catch((cause) => cause);
        await aborted;
        outcome.resolve([error instanceof Error, error instanceof TypeError, signal.aborted]);
        return reply("late");
      });
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(
        lines("POST /x HTTP/1.1", "host: a.test", "content-length: 10", "expect: 100-continue"),
      );
      socket.write("half");
      socket.once("data", () => socket.destroy());
      expect(await outcome.promise).toEqual([true, false, true]);
    },
  );

  test("the signal of a request that was answered is never aborted", async () => {
    let signal: AbortSignal | undefined;
    const { statuses } = await seen((request) => {
      ({ signal } = request);
      return signal.aborted;
    }, post("a"));
    expect([statuses, signal?.aborted]).toEqual([[200], false]);
  });
});

describe("what is sent behind a request stays what it is", () => {
  const smuggled = lines("GET /smuggled HTTP/1.1", "host: a.test");

  test("a body that no handler reads is no next request", async () => {
    const paths: string[] = [];
    const { port } = await start(({ url }) => {
      paths.push(new URL(url).pathname);
      return reply("done");
    });
    const body = smuggled.repeat(50);
    const first = lines("POST /first HTTP/1.1", "host: a.test", `content-length: ${body.length}`);
    const second = lines("GET /second HTTP/1.1", "host: a.test", CLOSE);
    const answer = await talk(port, first + body + second);
    expect([paths, statusesOf(answer)]).toEqual([
      ["/first", "/second"],
      [200, 200],
    ]);
  });

  test("nor is what is left of one whose stream was given up", async () => {
    const paths: string[] = [];
    const { port } = await start(async ({ url, body }) => {
      paths.push(new URL(url).pathname);
      const reader = body?.getReader();
      await reader?.read();
      await reader?.cancel();
      return reply("done", 413);
    });
    const body = smuggled.repeat(5_000);
    const first = lines("POST /first HTTP/1.1", "host: a.test", `content-length: ${body.length}`);
    const second = lines("GET /second HTTP/1.1", "host: a.test", CLOSE);
    const answer = await talk(port, first, body, second);
    expect([paths, statusesOf(answer)]).toEqual([
      ["/first", "/second"],
      [413, 413],
    ]);
  });

  test.each([
    ["two lengths", ["content-length: 1", "content-length: 2"]],
    ["a length and chunks", ["content-length: 1", "transfer-encoding: chunked"]],
    ["chunks that are not last", ["transfer-encoding: chunked, identity"]],
    ["a length that is no number", ["content-length: 1x"]],
    ["two hosts", ["host: b.test", "content-length: 0"]],
    ["a name with a blank", ["content-length : 0"]],
    ["a folded line", ["x-a: b", " c: d"]],
  ])("%s: refused, and nothing behind it is read", async (_, more) => {
    const paths: string[] = [];
    const { port } = await start(({ url }) => {
      paths.push(url);
      return reply("done");
    });
    const answer = await talk(
      port,
      lines("POST /first HTTP/1.1", "host: a.test", CLOSE, ...more) + smuggled,
    );
    expect([paths, [...new Set(statusesOf(answer))]]).toEqual([[], [400]]);
  });

  test("a client that goes on sending after its answer loses the connection", async () => {
    const { port } = await start(() => reply("done"));
    const socket = connect(port, "127.0.0.1");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => {}).resume();
    socket.write(lines("POST / HTTP/1.1", "host: a.test", "transfer-encoding: chunked"));
    const sending = setInterval(() => socket.write("1\r\nx\r\n"), 20);
    await closed;
    clearInterval(sending);
  });
});

describe("the answer", () => {
  const get = lines("GET / HTTP/1.1", "host: a.test", CLOSE);
  const headless = (answer: string) => answer.slice(answer.indexOf("\r\n\r\n") + 4);

  test("has its length in bytes", async () => {
    const { port } = await start(() => ({ status: 200, headers: {}, text: "ü" }));
    const answer = await talk(port, get);
    expect(answer).toMatch(/^content-length: 2\r$/im);
    expect(headless(answer)).toBe(Buffer.from("ü").toString("latin1"));
  });

  test("of 204 and 304 has neither body nor length (RFC 9110 §8.6)", async () => {
    for (const status of [204, 304]) {
      const { port } = await start(() => ({ status, headers: {}, text: "" }));
      const answer = await talk(port, get);
      expect(statusesOf(answer)).toEqual([status]);
      expect(answer).not.toMatch(/^content-length|^transfer-encoding/im);
      await server?.stop(300);
    }
  });

  test("to HTTP/1.0 ends the connection, unless the client keeps it", async () => {
    const { port } = await start(() => reply("done"));
    const old = lines("GET / HTTP/1.0", "host: a.test");
    expect(statusesOf(await talk(port, old))).toEqual([200]);
    const kept = lines("GET / HTTP/1.0", "host: a.test", "connection: keep-alive");
    expect(statusesOf(await talk(port, kept + old))).toEqual([200, 200]);
    expect(statusesOf(await talk(port, lines("GET / HTTP/1.0")))).toEqual([400]);
  });

  test("can hold no second one: a line break in a header is an error of ours", async () => {
    for (const value of ["a\r\nset-cookie: b", "a\nb", "a\0b"]) {
      const { port } = await start(() => ({ ...reply("done"), headers: { "x-a": value } }));
      const answer = await talk(port, get);
      expect(statusesOf(answer)).toEqual([500]);
      expect(answer).not.toMatch(/set-cookie|x-a/i);
      await server?.stop(300);
    }
  });

  test.each([
    ["thrown", () => Promise.reject(new Error("secret detail"))],
    [
      "thrown at once",
      () => {
        throw new Error("secret detail");
      },
    ],
  ] satisfies [string, Handler][])("%s is 500 and tells nothing", async (_, handler) => {
    const { port } = await start(handler);
    const answer = await talk(port, get);
    expect(statusesOf(answer)).toEqual([500]);
    expect(answer).not.toContain("secret");
  });

  test("a Response is written whole: several cookies, a stream, bytes, no body", async () => {
    const headers = new Headers([
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
    ]);
    const { port } = await start(() => new Response("text", { headers }));
    const answer = await talk(port, get);
    expect(answer.match(/set-cookie: \w=\d/gi)).toHaveLength(2);
    expect(headless(answer)).toBe("text");
  });
});
