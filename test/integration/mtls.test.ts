/**
 * Client certificates over real TLS, with clients of another make: our own listener on Node, and the nginx of
 * docs/mtls.md in front of Node, Bun and Deno (specification, Authentication 6; RFC 8705).
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { put } from "../support/application.ts";
import { startCaddy } from "../support/caddy.ts";
import {
  type Authority,
  createAuthority,
  SERVER,
  selfSigned,
  type TestCertificate,
} from "../support/certificates.ts";
import { examplePort } from "../support/example.ts";
import { temporaryFolder } from "../support/folders.ts";
import { startNginx, type TestNginx } from "../support/nginx.ts";
import { RUNTIMES, type RunningServer, startServer } from "../support/server.ts";
import { tlsFetch } from "../support/tls-fetch.ts";
import { claimsOf } from "../support/tokens.ts";

const PAGE = "docs/mtls.md";
const SUBJECT = "/C=DE/O=Example/OU=Build/CN=pipeline";

let root: Authority;
let rootFile: string;
let site: TestCertificate;
let pipeline: TestCertificate;
let foreign: TestCertificate;

beforeAll(() => {
  root = createAuthority();
  rootFile = root.certFile;
  site = root.issue({ subject: "/CN=localhost", extensions: SERVER });
  const between = root.intermediate("/O=Example/CN=Between");
  const issued = between.issue({ subject: SUBJECT });
  // A client sends its intermediates itself.
  pipeline = { ...issued, cert: `${issued.cert}\n${between.cert}` };
  foreign = createAuthority("/CN=Another Root").issue({ subject: SUBJECT });
});

type Fetch = ReturnType<typeof tlsFetch>;
const as = (certificate?: TestCertificate): Fetch => tlsFetch(root.cert, certificate);

async function json(send: Fetch, method: string, url: string, token: string, body: unknown) {
  const answer = await send(url, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
}

const form = (send: Fetch, url: string, fields: Record<string, string>) =>
  send(url, { method: "POST", body: new URLSearchParams(fields) });

interface Tokens {
  readonly access_token: string;
}

const admins = new Map<string, RunningServer>();

async function adminOf(origin: string): Promise<string> {
  const { login, admin } = admins.get(origin) ?? {};
  const answer = await form(as(), `${origin}/auth/oauth2/token`, {
    grant_type: "password",
    client_id: login?.id ?? "",
    client_secret: login?.secret ?? "",
    username: admin?.id ?? "",
    password: admin?.secret ?? "",
  });
  return ((await answer.json()) as Tokens).access_token;
}

/** The settings, the service account and the client that the tests use. */
async function prepare(origin: string, server: RunningServer, settings: object) {
  const send = as();
  admins.set(origin, server);
  const token = await adminOf(origin);
  await json(send, "PUT", `${origin}/auth/v1/settings/mtls`, token, { value: settings });
  await json(send, "POST", `${origin}/auth/v1/service-accounts`, token, {
    alias: ["pipeline"],
    details: {
      cert_subject: "CN=pipeline,OU=Build,O=Example,C=DE",
      tls_client_certificate_bound_access_tokens: true,
    },
  });
  await json(send, "PUT", `${origin}/auth/v1/oauth/clients/gateway`, token, {
    config: {
      token_endpoint_auth_method: "tls_client_auth",
      tls_client_auth_subject_dn: "CN=pipeline,OU=Build,O=Example,C=DE",
    },
  });
}

const tokenOf = (origin: string, certificate?: TestCertificate) =>
  form(as(certificate), `${origin}/auth/oauth2/token`, {
    grant_type: "client_credentials",
    client_id: "pipeline",
  });

/** A client that registered its own certificate gets tokens with it, and another of the same name does not. */
async function useSelfSigned(origin: string, pipe: TestCertificate, settings: object) {
  const own = selfSigned("/CN=self");
  const { access_token: token } = (await (await tokenOf(origin, pipe)).json()) as Tokens;
  const admin = await adminOf(origin);
  await json(as(), "PUT", `${origin}/auth/v1/settings/mtls`, admin, { value: settings });
  await json(as(), "PUT", `${origin}/auth/v1/oauth/clients/self`, admin, {
    config: {
      token_endpoint_auth_method: "self_signed_tls_client_auth",
      jwks: { keys: [{ x5c: [own.der.toString("base64")] }] },
    },
  });
  const fields = { client_id: "self", token };
  const asked = (certificate: TestCertificate) =>
    form(as(certificate), `${origin}/auth/oauth2/introspect`, fields);
  expect((await asked(own)).status).toBe(200);
  const twin = await asked(selfSigned("/CN=self"));
  expect([twin.status, await twin.json()]).toMatchObject([
    401,
    { error_description: "client certificate not match" },
  ]);
  // Of the subject in it nothing counts.
  const alike = await tokenOf(origin, selfSigned(SUBJECT));
  expect([alike.status, await alike.json()]).toMatchObject([
    401,
    { error_description: "client certificate not match" },
  ]);
}

