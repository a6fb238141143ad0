/** docs/connect/oauth2-proxy.md: the proxy in front of an application that reads its headers. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patient } from "../support/patience.ts";
import { personAt } from "../support/person.ts";
import { hasCommand, installed } from "./installed.ts";
import { GRACE, journey } from "./journey.ts";
import { place } from "./place.ts";
import { type PageService, startPageService } from "./service.ts";

const PAGE = "docs/connect/oauth2-proxy.md";

describe.skipIf(!hasCommand(PAGE, "go", "version"))(PAGE, () => {
  let service: PageService;
  let behind: Server;
  beforeAll(async () => {
    service = await startPageService();
    behind = createServer((request, response) => {
      const { "x-forwarded-preferred-username": username, "x-forwarded-email": email } =
        request.headers;
      response.end(`Hello, ${username} (${email})`);
    });
    await new Promise<void>((resolve) => behind.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    behind?.close();
    await service?.[Symbol.asyncDispose]();
  });

  async function start(env: Readonly<Record<string, string>> = {}) {
    const { run } = await place(service, PAGE, "app", installed(PAGE));
    const { port } = behind.address() as AddressInfo;
    return run(["oauth2-proxy", "--config", "oauth2-proxy.cfg"], {
      OAUTH2_PROXY_CLIENT_SECRET: "the secret of the client",
      OAUTH2_PROXY_COOKIE_SECRET: "0123456789abcdef",
      OAUTH2_PROXY_UPSTREAMS: `http://127.0.0.1:${port}/`,
      OAUTH2_PROXY_WHITELIST_DOMAINS: new URL(service.server.url).host,
      ...env,
    });
  }

  journey({
    service: () => service,
    start,
    greeting: "Hello, grace (grace@example.com)",
    refusal: "403",
    leaves: null,
  });

  test("it renews its tokens, and is not let on when the person has signed out", async () => {
    await using running = await start({ OAUTH2_PROXY_COOKIE_REFRESH: "1s" });
    const person = personAt(service.server.url, GRACE);
    const before = service.issued("refresh_token");
    await person.signInTo(`${running.origin}/`);
    const renewed = async () => {
      expect((await person.open(`${running.origin}/`)).text).toContain("Hello, grace");
      return service.issued("refresh_token");
    };
    await expect.poll(renewed, { timeout: patient(20_000) }).toBeGreaterThan(before);

    await person.open(`${service.server.url}/logout`);
    const shown = async () => (await person.open(`${running.origin}/`)).text;
    await expect.poll(shown, { timeout: patient(20_000) }).not.toContain("Hello, grace");
  });

  test("its link leads to the question whether to sign out", async () => {
    await using running = await start();
    const person = personAt(service.server.url, GRACE);
    await person.signInTo(`${running.origin}/`);
    const logout = encodeURIComponent(`${service.server.url}/auth/oauth2/logout?client_id=notes`);
    const page = await person.open(`${running.origin}/oauth2/sign_out?rd=${logout}`);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("Sign out")]);
    const again = await person.signInTo(`${running.origin}/`);
    expect(again.asked, "the proxy has forgotten the person").toEqual(["/auth/oauth2/consent"]);
  });
});
