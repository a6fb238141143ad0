/** Modules of the Dynamic OP plan: redirect URIs, members that are told back, and keys that roll. */
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { expect } from "vitest";
import { claimsOf, headerOf } from "../tokens.ts";
import { CALLBACK, type Suite, shownTo } from "./suite.ts";

const WITH_QUERY = `${CALLBACK}?foo=bar`;

/** A registration says what it was given. */
const registers = (member: string) => async (suite: Suite) => {
  const address = `https://app.example.com/${member}`;
  const party = await suite.party({ [member]: address });
  expect(party.registered).toMatchObject({ [member]: address });
  expect((await suite.signIn(party)).tokens.claims()?.sub).toBeTruthy();
};

const refuses = (registered: string, used: string) => async (suite: Suite) => {
  const party = await suite.party({ redirect_uris: [registered] });
  const { url } = await suite.request(party, { redirect_uri: used });
  shownTo(await suite.visitor.visit(url));
};

async function kidsOf(suite: Suite): Promise<string[]> {
  const { jwks_uri } = await suite.metadata();
  const answer = await suite.world.fetch(new Request(jwks_uri ?? ""));
  const { keys } = (await answer.json()) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
}

export const dynamicModules = {
  async "oidcc-idtoken-rs256"(suite: Suite) {
    const party = await suite.party({ id_token_signed_response_alg: "RS256" });
    const { tokens } = await suite.signIn(party);
    expect(headerOf(tokens.id_token ?? "").alg).toBe("RS256");
  },

  async "oidcc-userinfo-rs256"(suite: Suite) {
    const party = await suite.party({ userinfo_signed_response_alg: "RS256" });
    const { tokens } = await suite.signIn(party);
    const { userinfo_endpoint = "" } = await suite.metadata();
    const authorization = `Bearer ${tokens.access_token}`;
    const answer = await suite.world.fetch(
      new Request(userinfo_endpoint, { headers: { authorization } }),
    );
    expect(answer.headers.get("content-type")).toMatch(/^application\/jwt/);
    const signed = await answer.text();
    expect(headerOf(signed).alg).toBe("RS256");
    expect(claimsOf(signed)).toMatchObject({
      iss: suite.issuer.href,
      aud: party.config.clientMetadata().client_id,
      sub: tokens.claims()?.sub,
    });
  },

  async "oidcc-ensure-redirect-uri-in-authorization-request"(suite: Suite) {
    const party = await suite.party({ redirect_uris: [CALLBACK, `${CALLBACK}/two`] });
    const { url } = await suite.request(party);
    url.searchParams.delete("redirect_uri");
    shownTo(await suite.visitor.visit(url));
  },

  async "oidcc-redirect-uri-query-OK"(suite: Suite) {
    const party = await suite.party({ redirect_uris: [WITH_QUERY] });
    const request = await suite.request(party, {}, { pkce: true });
    const { callback } = await suite.visitor.visit(request.url);
    expect(callback?.href.startsWith(`${WITH_QUERY}&`), callback?.href).toBe(true);
    // openid-client cuts the query off, oauth4webapi does not.
    const as = party.config.serverMetadata() as oauth.AuthorizationServer;
    const { client_id, client_secret } = party.config.clientMetadata();
    const answer = await oauth.authorizationCodeGrantRequest(
      as,
      { client_id },
      oauth.ClientSecretBasic(client_secret as string),
      oauth.validateAuthResponse(as, { client_id }, callback ?? new URL(CALLBACK), request.state),
      WITH_QUERY,
      request.verifier ?? "",
      {
        [oauth.customFetch]: (url, init) =>
          suite.world.fetch(new Request(url, init as RequestInit)),
      },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, { client_id }, answer, {
      expectedNonce: request.nonce ?? "",
    });
    expect(tokens.id_token).toBeTruthy();
  },
  "oidcc-redirect-uri-query-mismatch": refuses(WITH_QUERY, `${CALLBACK}?foo=other`),
  "oidcc-redirect-uri-query-added": refuses(CALLBACK, WITH_QUERY),

  async "oidcc-redirect-uri-regfrag"(suite: Suite) {
    const refused = await suite
      .party({ redirect_uris: [`${CALLBACK}#foo`] })
      .catch((error) => error);
    expect(refused).toBeInstanceOf(client.ResponseBodyError);
    expect(refused.status).toBe(400);
    expect(["invalid_redirect_uri", "invalid_client_metadata"]).toContain(refused.error);
  },

  "oidcc-registration-logo-uri": registers("logo_uri"),
  "oidcc-registration-policy-uri": registers("policy_uri"),
  "oidcc-registration-tos-uri": registers("tos_uri"),

  async "oidcc-server-rotate-keys"(suite: Suite) {
    const before = await kidsOf(suite);
    const rotated = await suite.world.admin("POST", "/auth/v1/jwt/renew");
    expect(rotated.status, rotated.text).toBeLessThan(300);
    const after = await kidsOf(suite);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.length).toBeGreaterThan(before.length);
  },
};