/** openid-client and oauth4webapi get a bound token, use it, and ask about it. */
async function useAsClients(origin: string, certificate: TestCertificate) {
  const send = as(certificate);
  const config = await client.discovery(
    new URL(`${origin}/auth/oauth2`),
    "pipeline",
    undefined,
    client.TlsClientAuth(),
    { [client.customFetch]: (url, options) => send(url, options as RequestInit) },
  );
  expect(config.serverMetadata().token_endpoint_auth_methods_supported).toContain(
    "tls_client_auth",
  );
  const { access_token: token } = await client.clientCredentialsGrant(config, { scope: "openid" });
  expect(claimsOf(token).cnf).toEqual({ "x5t#S256": certificate.thumbprint });
  const info = await client.fetchUserInfo(config, token, client.skipSubjectCheck);
  expect(info.preferred_username).toBe("pipeline");
  const told = await client.tokenIntrospection(config, token);
  expect(told).toMatchObject({ active: true, cnf: { "x5t#S256": certificate.thumbprint } });

  const server = config.serverMetadata() as oauth.AuthorizationServer;
  const gateway = { client_id: "gateway" };
  const options = { [oauth.customFetch]: send };
  const asked = await oauth.introspectionRequest(
    server,
    gateway,
    oauth.TlsClientAuth(),
    token,
    options,
  );
  // Authenticated, but the token does not concern this client.
  expect(await oauth.processIntrospectionResponse(server, gateway, asked)).toEqual({
    active: false,
  });

  // Stolen: the same token without the certificate.
  const stolen = await as()(`${origin}/auth/oauth2/userinfo`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(stolen.status).toBe(401);
  for (const [sender, status] of [
    [send, 200],
    [as(), 401],
  ] as const) {
    const headers = { authorization: `Bearer ${token}` };
    const me = await sender(`${origin}/auth/v1/me`, { headers });
    expect(me.status, await me.text()).toBe(status);
  }
}

describe("our own TLS on Node", () => {
  let server: RunningServer;
  let origin: string;

  beforeAll(async () => {
    const dataDir = temporaryFolder();
    const text = put(blockNamed(PAGE, "native").text, {
      "0.0.0.0": "127.0.0.1",
      "/etc/postern/id.example.com.pem": site.certFile,
      "/etc/postern/id.example.com.key": site.keyFile,
      "/etc/postern/clients.pem": rootFile,
    });
    writeFileSync(join(dataDir, "postern.yaml"), `${text}\n    self_signed_clients: true\n`);
    server = await startServer({ dataDir });
    origin = server.url.replace("127.0.0.1", "localhost");
    await prepare(origin, server, { enabled: true });
  });
  afterAll(async () => {
    await server?.stop("SIGKILL");
  });

  test("openid-client and oauth4webapi", () => useAsClients(origin, pipeline));

  test("without a certificate, with one of another root, with one that is over", async () => {
    const late = root.issue({ subject: SUBJECT, until: "20210101000000Z" });
    const wrong = root.issue({ subject: SUBJECT, extensions: SERVER });
    const texts = [];
    for (const certificate of [undefined, foreign, late, wrong, selfSigned(SUBJECT)]) {
      const answer = await tokenOf(origin, certificate);
      const { error, error_description } = (await answer.json()) as Record<string, string>;
      texts.push([answer.status, error, error_description]);
    }
    const unverified = "client certificate was not verified by the TLS listener";
    expect(texts).toEqual([
      [401, "invalid_client", "client certificate not found"],
      ...Array(4).fill([401, "invalid_client", unverified]),
    ]);
    // A header of a client counts for nothing here.
    const headers = {
      "x-client-cert": encodeURIComponent(pipeline.cert),
      "x-client-verify": "SUCCESS",
    };
    const forged = await as()(`${origin}/auth/oauth2/token`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ grant_type: "client_credentials", client_id: "pipeline" }),
    });
    expect(forged.status).toBe(401);
  });

  test("RFC 8705 §2.2: a self-signed certificate, with self_signed_clients and mtls.self_signed", () =>
    useSelfSigned(origin, pipeline, { enabled: true, self_signed: true }));
});

test("F-8: a certificate that its authority has withdrawn, with the lists of the page", async () => {
  const dataDir = temporaryFolder();
  const between = root.intermediate("/O=Example/CN=Between");
  const issue = () => {
    const issued = between.issue({ subject: SUBJECT });
    return { ...issued, cert: `${issued.cert}\n${between.cert}` };
  };
  const [kept, withdrawn] = [issue(), issue()];
  const lists = join(dataDir, "clients.crl");
  writeFileSync(lists, `${root.revocationList()}${between.revocationList([withdrawn])}`);
  const text = put(blockNamed(PAGE, "revocation").text, {
    "/etc/postern/id.example.com.pem": site.certFile,
    "/etc/postern/id.example.com.key": site.keyFile,
    "/etc/postern/clients.pem": rootFile,
    "/etc/postern/clients.crl": lists,
  });
  writeFileSync(join(dataDir, "postern.yaml"), text);
  await using server = await startServer({ dataDir });
  const origin = server.url.replace("127.0.0.1", "localhost");
  await prepare(origin, server, { enabled: true });
  expect((await tokenOf(origin, kept)).status).toBe(200);
  expect((await tokenOf(origin)).status).toBe(401);
  await expect(tokenOf(origin, withdrawn)).rejects.toThrow();
  await expect.poll(server.output).toContain("CERT_REVOKED");
});

