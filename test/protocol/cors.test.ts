/** CORS on exactly the open endpoints; OPTIONS and unsupported methods (N-3, N-9, O16). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { ROBOT, TOKEN } from "../support/tokens.ts";

const ALLOW_ORIGIN = "access-control-allow-origin";
const BROWSER = { origin: "https://spa.example.net" };
/** The public machine endpoints that browsers of SPA and MCP clients call (O16). */
const OPEN =
  /^\/auth\/oauth2\/(token|certs|userinfo|revoke|introspect|register|device_authorization|par)(\/|$)|\/\.well-known\//;
const PREFLIGHT = { ...BROWSER, "access-control-request-method": "POST" };
let service: TestAuth;

let paths: Map<string, string[]>;

beforeAll(async () => {
  service = await testAuth();
  await service.createServiceAccount();
  const { body } = await service.request("GET", "/auth/swagger/swagger.json");
  const described = Object.entries<object>(body.paths);
  paths = new Map(
    described.map(([path, operations]) => [
      path.replace(/\{[^}]+\}/g, "x"),
      Object.keys(operations).map((method) => method.toUpperCase()),
    ]),
  );
});
afterAll(() => service[Symbol.asyncDispose]());

const corsHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith("access-control-"));
const open = () => [...paths].filter(([path]) => OPEN.test(path));
const closed = () => [...paths].filter(([path]) => !OPEN.test(path));

test("O16: `*` without credentials on the machine endpoints, also on their errors", async () => {
  expect(open().length).toBeGreaterThanOrEqual(7);
  for (const [path, methods] of open()) {
    for (const method of methods) {
      const { headers } = await service.request(method, path, { headers: BROWSER });
      expect(headers.get(ALLOW_ORIGIN), path).toBe("*");
      expect(headers.has("access-control-allow-credentials"), path).toBe(false);
    }
  }
  const { status, headers } = await service.form(TOKEN, { grant_type: "x" }, ROBOT);
  expect(status).toBe(400);
  expect(headers.get(ALLOW_ORIGIN)).toBe("*");
});

test("a preflight of an open endpoint allows its methods and the headers that clients send", async () => {
  for (const [path, methods] of open()) {
    const { status, text, headers } = await service.request("OPTIONS", path, {
      headers: PREFLIGHT,
    });
    expect(status, path).toBe(204);
    expect(text).toBe("");
    expect(headers.get(ALLOW_ORIGIN)).toBe("*");
    expect(headers.get("access-control-allow-methods")?.split(", ").sort()).toEqual(methods.sort());
    // `traceparent`, `X-Requested-With` and what else clients send; no cookie comes along.
    expect(headers.get("access-control-allow-headers")).toBe("*, Authorization");
  }
});

test("O16: none anywhere else", async () => {
  expect(closed().length).toBeGreaterThan(50);
  for (const [path] of [...closed(), ["/auth/unknown"] as const]) {
    for (const method of ["GET", "OPTIONS"]) {
      const { headers } = await service.request(method, path, { headers: PREFLIGHT });
      expect(corsHeaders(headers), `${method} ${path}`).toEqual([]);
    }
  }
});

test("B-2: a write from a foreign page's origin is refused, from the own origin it is not", async () => {
  const write = (origin: string) =>
    service.request("POST", "/auth/v1/sync", { headers: { origin } });
  for (const origin of ["https://evil.test", "null", "http://id.example.com"]) {
    expect((await write(origin)).status, origin).toBe(403);
  }
  expect((await write("https://id.example.com")).status).toBe(200);
});

test("N-3: OPTIONS runs no handler and names the methods", async () => {
  const { status, headers } = await service.request("OPTIONS", "/auth/v1/settings/admin");
  expect(status).toBe(204);
  expect(headers.get("allow")).toBe("GET, HEAD, PUT, DELETE, OPTIONS");
});

test("auth-wire 1.2: a registered path with an unsupported method is 405 with `Allow`", async () => {
  const machine = await service.request("GET", TOKEN);
  expect(machine.status).toBe(405);
  expect(machine.headers.get("allow")).toBe("POST, OPTIONS");
  expect(machine.body).toEqual({
    error: "invalid_request",
    error_description: "method not allowed",
  });
  for (const method of ["PUT", "PROPFIND", "DELETE"]) {
    const { status, headers, body } = await service.request(method, "/auth/v1/settings");
    expect(status, method).toBe(405);
    expect(headers.get("allow")).toBe("GET, HEAD, PATCH, OPTIONS");
    expect(body).toEqual({ message: "method not allowed" });
  }
});

test("N-3: method-override headers are ignored", async () => {
  const headers = { "x-http-method-override": "DELETE", "x-method-override": "DELETE" };
  const { status } = await service.request("GET", "/auth/v1/settings/jwt", { headers });
  expect(status).toBe(200);
  expect((await service.request("GET", "/auth/v1/settings/jwt")).status).toBe(200);
});
