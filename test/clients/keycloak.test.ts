/** docs/connect/keycloak.md: a real Keycloak that brokers to this service, and is told by back channel. */
import { writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { docsPort } from "../protocol/docs/programs.ts";
import type { RunningProgram } from "../protocol/docs/run-program.ts";
import { createAuthority, SERVER } from "../support/certificates.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { patient } from "../support/patience.ts";
import { freePort } from "../support/ports.ts";
import { testRuntime } from "../support/runtime.ts";
import { Jar } from "../support/session.ts";
import { putClient, putSetting } from "../support/tokens.ts";
import { hasCommand } from "./installed.ts";
import { keycloakFolder, startKeycloak } from "./keycloak.ts";

const PAGE = "docs/connect/keycloak.md";
const SECRET = "a secret of an application";
const BACK = "http://127.0.0.1:9/back";

describe.skipIf(!hasCommand(PAGE, "mvn"))(PAGE, () => {
  let gateway: TestGateway;
  let server: Server;
  let keycloak: RunningProgram;
  let realm: string;

  /** A call of the administration, with a token that lives for a minute. */
  async function admin(method: string, path: string, json?: unknown): Promise<Response> {
    const { origin } = keycloak;
    const form = { grant_type: "password", client_id: "admin-cli" };
    const tokens = await fetch(`${origin}/realms/master/protocol/openid-connect/token`, {
      method: "POST",
      body: new URLSearchParams({ ...form, username: "admin", password: "admin" }),
    });
    const { access_token } = (await tokens.json()) as { access_token: string };
    const answer = await fetch(`${origin}/admin${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  beforeAll(async () => {
    const home = keycloakFolder(PAGE);
    const authority = createAuthority();
    const certificate = authority.issue({ subject: "/CN=127.0.0.1", extensions: SERVER });
    const [plain, tls, own] = [await docsPort(), await docsPort(), await freePort(21_450, 50)];
    const files = { cert: join(home, "conf/cert.pem"), key: join(home, "conf/key.pem") };
    writeFileSync(files.cert, certificate.cert);
    writeFileSync(files.key, certificate.key);
    keycloak = await startKeycloak(home, plain, [
      `--https-port=${tls}`,
      `--https-certificate-file=${files.cert}`,
      `--https-certificate-key-file=${files.key}`,
    ]);
    const origin = `http://127.0.0.1:${own}`;
    const runtime = testRuntime({ publicFetch: { ca: authority.cert }, loops: true });
    gateway = await startGateway({ runtime, origin });
    server = serve({ fetch: gateway.app.fetch, hostname: "127.0.0.1", port: own }) as Server;
    await putSetting(gateway.service, "oauth2", { internal_hosts: ["127.0.0.1"] });

    // The record of the page, at these addresses.
    realm = `${keycloak.origin}/realms/main`;
    const [, body = ""] = /-d '(\{[\s\S]+\})' \\/.exec(blockNamed(PAGE, "client").text) ?? [];
    const { config } = JSON.parse(body.replace(/"'"[^"]*"'"/, JSON.stringify(SECRET))) as {
      config: Record<string, unknown>;
    };
    const here = JSON.stringify(config).replaceAll(
      "https://sso.example.com/realms/main/broker",
      `${realm}/broker`,
    );
    await putClient(
      gateway.service,
      "keycloak",
      JSON.parse(here.replaceAll("https://sso.example.com", `https://127.0.0.1:${tls}`)),
    );
    await makeRealm(`${origin}/auth/oauth2`);
    // Keycloak asks people for what is missing.
    const { service } = gateway;
    const { body: found } = await service.json("GET", "/auth/v1/users?alias=ada");
    const [ada] = found.payload;
    const names = { given_name: "Ada", family_name: "Example", email: "ada@example.com" };
    const json = { details: { ...ada.details, ...names } };
    const changed = await service.json("PATCH", `/auth/v1/users/${ada.id}`, json);
    expect(changed.status, changed.text).toBe(200);
  });
  afterAll(async () => {
    await keycloak?.[Symbol.asyncDispose]();
    server?.close();
    await gateway?.[Symbol.asyncDispose]();
  });

  /** With the identity provider of the page, and an application of its own. */
  async function makeRealm(issuer: string): Promise<void> {
    await admin("POST", "/realms", {
      realm: "main",
      enabled: true,
      sslRequired: "none",
      clients: [
        {
          clientId: "application",
          publicClient: true,
          redirectUris: [BACK],
          attributes: { "post.logout.redirect.uris": BACK },
        },
      ],
    });
    const fromUrl = `${issuer}/.well-known/openid-configuration`;
    const found = await admin("POST", "/realms/main/identity-provider/import-config", {
      providerId: "oidc",
      fromUrl,
    });
    await admin("POST", "/realms/main/identity-provider/instances", {
      alias: "postern",
      providerId: "oidc",
      enabled: true,
      trustEmail: true,
      updateProfileFirstLoginMode: "off",
      config: {
        ...((await found.json()) as Record<string, string>),
        clientId: "keycloak",
        clientSecret: SECRET,
        clientAuthMethod: "client_secret_post",
        defaultScope: "openid profile email",
        pkceEnabled: "true",
        pkceMethod: "S256",
        validateSignature: "true",
        useJwksUrl: "true",
        syncMode: "FORCE",
        backchannelSupported: "false",
      },
    });
  }

  const sessions = async (): Promise<readonly { id: string; username: string }[]> => {
    const clients = await admin("GET", "/realms/main/clients?clientId=application");
    const [client] = (await clients.json()) as { id: string }[];
    const answer = await admin("GET", `/realms/main/clients/${client?.id}/user-sessions`);
    return (await answer.json()) as { id: string; username: string }[];
  };

  /** One browser at both: follows every redirect, and ends where an application of the realm would be. */
  async function follow(here: Jar, there: Jar, start: string): Promise<URL> {
    let url = start;
    for (let left = 20; left > 0 && !url.startsWith(BACK); left--) {
      const jar = url.startsWith(keycloak.origin) ? there : here;
      const answer = await jar.open(url);
      const location = answer.headers.get("location");
      if (!location) throw new Error(`${answer.status} ${url}\n${answer.text.slice(0, 4000)}`);
      url = new URL(location, url).href;
    }
    return new URL(url);
  }

  async function signedIn() {
    const here = await gateway.signedIn();
    const there = new Jar((request) => fetch(request, { redirect: "manual" }), keycloak.origin);
    const query = new URLSearchParams({
      client_id: "application",
      redirect_uri: BACK,
      response_type: "code",
      scope: "openid",
      kc_idp_hint: "postern",
    });
    const back = await follow(here, there, `${realm}/protocol/openid-connect/auth?${query}`);
    const answer = await fetch(`${realm}/protocol/openid-connect/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: "application",
        redirect_uri: BACK,
        code: back.searchParams.get("code") ?? "",
      }),
    });
    const { id_token = "" } = (await answer.json()) as { id_token?: string };
    return { here, there, id_token };
  }

  test("who signs out at this service has no session at the realm any more, and no other ends", async () => {
    const one = await signedIn();
    await signedIn();
    const before = await sessions();
    expect(before.length).toBe(2);
    await one.here.open("/logout");
    await expect.poll(async () => (await sessions()).length, { timeout: patient(20_000) }).toBe(1);
    const { body } = await gateway.service.json("GET", "/auth/v1/oauth/client-logouts/keycloak");
    expect(body.payload).toMatchObject({ waiting: 0, given_up: 0, failure: "" });
  });

  test("who signs out at the realm is signed out at this service, and comes back", async () => {
    const { here, there, id_token } = await signedIn();
    const query = new URLSearchParams({
      id_token_hint: id_token,
      post_logout_redirect_uri: BACK,
    });
    const back = await follow(here, there, `${realm}/protocol/openid-connect/logout?${query}`);
    expect(back.href).toBe(BACK);
    expect((await here.get("/app")).status).not.toBe(200);
  });
});
