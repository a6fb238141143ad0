/** Limits before handlers run, one spelling per path, no prototype writes (N-1, N-2, N-3, N-6, N-8). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { basic, ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { closePlane, ROBOT, reopenPlane, TOKEN } from "../support/tokens.ts";

const KIB = 1024;
const FORM = "application/x-www-form-urlencoded";
const SETTING = "/auth/v1/settings/console";
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await service.createServiceAccount();
});
afterAll(() => service[Symbol.asyncDispose]());

/** A body without declared length, as chunked transfer brings it. */
const chunked = (text: string) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length; at += 8 * KIB) {
        controller.enqueue(bytes.subarray(at, at + 8 * KIB));
      }
      controller.close();
    },
  });

const form = (body: BodyInit, headers: Record<string, string> = {}) =>
  service.request("POST", TOKEN, {
    headers: { authorization: basic(ROBOT), "content-type": FORM, ...headers },
    body,
    duplex: "half",
  } as RequestInit);
const save = (body: BodyInit, headers: Record<string, string> = {}) =>
  service.request("PUT", SETTING, {
    headers: { "content-type": "application/json", ...headers },
    body,
    duplex: "half",
  } as RequestInit);

describe("N-1: 64 KiB for a form, 1 MiB for JSON, at the bound", () => {
  const formOf = (size: number) => "grant_type=client_credentials&x=".padEnd(size, "y");
  const jsonOf = (size: number) => {
    const frame = JSON.stringify({ value: { text: "" } });
    return frame.replace('""', `"${"y".repeat(size - frame.length)}"`);
  };

  test.each([
    ["with its length", (text: string) => text],
    ["chunked, without length", chunked],
  ])("a form %s", async (_, body) => {
    expect((await form(body(formOf(64 * KIB)))).status).toBe(200);
    const refused = await form(body(formOf(64 * KIB + 1)));
    expect(refused.status).toBe(413);
    expect(refused.body.error).toBe("invalid_request");
  });

  test.each([
    ["with its length", (text: string) => text],
    ["chunked, without length", chunked],
  ])("JSON %s", async (_, body) => {
    expect((await save(body(jsonOf(KIB * KIB)))).status).toBe(200);
    const refused = await save(body(jsonOf(KIB * KIB + 1)));
    expect(refused.status).toBe(413);
    expect(refused.body).toHaveProperty("message");
  });

  test("a length that is declared too small does not open the limit", async () => {
    expect((await form(formOf(64 * KIB + 1), { "content-length": "10" })).status).toBe(413);
  });

  test("a length that is declared too large is refused before reading", async () => {
    expect((await form("grant_type=x", { "content-length": "65537" })).status).toBe(413);
  });

  test("the guard comes first: an anonymous caller learns nothing of limits", async () => {
    await closePlane(service);
    expect((await save(jsonOf(KIB * KIB + 1))).status).toBe(401);
    await reopenPlane(service);
  });
});

