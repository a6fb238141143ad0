import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Credentials, ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  formTokenOf,
  locationOf,
  newFlow,
  openPage,
  S256,
  startWith,
  submit,
  VERIFIER,
} from "../support/authorize.ts";
import {
  DOCUMENT_REDIRECT,
  type DocumentHost,
  startDocumentHost,
} from "../support/document-host.ts";
import { openPglite, type SqlDriver } from "../support/inside.ts";
import { NOTES, OPEN, register } from "../support/registration.ts";
import { capturingLogger, type TestRuntime, testRuntime } from "../support/runtime.ts";
import { ADA, claimsOf, createAda, putClient, TOKEN, WEB } from "../support/tokens.ts";

const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

let driver: SqlDriver;
let full: TestAuth;
let edge: TestAuth;
let edgeRuntime: TestRuntime;
let host: DocumentHost;

beforeAll(async () => {
  driver = await openPglite(undefined, capturingLogger([]));
  const openSql = async () => ({ ...driver, close: async () => undefined });
  full = await testAuth({}, testRuntime({ openSql }));
  host = await startDocumentHost();
  edgeRuntime = testRuntime({ openSql, loops: true, publicFetch: host.publicFetch });
  edge = await testAuth(
    {
      surface: "public",
      cache: { poll_interval: "20s" },
      encryption: { key: "an encryption key for tests" },
    },
    edgeRuntime,
  );
  await full.createServiceAccount();
  await putClient(full, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  await createAda(full);
});
afterAll(async () => {
  await full[Symbol.asyncDispose]();
  await edge[Symbol.asyncDispose]();
  await driver.close();
  await host[Symbol.asyncDispose]();
});

const lifetime = async () => {
  const { body } = await edge.form(
    "/auth/oauth2/token",
    { grant_type: "client_credentials" },
    { id: "robot", secret: "robot-secret" },
  );
  return body.expires_in as number | undefined;
};

test("surface public: only the OAuth plane and the root documents exist", async () => {
  expect((await edge.request("GET", "/auth/oauth2/certs")).status).toBe(200);
  expect((await edge.request("GET", "/.well-known/openid-configuration")).status).toBe(200);
  for (const path of ["/v1/users", "/v1/settings", "/v1/info", "/swagger/swagger.json", "/check"]) {
    expect((await edge.request("GET", `/auth${path}`)).status, path).toBe(404);
  }
});

test("without loops a request looks at the version, at most once every poll interval", async () => {
  edgeRuntime.advance(20_000);
  expect(await lifetime(), "the account of the full instance").toBe(900);
  await full.json("PUT", "/auth/v1/settings/token", { value: { token_lifetime: "3m" } });
  edgeRuntime.advance(15_000);
  expect(await lifetime(), "not yet looked").toBe(900);
  edgeRuntime.advance(5_000);
  expect(await lifetime()).toBe(180);
  expect((await edge.auth.health()).detail.listener).toBe("off");
});

describe("O-4: the authorization endpoint of the public surface, which has no login page", () => {
  const METADATA = "/.well-known/oauth-authorization-server";
  const MEMBERS = [
    "authorization_endpoint",
    "response_modes_supported",
    "code_challenge_methods_supported",
    "authorization_response_iss_parameter_supported",
  ];

  async function loginAt(login_url: string) {
    await full.json("PUT", "/auth/v1/settings/authorize", { value: { login_url } });
    edgeRuntime.advance(20_000);
    return (await edge.request("GET", METADATA)).body;
  }

  test.each([
    ["none", ""],
    ["a path of this host", "/login/"],
    ["an address of this host", "https://id.example.com/login/"],
  ])("login_url is %s: not announced, and a page says so", async (_, login_url) => {
    const metadata = await loginAt(login_url);
    expect(metadata.response_types_supported).toEqual([]);
    expect(MEMBERS.filter((name) => name in metadata)).toEqual([]);
    const page = await startWith(edge, {}, { accept: "text/html" });
    expect([page.status, page.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
    expect(page.text).toContain("sign-in is not possible at this address");
    const program = await startWith(edge);
    expect([program.status, program.headers.get("location")]).toEqual([404, null]);
    expect((await full.request("GET", METADATA)).body.authorization_endpoint).toBeDefined();
  });

  test("login_url is on another host: announced, and the browser is sent there with the way back", async () => {
    const metadata = await loginAt("https://login.example.com/login/");
    expect(metadata.authorization_endpoint).toBe("https://id.example.com/auth/oauth2/authorize");
    expect(metadata.response_types_supported).toEqual(["code"]);
    const flow = await newFlow(edge);
    const sent = await edge.request("GET", `/auth/oauth2/consent?flow=${flow}`);
    expect(locationOf(sent)).toMatch(/^https:\/\/login\.example\.com\/login\//);
    expect(answerOf(sent).redirect_path).toBe(`/auth/oauth2/consent?flow=${flow}`);
    expect((await openPage(full, flow)).status, "the other instance has the flow").toBe(200);
  });

  test("O-3: clients register themselves there, and documents are fetched there", async () => {
    await full.json("PUT", "/auth/v1/settings/registration", { value: OPEN });
    const metadata = await loginAt("https://login.example.com/login/");
    expect(metadata).toMatchObject({
      registration_endpoint: "https://id.example.com/auth/oauth2/register",
      client_id_metadata_document_supported: true,
    });
    const { status, body } = await register(edge, { ...NOTES, redirect_uris: [CALLBACK] });
    expect(status).toBe(201);
    await newFlow(edge, { client_id: body.client_id });
    const client_id = host.publish("/edge.json");
    const asked = { client_id, redirect_uri: DOCUMENT_REDIRECT, ...S256 };
    await newFlow(edge, asked);
    expect(host.asked).toEqual(["/edge.json"]);
  });
});

describe("machines and agents on the public surface, whose people are on the other instance", () => {
  const METADATA = "/.well-known/oauth-authorization-server";
  const REDIRECT = "http://127.0.0.1/callback";
  const set = async (namespace: string, value: object) => {
    await full.json("PUT", `/auth/v1/settings/${namespace}`, { value });
    edgeRuntime.advance(20_000);
  };
  const metadata = async () => (await edge.request("GET", METADATA)).body;
  const token = (fields: Record<string, string>, client?: Credentials) =>
    edge.form(TOKEN, fields, client);
  const public_ = (id: string) => ({ client_id: id });
  beforeAll(async () => {
    await set("authorize", { login_url: "https://login.example.com/login/" });
    await set("registration", { enabled: true });
  });

  const register = async (grant_types: readonly string[]) => {
    const answer = await edge.json("POST", "/auth/oauth2/register", {
      client_name: "An agent",
      ...{ redirect_uris: [REDIRECT], grant_types, token_endpoint_auth_method: "none" },
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body as Record<"client_id" | "registration_access_token", string>;
  };

  test("O-4: what is on is announced, and what is off is not", async () => {
    const on = await metadata();
    expect(on.registration_endpoint).toBe("https://id.example.com/auth/oauth2/register");
    expect(on.device_authorization_endpoint).toBeDefined();
    expect(on.grant_types_supported).toContain(EXCHANGE);
    await set("registration", { enabled: false });
    await set("token_exchange", { disabled: true });
    await set("authorize", {});
    const off = await metadata();
    expect(off.registration_endpoint).toBeUndefined();
    expect(off.device_authorization_endpoint, "no one could decide").toBeUndefined();
    expect(off.grant_types_supported).not.toContain(EXCHANGE);
    await set("device", { verification_uri: "https://tv.example.com/" });
    expect((await metadata()).device_authorization_endpoint).toBeDefined();
    await set("registration", { enabled: true });
    expect((await metadata()).registration_endpoint, "for devices").toBeDefined();
    await set("device", {});
    expect((await metadata()).registration_endpoint, "of no use here").toBeUndefined();
    await set("token_exchange", {});
    await set("authorize", { login_url: "https://login.example.com/login/" });
  });

  test("an agent registers, is allowed on the other instance, redeems, refreshes and ends its registration", async () => {
    const { client_id, registration_access_token } = await register([
      "authorization_code",
      "refresh_token",
    ]);
    const resource = "https://app.example.com/mcp";
    const flow = await newFlow(edge, { client_id, redirect_uri: REDIRECT, resource, ...S256 });
    await full.auth.service.then(({ snapshots }) => snapshots.reload());
    const page = await openPage(full, flow);
    expect(page.text).toContain("An agent");
    const form_token = formTokenOf(page);
    const { code = "" } = answerOf(await submit(full, { flow, form_token, action: "approve" }));
    const given = await token({
      ...public_(client_id),
      ...{ grant_type: "authorization_code", code, redirect_uri: REDIRECT },
      code_verifier: VERIFIER,
    });
    expect(given.status, given.text).toBe(200);
    expect(claimsOf(given.body.access_token).aud).toContain(resource);
    const { refresh_token } = given.body;
    const again = await token({
      ...public_(client_id),
      grant_type: "refresh_token",
      refresh_token,
    });
    expect(again.status, again.text).toBe(200);
    const ended = await edge.request("DELETE", `/auth/oauth2/register/${client_id}`, {
      headers: { authorization: `Bearer ${registration_access_token}` },
    });
    expect(ended.status).toBe(204);
    const { refresh_token: last } = again.body;
    const after = await token({
      ...public_(client_id),
      ...{ grant_type: "refresh_token", refresh_token: last },
    });
    expect(after.status).toBe(401);
  });

  test("a device asks here, a person decides there, and the device polls here", async () => {
    const { client_id } = await register([DEVICE, "refresh_token"]);
    // Names come with `profile` alone (decision E-9).
    const wanted = { ...public_(client_id), scope: "profile" };
    const asked = await edge.form("/auth/oauth2/device_authorization", wanted);
    expect(asked.status, asked.text).toBe(200);
    const { device_code, user_code, verification_uri_complete } = asked.body;
    const sent = await edge.request("GET", verification_uri_complete.slice(ORIGIN.length));
    expect(locationOf(sent)).toMatch(/^https:\/\/login\.example\.com\/login\//);
    expect(answerOf(sent).redirect_path).toBe(`/auth/ui/device?user_code=${user_code}`);
    await full.auth.service.then(({ snapshots }) => snapshots.reload());
    const seen = await full.json("GET", `/auth/v1/device/${user_code}`, undefined, "ada");
    expect(seen.status, seen.text).toBe(200);
    const decision = { user_code, action: "approve" };
    const decided = await full.json("POST", "/auth/v1/device", decision, "ada");
    expect(decided.status, decided.text).toBe(200);
    const polled = await token({ ...public_(client_id), grant_type: DEVICE, device_code });
    expect(polled.status, polled.text).toBe(200);
    expect(claimsOf(polled.body.access_token).preferred_username).toBe("ada");
  });

  test("a service exchanges a person's token", async () => {
    const { body } = await token(ADA, WEB);
    const exchanged = await token(
      {
        grant_type: EXCHANGE,
        subject_token: body.access_token,
        subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
        resource: "https://orders.example.com",
      },
      WEB,
    );
    expect(exchanged.status, exchanged.text).toBe(200);
    expect(claimsOf(exchanged.body.access_token).aud).toEqual([
      "postern",
      "https://orders.example.com",
    ]);
  });
});
