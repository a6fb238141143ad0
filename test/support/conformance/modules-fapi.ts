/** Modules of the FAPI 2.0 plan for every client: the flow, pushed requests, codes and refresh tokens. */
import { expect } from "vitest";
import { S256, VERIFIER } from "../authorize.ts";
import { CALLBACK, type FapiSuite, refusedWith, type Wish } from "./fapi-suite.ts";
import { shownTo } from "./suite.ts";
import { PERSON } from "./world.ts";

/** The flow succeeds, with this in the request. */
const succeedsWith = (fields: Wish["fields"]) => async (suite: FapiSuite) => {
  await suite.signIn(await suite.party(), { fields: { ...fields } });
};

/** Not even pushed. */
const pushFails =
  (fields: Wish["fields"], ...errors: readonly string[]) =>
  async (suite: FapiSuite) => {
    refusedWith(await suite.push(await suite.party(), { fields: { ...fields } }), ...errors);
  };

/** The nonce comes back. */
const returnsNonce = (nonce: string) => async (suite: FapiSuite) => {
  const { idToken } = await suite.signIn(await suite.party(), { fields: { nonce } });
  expect(idToken.nonce).toBe(nonce);
};

/** The code is not redeemed with this. */
const redeemFails =
  (wish: Wish, ...errors: readonly string[]) =>
  async (suite: FapiSuite) => {
    const party = await suite.party();
    refusedWith(await suite.redeem(party, await suite.allowed(party), wish), ...errors);
  };

const standard = ["name", "given_name", "family_name", "nickname", "locale"];