describe.each(RUNTIMES)("behind the nginx of the page: %s", (runtime) => {
  let server: RunningServer;
  let nginx: TestNginx | undefined;
  let origin: string;
  let config: string;
  let settings: object;

  beforeAll(async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, "postern.yaml"), "server: { trusted_proxies: [127.0.0.1] }\n");
    server = await startServer({ dataDir, runtime });
    const port = await examplePort();
    origin = `https://localhost:${port}`;
    const text = put(blockNamed(PAGE, "nginx").text, {
      "10.0.0.11:8080": new URL(server.url).host,
      "listen 443 ssl;": `listen 127.0.0.1:${port} ssl;`,
      "server_name id.example.com;": "server_name localhost;",
      "/etc/ssl/id.example.com.pem": site.certFile,
      "/etc/ssl/id.example.com.key": site.keyFile,
      "/etc/ssl/clients.pem": rootFile,
    });
    config = `events {}\nhttp {\n${text}\n}`;
    nginx = await startNginx(config, port);
    const [, value = ""] = /-d '(\{[\s\S]*\})'/.exec(blockNamed(PAGE, "proxy").text) ?? [];
    settings = JSON.parse(put(value, { "10.0.0.5": "127.0.0.1" })).value;
    await prepare(origin, server, settings);
  });
  afterAll(async () => {
    await nginx?.stop();
    await server?.stop("SIGKILL");
  });

  test("openid-client and oauth4webapi", () => useAsClients(origin, pipeline));

  test("what a client sends under these names does not get through", async () => {
    const headers = {
      "x-client-cert": encodeURIComponent(pipeline.cert),
      "x-client-verify": "SUCCESS",
    };
    const body = new URLSearchParams({ grant_type: "client_credentials", client_id: "pipeline" });
    const forged = await as()(`${origin}/auth/oauth2/token`, { method: "POST", headers, body });
    expect(forged.status).toBe(401);
    expect(await forged.json()).toMatchObject({
      // nginx writes both headers itself; without a certificate the one is empty, so it is not sent.
      error_description: "client certificate header not found",
    });
    // nginx itself turns a certificate of another root away.
    expect((await tokenOf(origin, foreign)).status).toBe(400);
  });

  test("one that has expired is turned away by nginx, and by the service where a proxy lets it through", async () => {
    const expired = root.issue({ subject: SUBJECT, until: "20210101000000Z" });
    expect((await tokenOf(origin, expired)).status).toBe(400);
    const headers = {
      "x-client-cert": encodeURIComponent(expired.cert),
      "x-client-verify": "SUCCESS",
    };
    const body = new URLSearchParams({ grant_type: "client_credentials", client_id: "pipeline" });
    const url = `${server.url}/auth/oauth2/token`;
    const answer = await fetch(url, { method: "POST", headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { error_description: "client certificate is expired or not yet valid" },
    ]);
  });

  test("and behind the Caddy of the page", async () => {
    const port = await examplePort();
    const caddy = await startCaddy(
      put(blockNamed(PAGE, "caddy").text, {
        "https://id.example.com": `https://localhost:${port}`,
        "/etc/ssl/id.example.com.pem": site.certFile,
        "/etc/ssl/id.example.com.key": site.keyFile,
        "/etc/ssl/clients.pem": rootFile,
        "10.0.0.11:8080": new URL(server.url).host,
      }),
      port,
    );
    try {
      const there = `https://localhost:${port}`;
      expect((await tokenOf(there, pipeline)).status).toBe(200);
      expect((await tokenOf(there)).status).toBe(401);
      const headers = { "x-client-cert": pipeline.der.toString("base64") };
      const body = new URLSearchParams({ grant_type: "client_credentials", client_id: "pipeline" });
      const forged = await as()(`${there}/auth/oauth2/token`, { method: "POST", headers, body });
      expect(forged.status).toBe(401);
      await expect(tokenOf(there, foreign)).rejects.toThrow();
    } finally {
      await caddy.stop();
    }
  });

  test("RFC 8705 §2.2: self-signed certificates with optional_no_ca", async () => {
    await nginx?.stop();
    const { port } = new URL(origin);
    const change = { "ssl_verify_client      optional;": "ssl_verify_client optional_no_ca;" };
    nginx = await startNginx(put(config, change), Number(port));
    await useSelfSigned(origin, pipeline, { ...settings, self_signed: true });
  });
});
