/** Debian's `mod_auth_openidc` as an application: it is told by back channel, and signs its user out by discovery. */
import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apacheMissing, startApache, type TestApache } from "../../support/apache.ts";
import { createAuthority, SERVER } from "../../support/certificates.ts";
import { startGateway, type TestGateway } from "../../support/gateway.ts";
import { patient } from "../../support/patience.ts";
import { freePort } from "../../support/ports.ts";
import { testRuntime } from "../../support/runtime.ts";
import { Jar } from "../../support/session.ts";
import { tlsFetch } from "../../support/tls-fetch.ts";
import { putClient, putSetting } from "../../support/tokens.ts";

const SECRET = "a secret of an application";

describe.skipIf(apacheMissing)("mod_auth_openidc", () => {
  let gateway: TestGateway;
  let server: Server;
  let apache: TestApache;
  let application: string;
  let browse: (request: Request) => Promise<Response>;

  beforeAll(async () => {
    const authority = createAuthority();
    const certificate = authority.issue({ subject: "/CN=127.0.0.1", extensions: SERVER });
    const [port, own] = [await freePort(21_400, 50), await freePort(21_450, 50)];
    const origin = `http://127.0.0.1:${own}`;
    application = `https://127.0.0.1:${port}`;
    const runtime = testRuntime({ publicFetch: { ca: authority.cert }, loops: true });
    gateway = await startGateway({ runtime, origin });
    server = serve({ fetch: gateway.app.fetch, hostname: "127.0.0.1", port: own }) as Server;
    await putSetting(gateway.service, "oauth2", { internal_hosts: ["127.0.0.1"] });
    const callback = `${application}/protected/callback`;
    await putClient(gateway.service, "apache", {
      client_secret: SECRET,
      redirect_uris: [callback],
      post_logout_redirect_uris: [`${application}/bye`],
      backchannel_logout_uri: `${callback}?logout=backchannel`,
      backchannel_logout_session_required: true,
      skip_consent: true,
    });
    apache = await startApache(
      port,
      certificate,
      `OIDCProviderMetadataURL ${origin}/auth/oauth2/.well-known/openid-configuration
OIDCClientID apache
OIDCClientSecret "${SECRET}"
OIDCRedirectURI ${callback}
OIDCCryptoPassphrase "a passphrase of a test"
OIDCScope "openid profile"`,
    );
    const send = tlsFetch(authority.cert);
    browse = async (request) =>
      send(request.url, { method: request.method, headers: request.headers });
  });
  afterAll(async () => {
    await apache?.[Symbol.asyncDispose]();
    server?.close();
    await gateway?.[Symbol.asyncDispose]();
  });

  /** A browser has a jar for each of the two. */
  async function signedIn() {
    const [here, there] = [await gateway.signedIn(), new Jar(browse, application)];
    const page = () => there.open("/protected/index.html");
    const begin = await page();
    expect(begin.status, apache.log()).toBe(302);
    const consent = await here.open(begin.headers.get("location") ?? "");
    const back = await here.open(consent.headers.get("location") ?? "");
    const location = back.headers.get("location") ?? "";
    expect(location, back.text).toContain("/protected/callback?");
    const arrived = await there.open(location);
    expect(arrived.status, apache.log()).toBe(302);
    const shown = await page();
    expect([shown.status, shown.text]).toEqual([200, "inside"]);
    return { here, there, page };
  }

  test("its session ends when the person signs out at the login page, and no other one", async () => {
    const one = await signedIn();
    const two = await signedIn();
    await one.here.open("/logout");
    await expect
      .poll(async () => (await one.page()).status, { timeout: patient(10_000) })
      .toBe(302);
    expect((await two.page()).status).toBe(200);
    const path = "/auth/v1/oauth/client-logouts/apache";
    const { body } = await gateway.service.json("GET", path);
    expect(body.payload, apache.log()).toMatchObject({ waiting: 0, given_up: 0, failure: "" });
  });

  test("it signs its user out by discovery, and the browser comes back to it", async () => {
    const { here, there } = await signedIn();
    const bye = encodeURIComponent(`${application}/bye`);
    const out = await there.open(`/protected/callback?logout=${bye}`);
    const location = out.headers.get("location") ?? "";
    expect(location).toContain("/auth/oauth2/logout?");
    const done = await here.open(location);
    expect([done.status, done.headers.get("location")]).toEqual([302, `${application}/bye`]);
    expect((await here.get("/app")).status).not.toBe(200);
  });
});
