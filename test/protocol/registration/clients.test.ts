/** Foreign clients register themselves and sign a person in: oauth4webapi and openid-client (RFC 7591, O-3). */
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { formTokenOf, locationOf, openPage, submit } from "../../support/authorize.ts";
import {
  DOCUMENT_REDIRECT,
  type DocumentHost,
  startDocumentHost,
} from "../../support/document-host.ts";
import { OPEN } from "../../support/registration.ts";
import { testRuntime } from "../../support/runtime.ts";
import { claimsOf, createAda, putSetting } from "../../support/tokens.ts";

const ISSUER = new URL(`${ORIGIN}/auth/oauth2`);
let service: TestAuth;
let host: DocumentHost;

/** Both libraries call it like `fetch`; their option types differ in what a body may be. */
// biome-ignore lint/suspicious/noExplicitAny: see above
const customFetch = (url: string, options: any) => service.auth.fetch(new Request(url, options));

beforeAll(async () => {
  host = await startDocumentHost();
  service = await testAuth({}, testRuntime({ publicFetch: host.publicFetch }));
  await createAda(service);
  await putSetting(service, "registration", OPEN);
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await host?.[Symbol.asyncDispose]();
});

/** What a person does with the URL that a client opens; answers where the browser ends. */
async function allow(url: URL): Promise<URL> {
  const asked = await service.request("GET", url.href.slice(ORIGIN.length));
  const flow = new URL(locationOf(asked), ORIGIN).searchParams.get("flow") ?? "";
  const form_token = formTokenOf(await openPage(service, flow));
  const decided = await submit(service, { flow, form_token, action: "approve" });
  return new URL(locationOf(decided));
}

test("oauth4webapi: registers by discovery, signs a person in with PKCE, and refreshes", async () => {
  const options = { [oauth.customFetch]: customFetch };
  const found = await oauth.discoveryRequest(ISSUER, { algorithm: "oauth2", ...options });
  const server = await oauth.processDiscoveryResponse(ISSUER, found);
  const redirect_uri = "http://127.0.0.1:49152/callback";
  const sent = {
    client_name: "Example Tool",
    redirect_uris: ["http://127.0.0.1/callback"],
    token_endpoint_auth_method: "none",
  };
  const registered = await oauth.dynamicClientRegistrationRequest(server, sent, options);
  const client = await oauth.processDynamicClientRegistrationResponse(registered);
  const verifier = oauth.generateRandomCodeVerifier();
  const url = new URL(server.authorization_endpoint ?? "");
  url.search = new URLSearchParams({
    ...{ response_type: "code", client_id: client.client_id, redirect_uri, scope: "openid" },
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    ...{ code_challenge_method: "S256", state: "s" },
  }).toString();
  const answer = oauth.validateAuthResponse(server, client, await allow(url), "s");
  const given = await oauth.authorizationCodeGrantRequest(
    ...([server, client, oauth.None(), answer, redirect_uri, verifier, options] as const),
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, given);
  expect(claimsOf(tokens.access_token).azp).toBe(client.client_id);
  const again = await oauth.refreshTokenGrantRequest(
    ...([server, client, oauth.None(), tokens.refresh_token ?? "", options] as const),
  );
  const next = await oauth.processRefreshTokenResponse(server, client, again);
  expect(next.refresh_token).not.toBe(tokens.refresh_token);
});

test("openid-client: registers with an initial access token, as a confidential client", async () => {
  await putSetting(service, "registration", { ...OPEN, require_initial_token: true });
  const made = await service.json("POST", "/auth/v1/registration/tokens", {
    name: "openid-client",
  });
  const redirect_uri = "https://notes.example.com/callback";
  const configuration = await openid.dynamicClientRegistration(
    ISSUER,
    { client_name: "Example Notes", redirect_uris: [redirect_uri] },
    undefined,
    { initialAccessToken: made.body.payload.token, [openid.customFetch]: customFetch },
  );
  configuration[openid.customFetch] = customFetch;
  const verifier = openid.randomPKCECodeVerifier();
  const code_challenge = await openid.calculatePKCECodeChallenge(verifier);
  const url = openid.buildAuthorizationUrl(configuration, {
    ...{ redirect_uri, scope: "openid", code_challenge, code_challenge_method: "S256" },
  });
  const tokens = await openid.authorizationCodeGrant(configuration, await allow(url), {
    pkceCodeVerifier: verifier,
  });
  expect(tokens.claims()?.aud).toBe(configuration.clientMetadata().client_id);
  await putSetting(service, "registration", OPEN);
});

test("openid-client: signs a person in by the URL of a document", async () => {
  const client_id = host.publish("/client.json");
  const configuration = await openid.discovery(ISSUER, client_id, undefined, openid.None(), {
    [openid.customFetch]: customFetch,
  });
  expect(configuration.serverMetadata().client_id_metadata_document_supported).toBe(true);
  const verifier = openid.randomPKCECodeVerifier();
  const url = openid.buildAuthorizationUrl(configuration, {
    ...{ redirect_uri: DOCUMENT_REDIRECT, scope: "openid", code_challenge_method: "S256" },
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
  });
  const tokens = await openid.authorizationCodeGrant(configuration, await allow(url), {
    pkceCodeVerifier: verifier,
  });
  expect(tokens.claims()?.aud).toBe(client_id);
});