test("N-1: JSON depth 64", async () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`;
  expect((await save(`{"value":${nested(63)}}`)).status).toBe(200);
  const refused = await save(`{"value":${nested(64)}}`);
  expect(refused.status).toBe(400);
  expect(refused.body.error).toBe("nested deeper than 64");
  expect((await save("[".repeat(500_000))).status).toBe(400);
  expect((await save(`{"value":${"[".repeat(200_000)}${"]".repeat(200_000)}}`)).status).toBe(400);
});

test("N-1: URL 8 KiB, headers 16 KiB", async () => {
  const path = (length: number) => "/auth/v1/info?x=".padEnd(length - ORIGIN.length, "y");
  expect((await service.request("GET", path(8_192))).status).toBe(200);
  expect((await service.request("GET", path(8_193))).status).toBe(414);
  const padded = (size: number) => ({ "x-padding": "y".repeat(size) });
  expect((await service.request("GET", "/auth/v1/info", { headers: padded(16_000) })).status).toBe(
    200,
  );
  expect((await service.request("GET", "/auth/v1/info", { headers: padded(16_384) })).status).toBe(
    431,
  );
});

test("N-2: compressed bodies are refused, identity is none", async () => {
  for (const encoding of ["gzip", "deflate", "br", "zstd", "gzip, identity"]) {
    const headers = { "content-encoding": encoding };
    expect((await form("grant_type=client_credentials", headers)).status, encoding).toBe(415);
    expect((await save('{"value":{}}', headers)).status, encoding).toBe(415);
  }
  const identity = { "content-encoding": "identity" };
  expect((await form("grant_type=client_credentials", identity)).status).toBe(200);
});

test.each([
  ["Node", Object.assign(new Error("aborted"), { code: "ECONNRESET" })],
  ["Bun", new DOMException("The connection was closed.", "AbortError")],
  ["Deno", Object.assign(new Error("unexpected EOF"), { name: "Http" })],
])(
  "R-4: a body that the caller breaks off, as %s tells it, is 400 and no alarm",
  async (_, fault) => {
    const broken = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode("grant_type=")),
        pull: (controller) => controller.error(fault),
      });
    const before = service.runtime.lines.length;
    const sent = await form(broken());
    expect([sent.status, sent.body.error]).toEqual([400, "invalid_request"]);
    expect((await save(broken())).status).toBe(400);
    const alarms = service.runtime.lines.slice(before).filter(({ level }) => level === "error");
    expect(alarms).toEqual([]);
  },
);

describe("N-3: encoded and repeated separators, dot segments and parameters reach no guarded handler", () => {
  test.each([
    "/auth//v1/settings",
    "//auth/v1/settings",
    "/auth/v1/settings/",
    "/auth/v1/settings//admin",
    "/auth%2fv1/settings",
    "/auth/v1%2Fsettings",
    "/auth/v1/users/x%2f..%2fsettings",
    "/auth/v1/settings;x=1",
    "/auth/v1;/settings",
    "/auth/v1/%73ettings",
    "/auth/%76%31/settings",
    "/%61uth/v1/settings",
    "/auth/v1/settings%00",
    "/auth/v1/settings%20",
    "/auth/v1/settings%0a",
    "/auth/v1/%5csettings",
    "/auth/v1/settings%2e",
    "/auth/v1/%2573ettings",
    "/auth/v1/%ff",
    "/auth/v1/%zz",
    "/AUTH/v1/settings",
    "/auth/V1/Settings",
  ])("GET %s is 400 or 404", async (path) => {
    const { status, text } = await service.request("GET", path);
    expect([400, 404]).toContain(status);
    expect(text).not.toContain("payload");
  });

  test("an encoded name that needs encoding is one spelling and works", async () => {
    const { status } = await service.json("GET", "/auth/v1/settings/no%20such");
    expect(status).toBe(404);
  });
});

describe("N-6: `__proto__`, `constructor`, `prototype` are data or refused, never prototype writes", () => {
  test.each(["__proto__", "constructor", "prototype"])("%s in a JSON body", async (key) => {
    const bodies = [
      `{"value":{"${key}":{"polluted":true}}}`,
      `{"${key}":{"value":{}},"value":{"a":{"${key}":{"polluted":true}}}}`,
      `{"value":[{"${key}":1}]}`,
    ];
    for (const body of bodies) {
      const { status, body: answer } = await save(body);
      expect(status).toBe(400);
      expect(answer.message).toBe("cannot decode setting");
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("in a query", async () => {
    const path = "/auth/v1/settings?__proto__[x]=1&constructor=2&namespace=co";
    expect((await service.json("GET", path)).status).toBe(200);
  });
});

test("N-10: a query of brackets takes linear time", async () => {
  const path = `/auth/v1/settings?${"[".repeat(7_900)}=1`;
  expect((await service.request("GET", path)).status).toBe(200);
});
