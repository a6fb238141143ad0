import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPglite } from "../../src/adapters/drivers/pglite.ts";
import type { SqlDriver } from "../../src/runtime.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  locationOf,
  newFlow,
  openPage,
  S256,
  startWith,
} from "../support/authorize.ts";
import {
  DOCUMENT_REDIRECT,
  type DocumentHost,
  startDocumentHost,
} from "../support/document-host.ts";
import { NOTES, OPEN, register } from "../support/registration.ts";
import { capturingLogger, type TestRuntime, testRuntime } from "../support/runtime.ts";
import { createAda, putClient, WEB } from "../support/tokens.ts";

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
  edgeRuntime.advance(19_000);
  expect(await lifetime(), "not yet looked").toBe(900);
  edgeRuntime.advance(1_000);
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
    await putClient(full, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
    await createAda(full);
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
