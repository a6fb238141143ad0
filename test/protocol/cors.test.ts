/** CORS on exactly the open endpoints; HEAD, OPTIONS and unsupported methods (N-3, N-9, O16). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { ROBOT, TOKEN } from "../support/tokens.ts";

const ALLOW_ORIGIN = "access-control-allow-origin";
const BROWSER = { origin: "https://spa.example.net" };
const OPEN = new Map([
  ["/auth/oauth2/token", "POST"],
  ["/auth/oauth2/certs", "GET"],
  ["/auth/oauth2/.well-known/openid-configuration", "GET"],
  ["/auth/oauth2/.well-known/oauth-authorization-server", "GET"],
  ["/.well-known/openid-configuration", "GET"],
  ["/.well-known/oauth-authorization-server/auth/oauth2", "GET"],
]);
const CLOSED = [
  "/auth/v1/info",
  "/auth/v1/capabilities",
  "/auth/v1/users",
  "/auth/v1/settings",
  "/auth/v1/settings/admin",
  "/auth/v1/oauth/clients/x",
  "/auth/v1/jwt/rotate",
  "/auth/swagger/swagger.json",
];
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await service.createServiceAccount();
});
afterAll(() => service[Symbol.asyncDispose]());

const corsHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith("access-control-"));

test("O16: `*` without credentials on the machine endpoints, also on their errors", async () => {
  for (const [path, method] of OPEN) {
    const { headers } = await service.request(method, path, { headers: BROWSER });
    expect(headers.get(ALLOW_ORIGIN), path).toBe("*");
    expect(headers.has("access-control-allow-credentials"), path).toBe(false);
  }
  const { status, headers } = await service.form(TOKEN, { grant_type: "x" }, ROBOT);
  expect(status).toBe(400);
  expect(headers.get(ALLOW_ORIGIN)).toBe("*");
});

test("a preflight of an open endpoint allows its method and the headers that clients send", async () => {
  for (const [path, method] of OPEN) {
    const { status, text, headers } = await service.request("OPTIONS", path, {
      headers: { ...BROWSER, "access-control-request-method": method },
    });
    expect(status, path).toBe(204);
    expect(text).toBe("");
    expect(headers.get(ALLOW_ORIGIN)).toBe("*");
    expect(headers.get("access-control-allow-methods")).toBe(method);
    expect(headers.get("access-control-allow-headers")).toBe("Authorization, Content-Type");
  }
});

test("O16: none anywhere else", async () => {
  for (const path of [...CLOSED, "/auth/unknown"]) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const { headers } = await service.request(method, path, {
        headers: { ...BROWSER, "access-control-request-method": "GET" },
      });
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
  expect(headers.get("allow")).toBe("GET, PUT, DELETE, OPTIONS");
});

test("N-3: HEAD runs no handler: 405 on a known path, 404 on an unknown one", async () => {
  expect((await service.request("HEAD", "/auth/oauth2/certs")).status).toBe(405);
  expect((await service.request("HEAD", "/auth/v1/settings")).status).toBe(405);
  expect((await service.request("HEAD", "/auth/unknown")).status).toBe(404);
});

test("auth-wire 1.2: a registered path with an unsupported method is 405 with `Allow`", async () => {
  const machine = await service.request("GET", TOKEN);
  expect(machine.status).toBe(405);
  expect(machine.headers.get("allow")).toBe("POST, OPTIONS");
  expect(machine.body).toEqual({
    error: "invalid_request",
    error_description: "method not allowed",
  });
  for (const method of ["PATCH", "PROPFIND", "DELETE"]) {
    const { status, headers, body } = await service.request(method, "/auth/v1/settings");
    expect(status, method).toBe(405);
    expect(headers.get("allow")).toBe("GET, OPTIONS");
    expect(body).toEqual({ message: "method not allowed" });
  }
});

test("N-3: method-override headers are ignored", async () => {
  const headers = { "x-http-method-override": "DELETE", "x-method-override": "DELETE" };
  const { status } = await service.request("GET", "/auth/v1/settings/jwt", { headers });
  expect(status).toBe(200);
  expect((await service.request("GET", "/auth/v1/settings/jwt")).status).toBe(200);
});
