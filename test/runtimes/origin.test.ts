/** B8: one issuer, however a client or a proxy spells it, and 400 for a `Host` that is none: on Node, Bun and Deno. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawRequest } from "../support/raw-request.ts";
import { RUNTIMES, type RunningServer, startServer } from "../support/server.ts";

const DISCOVERY = "/auth/oauth2/.well-known/openid-configuration";

describe.each(RUNTIMES)("%s", (runtime) => {
  let direct: RunningServer;
  let behind: RunningServer;
  beforeAll(async () => {
    [direct, behind] = await Promise.all([
      startServer({ runtime }),
      startServer({ runtime, env: { POSTERN_SERVER__TRUSTED_PROXIES: "127.0.0.1" } }),
    ]);
  });
  afterAll(async () => {
    await direct?.[Symbol.asyncDispose]();
    await behind?.[Symbol.asyncDispose]();
  });

  async function ask(server: RunningServer, target: string, ...headers: string[]) {
    const lines = [`GET ${target} HTTP/1.1`, ...headers, "Connection: close", "\r\n"];
    const text = await rawRequest(server.url, lines.join("\r\n"), /$^/);
    return {
      status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]),
      issuer: /"issuer":"([^"]+)"/.exec(text)?.[1],
      text,
    };
  }

  test.each([
    ["id.example.com", "http://id.example.com"],
    ["ID.EXAMPLE.com", "http://id.example.com"],
    ["id.example.com:80", "http://id.example.com"],
    ["id.example.com:443", "http://id.example.com:443"],
    ["id.example.com:8080", "http://id.example.com:8080"],
    ["id.example.com.", "http://id.example.com"],
    ["id.example.com.:80", "http://id.example.com"],
    ["[::1]:8080", "http://[::1]:8080"],
    ["[0:0::0:1]:80", "http://[::1]"],
    ["[2001:DB8::1]", "http://[2001:db8::1]"],
  ])("B8: Host: %s", async (host, origin) => {
    const { issuer, text } = await ask(direct, DISCOVERY, `Host: ${host}`);
    expect(issuer, text).toBe(`${origin}/auth/oauth2`);
    // The same by the way on which nothing is prepared.
    const other = await ask(direct, `${DISCOVERY}?x=1`, `Host: ${host}`);
    expect(other.issuer).toBe(`${origin}/auth/oauth2`);
  });

  test.each([
    ["https", "id.example.com"],
    ["HTTPS", "ID.example.com:443"],
    ["Https", "id.example.com."],
    ["https, http", "id.example.com:443, other.example.com"],
  ])("B8: behind a proxy that says %s and %s", async (scheme, host) => {
    const { issuer, text } = await ask(
      behind,
      DISCOVERY,
      "Host: inside:8080",
      `X-Forwarded-Proto: ${scheme}`,
      `X-Forwarded-Host: ${host}`,
    );
    expect(issuer, text).toBe("https://id.example.com/auth/oauth2");
  });

  test.each([
    "idp.test:1@evil.test",
    "user:password@evil.test",
    "evil.test/path",
    "evil.test?x",
    "evil.test#x",
    "evil.test\\x",
    "evil test",
    "evil.test, idp.test",
    "evil..test",
    ".evil.test",
    "evil.test:",
    "evil.test:0",
    "evil.test:99999",
    "evil.test:1:2",
    "evil.test:+1",
    "evil.test:8x",
    "[::1",
    "::1",
    "[::1]x",
    "[fe80::1%25eth0]",
    "0x7f.1",
    "256.1.1.1",
    "%65vil.test",
    "evil.test%00",
    "\xe4vil.test",
    "<script>",
    `${"a".repeat(300)}.test`,
    "",
  ])("B8: a Host that is none is 400, before anything else: %s", async (host) => {
    for (const target of [DISCOVERY, "/auth/ui/", "/login/", "/livez", "/", "/auth/v1/check"]) {
      const { status, text } = await ask(direct, target, `Host: ${host}`);
      expect(status, `${target}: ${text}`).toBe(400);
      expect(text).not.toContain("evil");
    }
  });

  test("B8: no Host, and two of them, are 400 (RFC 9112 §3.2)", async () => {
    expect((await ask(direct, DISCOVERY)).status).toBe(400);
    const two = await ask(direct, DISCOVERY, "Host: id.example.com", "Host: evil.example.com");
    expect(two.status).toBe(400);
    const same = await ask(direct, DISCOVERY, "Host: id.example.com", "Host: id.example.com");
    expect(same.status).toBe(400);
  });

  test("B8: nothing of this was a failure of ours, and the process is there", async () => {
    expect((await fetch(`${direct.url}/readyz`)).status).toBe(200);
    expect(direct.output()).not.toMatch(/"level":"error"/);
    expect(behind.output()).not.toMatch(/"level":"error"/);
  });
});
