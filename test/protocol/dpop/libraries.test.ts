/** DPoP by foreign clients: code flow, refresh and userinfo, with and without nonces (RFC 9449 §5, §7, §8, §10). */
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { CALLBACK, newCode, S256, VERIFIER } from "../../support/authorize.ts";
import { ISSUER } from "../../support/client-keys.ts";
import { claimsOf, createAda, putClient, putSetting } from "../../support/tokens.ts";

const APP = "single-page-app";
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await putClient(service, APP, {
    public: true,
    redirect_uris: [CALLBACK],
    dpop_bound_access_tokens: true,
  });
});
afterAll(() => service[Symbol.asyncDispose]());

// biome-ignore lint/suspicious/noExplicitAny: both libraries call it like `fetch`, with bodies of other types
const customFetch = (url: string, options: any) => service.auth.fetch(new Request(url, options));

/** What the library does once more when it is told a nonce. */
async function withNonce<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!oauth.isDPoPNonceError(error)) throw error;
    return step();
  }
}

const codeFor = (dpop_jkt: string) =>
  newCode(service, { client_id: APP, ...S256, dpop_jkt, scope: "openid offline_access" });

describe.each([false, true])("with nonces: %s", (dpop_nonces) => {
  beforeAll(() => putSetting(service, "token", { dpop_nonces }));

  test.each(["ES256", "PS256", "EdDSA", "RS256"])("oauth4webapi, %s", async (alg) => {
    const options = { [oauth.customFetch]: customFetch };
    const server = await oauth.processDiscoveryResponse(
      new URL(ISSUER),
      await oauth.discoveryRequest(new URL(ISSUER), options),
    );
    expect(server.dpop_signing_alg_values_supported).toContain(alg);
    const client: oauth.Client = { client_id: APP };
    const DPoP = oauth.DPoP(client, await oauth.generateKeyPair(alg));
    const jkt = await DPoP.calculateThumbprint();
    const code = await codeFor(jkt);
    const answer = new URLSearchParams({ code, state: "s-1", iss: ISSUER });
    const callback = oauth.validateAuthResponse(server, client, answer, "s-1");
    const tokens = await withNonce(async () =>
      oauth.processAuthorizationCodeResponse(
        server,
        client,
        await oauth.authorizationCodeGrantRequest(
          ...([server, client, oauth.None(), callback, CALLBACK, VERIFIER] as const),
          { ...options, DPoP },
        ),
      ),
    );
    expect(tokens.token_type).toBe("dpop");
    expect(claimsOf(tokens.access_token).cnf).toEqual({ jkt });
    const { sub = "" } = oauth.getValidatedIdTokenClaims(tokens) ?? {};
    const again = await withNonce(async () =>
      oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(
          ...([server, client, oauth.None(), tokens.refresh_token ?? ""] as const),
          { ...options, DPoP },
        ),
      ),
    );
    const claims = await withNonce(async () =>
      oauth.processUserInfoResponse(
        server,
        client,
        sub,
        await oauth.userInfoRequest(server, client, again.access_token, { ...options, DPoP }),
      ),
    );
    expect(claims.sub).toBe(sub);
  });

  test("openid-client", async () => {
    const config = await openid.discovery(new URL(ISSUER), APP, {}, openid.None(), {
      [openid.customFetch]: customFetch,
    });
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair());
    const code = await codeFor(await DPoP.calculateThumbprint());
    const answer = new URLSearchParams({ code, state: "s-1", iss: ISSUER });
    const tokens = await openid.authorizationCodeGrant(
      config,
      new URL(`${CALLBACK}?${answer}`),
      { pkceCodeVerifier: VERIFIER, expectedState: "s-1" },
      undefined,
      { DPoP },
    );
    const sub = tokens.claims()?.sub ?? "";
    const again = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "", {}, { DPoP });
    expect((await openid.fetchUserInfo(config, again.access_token, sub, { DPoP })).sub).toBe(sub);
  });
});
