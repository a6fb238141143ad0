/** Signing in at a SAML provider (specification, SAML; auth-wire 6.2; S-6 to S-8; rule 13). */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import {
  ACS,
  AUDIENCE,
  answered,
  BASE,
  begin,
  CALLBACK,
  ENTITY,
  post,
  putProvider,
  redeem,
  registering,
  saysFor,
  signIn,
} from "../../support/saml.ts";
import { type Key, makeKey, SIGN_ON, signedResponse } from "../../support/saml-idp.ts";
import { claimsOf, putClient, WEB } from "../../support/tokens.ts";

let service: TestAuth;
let key: Key;

beforeAll(async () => {
  service = await testAuth();
  key = await makeKey();
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  await putClient(service, "spa", { public: true, redirect_uris: [CALLBACK] });
  await putProvider(service, registering(key));
});
afterAll(() => service[Symbol.asyncDispose]());

describe("GET …/login", () => {
  test("success: 307 to the provider by the redirect binding, with RelayState and nothing of the client", async () => {
    const { location, xml, relayState, request } = await begin(service);
    expect(location.startsWith(`${SIGN_ON}?SAMLRequest=`)).toBe(true);
    expect(relayState).toMatch(/^[0-9a-f]{64}$/);
    expect(request).toMatch(/^_[0-9a-f]{40}$/);
    expect(xml).toContain(`AssertionConsumerServiceURL="${ACS}"`);
    expect(xml).toContain(`<saml:Issuer>${AUDIENCE}</saml:Issuer>`);
    expect(location).not.toContain("client-state");
    expect(location).not.toContain("SigAlg");
  });

  test("S-7: the browser gets a cookie, for the SAML routes alone", async () => {
    const query = new URLSearchParams({ client_id: WEB.id, redirect_uri: CALLBACK });
    const answer = await service.request("GET", `${BASE}/login?${query}`);
    expect(answer.headers.get("set-cookie")).toMatch(
      /^saml_browser=[A-Za-z0-9_-]{43}; Path=\/auth\/saml\/; Max-Age=600; Secure; HttpOnly; SameSite=Lax$/,
    );
  });
});

describe("POST …/acs", () => {
  test.each(["assertion", "response", "both"] as const)(
    "a response that is signed at the level %s gives a code with state and iss, which gives tokens",
    async (level) => {
      const parameters = answered(await signIn(service, key, {}, level));
      expect(parameters.get("state")).toBe("client-state");
      expect(parameters.get("iss")).toBe("https://id.example.com/auth/oauth2");
      const { status, body, text } = await redeem(service, parameters.get("code") ?? "");
      expect(status, text).toBe(200);
      const claims = claimsOf(body.access_token);
      expect(claims.preferred_username).toBe("ada@example.com");
    },
  );
});
