/** Forwarded headers of peers that are not named are told of (decisions I-7; security H-5, H-6). */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { createStandalone } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";

let service: TestAuth;
beforeEach(async () => {
  service = await testAuth({ trusted_proxies: ["10.0.0.0/8"] }, testRuntime());
});
afterEach(() => service[Symbol.asyncDispose]());

async function ask(remoteAddress: string, headers: Record<string, string> = {}, tls = false) {
  const request = new Request("http://id.example.com/auth/oauth2/certs", { headers });
  const connection = { remoteAddress, tls };
  expect((await service.auth.fetch(request, undefined, { connection })).status).toBe(200);
  service.runtime.advance(2_000);
}

const told = () =>
  service.runtime.lines
    .filter(({ level, message }) => level === "warn" && message.includes("forwarded headers"))
    .map(({ message }) => message);
const warnings = async () => (await service.auth.health()).detail.warnings.join("\n");

test.each([
  ["X-Forwarded-For", "192.0.2.1"],
  ["X-Forwarded-Proto", "https"],
  ["X-Forwarded-Host", "id.example.com"],
  ["Forwarded", "for=192.0.2.1"],
])(
  "I-7: %s of a peer that is not named is told of once, in log and health",
  async (name, value) => {
    await ask("203.0.113.5");
    expect(told()).toEqual([]);
    for (let round = 0; round < 3; round++) await ask("203.0.113.5", { [name]: value });
    expect(told()).toHaveLength(1);
    expect(told()[0]).toContain("203.0.113.5");
    expect(told()[0]).toContain("trusted_proxies");
    expect(await warnings()).toContain("all clients behind it count as one network");
  },
);

test.each(["/", "/readyz", "/login/", "/nothing/here", "/auth/oauth2/certs?x"])(
  "I-7: the standalone server tells of them at every address: %s",
  async (path) => {
    const runtime = { ...service.runtime, connection: () => ({ remoteAddress: "203.0.113.9" }) };
    const standalone = createStandalone(service.auth, runtime, { prefix: "/auth" });
    standalone.open();
    const headers = { "x-forwarded-for": "192.0.2.1" };
    const request = new Request(`http://id.example.com${path}`, { headers });
    expect((await standalone.fetch(request, undefined)).status).toBeLessThan(500);
    expect(told()).toHaveLength(1);
  },
);

test("a named proxy is not told of", async () => {
  await ask("10.1.2.3", { "x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "https" });
  expect(told()).toEqual([]);
  expect(await warnings()).not.toContain("forwarded");
});

test.each([
  ["x-forwarded-proto", "https"],
  ["forwarded", 'for=192.0.2.1;proto="https"'],
])("B-8: with https in %s it says that cookies are not Secure", async (name, value) => {
  await ask("203.0.113.6", { [name]: value });
  expect(await warnings()).toContain("cookies are not Secure where no base URL is set");
  await ask("203.0.113.7", { "x-forwarded-for": "192.0.2.1" });
  expect(told()[1]).not.toContain("Secure");
});

test("B-8: a peer that comes over TLS itself says nothing about cookies", async () => {
  await ask("203.0.113.6", { "x-forwarded-proto": "https" }, true);
  expect(told()[0]).not.toContain("Secure");
});

test("N-11: log and health are bounded, whatever sends the headers", async () => {
  for (let peer = 0; peer < 150; peer++) {
    await ask(`203.0.113.${peer}`, { "x-forwarded-for": "192.0.2.1" });
  }
  expect(told()).toHaveLength(100);
  expect((await service.auth.health()).detail.warnings.length).toBeLessThan(10);
  expect(await warnings()).toContain("95 more");
});