export const fapiModules = {
  async "discovery-end-point-verification"(suite: FapiSuite) {
    const metadata = await suite.metadata();
    const byKey = suite.variant === "private_key_jwt, dpop";
    expect(metadata).toMatchObject({
      issuer: suite.issuer,
      authorization_endpoint: expect.stringMatching(/^https:/),
      token_endpoint: expect.stringMatching(/^https:/),
      pushed_authorization_request_endpoint: expect.stringMatching(/^https:/),
      jwks_uri: expect.stringMatching(/^https:/),
      authorization_response_iss_parameter_supported: true,
      response_types_supported: ["code"],
      code_challenge_methods_supported: expect.arrayContaining(["S256"]),
      grant_types_supported: expect.arrayContaining(["authorization_code", "refresh_token"]),
      scopes_supported: expect.arrayContaining(["openid"]),
      id_token_signing_alg_values_supported: expect.arrayContaining(["ES256"]),
      token_endpoint_auth_methods_supported: expect.arrayContaining([
        byKey ? "private_key_jwt" : "self_signed_tls_client_auth",
      ]),
      ...(byKey
        ? {
            token_endpoint_auth_signing_alg_values_supported: expect.arrayContaining(["ES256"]),
            dpop_signing_alg_values_supported: expect.arrayContaining(["ES256"]),
          }
        : { tls_client_certificate_bound_access_tokens: true }),
    });
  },

  async "happy-flow"(suite: FapiSuite) {
    const parties = [await suite.party(), await suite.party()];
    for (const party of parties) {
      const { answer, access_token, idToken } = await suite.signIn(party);
      expect(answer.searchParams.get("state")).toBe("state");
      expect(idToken.nonce).toBe("nonce");
      const stolen = { dpop: false, certificate: false } as const;
      expect((await suite.userinfo(party, access_token, stolen)).status).toBe(401);
    }
  },

  async "user-rejects-authentication"(suite: FapiSuite) {
    const party = await suite.party();
    const url = suite.address(party, await suite.pushed(party));
    const answers = { "login-form": PERSON, "consent-form": { action: "deny" } };
    const answer = suite.back(party, await suite.visitor.visit(url, undefined, answers));
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({
      error: "access_denied",
      state: "state",
    });
  },

  async "ensure-authorization-request-without-state-success"(suite: FapiSuite) {
    const party = await suite.party();
    const { answer } = await suite.signIn(party, { fields: { state: undefined } });
    expect(answer.searchParams.has("state")).toBe(false);
  },

  async "ensure-authorization-request-without-nonce-success"(suite: FapiSuite) {
    const party = await suite.party();
    const { idToken } = await suite.signIn(party, { fields: { nonce: undefined } });
    expect(idToken).not.toHaveProperty("nonce");
  },

  "ensure-authorization-request-with-64-char-nonce-success": returnsNonce("n".repeat(64)),
  "ensure-authorization-request-with-long-nonce": returnsNonce("n".repeat(384)),
  "ensure-other-scope-order-succeeds": succeedsWith({ scope: "email openid" }),

  async "ensure-authorization-request-with-long-state"(suite: FapiSuite) {
    const state = "s".repeat(1_000);
    const { answer } = await suite.signIn(await suite.party(), { fields: { state } });
    expect(answer.searchParams.get("state")).toBe(state);
  },

  async "test-claims-parameter-identity-claims"(suite: FapiSuite) {
    const wanted = Object.fromEntries(standard.map((name) => [name, null]));
    const claims = JSON.stringify({ id_token: wanted, userinfo: wanted });
    const party = await suite.party();
    const { access_token, idToken } = await suite.signIn(party, { fields: { claims } });
    const { body } = await suite.userinfo(party, access_token);
    for (const name of standard) {
      expect([typeof idToken[name], typeof body[name]], name).toEqual(["string", "string"]);
    }
  },

  async "access-token-type-header-case-sensitivity"(suite: FapiSuite) {
    const party = await suite.party();
    const { access_token } = await suite.signIn(party);
    const scheme = suite.variant === "mtls, mtls" ? "bEARER" : "dpOp";
    expect((await suite.userinfo(party, access_token, {}, scheme)).status).toBe(200);
  },

  async "ensure-different-nonce-inside-and-outside-request-object"(suite: FapiSuite) {
    const { idToken } = await suite.signIn(await suite.party(), {}, { nonce: "another" });
    expect(idToken.nonce).toBe("nonce");
  },

  async "ensure-different-state-inside-and-outside-request-object"(suite: FapiSuite) {
    const { answer } = await suite.signIn(await suite.party(), {}, { state: "another" });
    expect(answer.searchParams.get("state")).toBe("state");
  },

  async "state-only-outside-request-object-not-used"(suite: FapiSuite) {
    const wish = { fields: { state: undefined } };
    const { answer } = await suite.signIn(await suite.party(), wish, { state: "outside" });
    expect(answer.searchParams.has("state")).toBe(false);
  },

  "ensure-request-object-without-redirect-uri-fails": pushFails(
    { redirect_uri: undefined },
    "invalid_request",
  ),
  "ensure-redirect-uri-in-authorization-request": pushFails(
    { redirect_uri: undefined },
    "invalid_request",
  ),
  "plain-fapi-tolerate-unregistered-redirect-uri": pushFails(
    { redirect_uri: `${CALLBACK}/another` },
    "invalid_request",
  ),
  "ensure-response-type-code-idtoken-fails": pushFails(
    { response_type: "code id_token" },
    ...["invalid_request", "unsupported_response_type"],
  ),
  "ensure-response-type-token-fails": pushFails(
    { response_type: "token" },
    ...["invalid_request", "unsupported_response_type"],
  ),
  "par-authorization-request-containing-request_uri-form-param": pushFails(
    { request_uri: "urn:ietf:params:oauth:request_uri:any" },
    "invalid_request",
  ),
  "par-ensure-pkce-required": pushFails(
    { code_challenge: undefined, code_challenge_method: undefined },
    "invalid_request",
  ),
  "par-plain-pkce-rejected": pushFails(
    { code_challenge: VERIFIER, code_challenge_method: "plain" },
    "invalid_request",
  ),

  async "ensure-unsigned-authorization-request-without-using-par-fails"(suite: FapiSuite) {
    const party = await suite.party();
    const query = { client_id: party.id, response_type: "code", scope: "openid", state: "state" };
    const all = new URLSearchParams({ ...query, ...S256, redirect_uri: party.redirect_uri });
    const url = new URL(`${suite.issuer}/authorize?${all}`);
    const answer = suite.back(party, await suite.visitor.visit(url));
    expect(answer.searchParams.get("error")).toBe("invalid_request");
    expect(answer.searchParams.has("code")).toBe(false);
  },

  async "par-attempt-invalid-http-method"(suite: FapiSuite) {
    const party = await suite.party();
    const { status } = await suite.post(party, "par", suite.request(party), {}, "PUT");
    expect(status).toBe(405);
  },

  "par-without-duplicate-parameters": succeedsWith({}),

  async "ensure-client-id-in-token-endpoint"(suite: FapiSuite) {
    const [party, other] = [await suite.party(), await suite.party()];
    const answer = await suite.allowed(party);
    // The second client's name, the first one's key.
    const mixed = { ...party, id: other.id };
    refusedWith(await suite.redeem(mixed, answer), "invalid_client", "invalid_grant");
  },

  "ensure-holder-of-key-required": redeemFails(
    { dpop: false, certificate: false },
    ...["invalid_request", "invalid_dpop_proof", "invalid_client", "invalid_grant"],
  ),

  async "ensure-authorization-code-is-bound-to-client"(suite: FapiSuite) {
    const answer = await suite.allowed(await suite.party());
    refusedWith(await suite.redeem(await suite.party(), answer), "invalid_grant");
  },

  async "attempt-reuse-authorization-code-after-one-second"(suite: FapiSuite) {
    const party = await suite.party();
    const { answer, access_token } = await suite.signIn(party);
    await suite.world.pass(1_000);
    refusedWith(await suite.redeem(party, answer), "invalid_grant");
    expect((await suite.userinfo(party, access_token)).status, "it is revoked").toBe(401);
  },

  async "ensure-token-endpoint-fails-with-expired-auth-code"(suite: FapiSuite) {
    const party = await suite.party();
    const answer = await suite.allowed(party);
    await suite.world.pass(61_000);
    refusedWith(await suite.redeem(party, answer), "invalid_grant");
  },

  "ensure-pkce-code-verifier-required": redeemFails(
    { fields: { code_verifier: undefined } },
    ...["invalid_request", "invalid_grant"],
  ),
  "incorrect-pkce-code-verifier-rejected": redeemFails(
    { fields: { code_verifier: VERIFIER.toLowerCase().padEnd(50, "x") } },
    "invalid_grant",
  ),

  async "refresh-token"(suite: FapiSuite) {
    const [party, other] = [await suite.party(), await suite.party()];
    const first = await suite.signIn(party);
    const grant = { grant_type: "refresh_token", refresh_token: first.refresh_token };
    const again = await suite.tokensOf(party, await suite.post(party, "token", grant));
    expect(again.idToken).toMatchObject({
      sub: first.idToken.sub,
      auth_time: first.idToken.auth_time,
    });
    expect(again.refresh_token, "it does not rotate").toBe(first.refresh_token);
    expect((await suite.userinfo(party, again.access_token)).status).toBe(200);
    refusedWith(await suite.post(other, "token", grant), "invalid_grant");
    const stolen = { assertion: false, dpop: false, certificate: false } as const;
    refusedWith(await suite.post(party, "token", grant, stolen), "invalid_client");
  },

  async "par-ensure-reused-request-uri-prior-to-auth-completion-succeeds"(suite: FapiSuite) {
    const party = await suite.party();
    const url = suite.address(party, await suite.pushed(party));
    await suite.visitor.look(url);
    const answer = suite.back(party, await suite.visitor.visit(url));
    await suite.tokensOf(party, await suite.redeem(party, answer));
  },

  async "par-attempt-reuse-request_uri"(suite: FapiSuite) {
    const party = await suite.party();
    const url = suite.address(party, await suite.pushed(party));
    suite.back(party, await suite.visitor.visit(url));
    shownTo(await suite.visitor.visit(url));
  },

  async "par-attempt-to-use-expired-request_uri"(suite: FapiSuite) {
    const party = await suite.party();
    const { status, body } = await suite.push(party);
    expect([status, body.expires_in < 600]).toEqual([201, true]);
    await suite.world.pass((body.expires_in + 1) * 1_000);
    shownTo(await suite.visitor.visit(suite.address(party, body.request_uri)));
  },

  async "par-attempt-to-use-request_uri-for-different-client"(suite: FapiSuite) {
    const request_uri = await suite.pushed(await suite.party());
    shownTo(await suite.visitor.visit(suite.address(await suite.party(), request_uri)));
  },
};
