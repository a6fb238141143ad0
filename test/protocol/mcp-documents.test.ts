/** Agents that are known by a client ID metadata document sign in at an MCP server (MCP 2026-07-28; rule 14). */
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resourceServer } from "../../src/guards.ts";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  decide,
  locationOf,
  newFlow,
  openPage,
  S256,
  startWith,
  VERIFIER,
} from "../support/authorize.ts";
import { type DocumentHost, startDocumentHost } from "../support/document-host.ts";
import { DOCUMENT_PRODUCTS } from "../support/mcp-products.ts";
import { testRuntime } from "../support/runtime.ts";
import { claimsOf, createAda, putSetting, TOKEN } from "../support/tokens.ts";

const MCP = "https://app.example.com/mcp";
const PUBLIC = {
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

let host: DocumentHost;
let service: TestAuth;
let app: Hono;
beforeAll(async () => {
  host = await startDocumentHost();
  service = await testAuth({}, testRuntime({ publicFetch: host.publicFetch }));
  await createAda(service);
  const instances = { runtime: service.runtime, auth: { auth: service.auth.api } };
  const options = { auth_middleware: "auth", resource: MCP, scopes_supported: ["openid"] };
  app = new Hono().use("*", resourceServer(options, instances));
  app.post("/mcp", (c) => c.json({ user: c.req.header("x-user") }));
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await host?.[Symbol.asyncDispose]();
});

test("O-3: the metadata tell an agent that it needs no registration", async () => {
  const { body } = await service.request("GET", "/.well-known/oauth-authorization-server");
  expect(body.client_id_metadata_document_supported).toBe(true);
  expect(body.token_endpoint_auth_methods_supported).toContain("none");
  expect(body.registration_endpoint).toBeUndefined();
});

describe.each(DOCUMENT_PRODUCTS)("an agent that behaves as $name is documented to", (product) => {
  const { path, document, redirect } = product;
  const redirect_uri = redirect(51_001);
  let client_id: string;
  beforeAll(() => {
    client_id = host.publish(path, { ...PUBLIC, ...document });
  });
  const asked = (fields: Record<string, string> = {}) => ({
    ...{ client_id, redirect_uri, resource: MCP, scope: "openid offline_access", ...S256 },
    ...fields,
  });

  test("signs in by the address of its document, from a port of its own, and refreshes", async () => {
    const { code = "", iss } = answerOf(await decide(service, asked()));
    expect(iss).toBe(`${ORIGIN}/auth/oauth2`);
    const given = await service.form(TOKEN, {
      ...{ grant_type: "authorization_code", client_id, code, redirect_uri, resource: MCP },
      code_verifier: VERIFIER,
    });
    expect(given.status, given.text).toBe(200);
    expect(given.body.scope).toBe("openid offline_access");
    const { refresh_token } = given.body;
    const again = await service.form(TOKEN, {
      ...{ grant_type: "refresh_token", client_id, refresh_token, resource: MCP },
    });
    expect(again.status, again.text).toBe(200);
    expect(again.body.refresh_token).not.toBe(refresh_token);
    expect(claimsOf(again.body.access_token).aud).toContain(MCP);
    const called = await app.request(MCP, {
      method: "POST",
      headers: { authorization: `Bearer ${again.body.access_token}` },
    });
    expect(await called.json()).toEqual({ user: "ada" });
  });

  test("the person sees the host of the document, whatever name it gives itself", async () => {
    const { text } = await openPage(service, await newFlow(service, asked()));
    expect(text).toContain(host.host.split(":")[0]);
    expect(text).toContain(document.client_name);
  });
});

test("step-up: `registration.step_up_scopes` widens what a document names, and its bound, and nothing else", async () => {
  const redirect_uri = "http://localhost:51001/callback";
  const fields = { ...PUBLIC, redirect_uris: ["http://localhost/callback"], scope: "openid" };
  const client_id = host.publish("/careful.json", fields);
  const begin = (scope: string) =>
    startWith(service, { client_id, redirect_uri, scope, ...S256 }).then(locationOf);
  const asks = "/auth/oauth2/consent?flow=";
  expect(await begin("openid files")).toContain("error=invalid_scope");
  for (const allowed_scopes of [[], ["openid"]]) {
    await putSetting(service, "registration", { allowed_scopes, step_up_scopes: ["files"] });
    expect(await begin("openid files")).toContain(asks);
    expect(await begin("openid profile")).toContain("error=invalid_scope");
  }
  await putSetting(service, "registration", {});
});
