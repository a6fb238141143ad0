/** Modules of the FAPI 2.0 plan for clients that sign: assertions of `private_key_jwt`, and proofs of DPoP. */
import { expect } from "vitest";
import { clientKey } from "../client-keys.ts";
import { proofKey, type WishedProof } from "../dpop.ts";
import { type FapiSuite, type Party, refusedWith, type Wish } from "./fapi-suite.ts";

/** A request with such a proof of the client is refused where it is pushed, and at the token endpoint. */
const assertionFails = (wishFor: (suite: FapiSuite) => Wish) => async (suite: FapiSuite) => {
  const party = await suite.party();
  refusedWith(await suite.push(party, wishFor(suite)), "invalid_client", "invalid_request");
  const answer = await suite.allowed(party);
  const redeemed = await suite.redeem(party, answer, wishFor(suite));
  refusedWith(redeemed, "invalid_client", "invalid_request");
};

const audienceFails = (aud: (issuer: string) => string | string[]) =>
  assertionFails(({ issuer }) => ({ assertion: { claims: { aud: aud(issuer) } } }));

/** Proofs count as far as clocks may differ. */
const proofSucceeds = (offset: number) => async (suite: FapiSuite) => {
  const party = await suite.party();
  const answer = await suite.allowed(party);
  const wish = { dpop: { claims: { iat: suite.seconds + offset } } };
  const { access_token } = await suite.tokensOf(party, await suite.redeem(party, answer, wish));
  expect((await suite.userinfo(party, access_token, wish)).status).toBe(200);
};

const withJkt = ({ dpop: { jkt } }: Party) => ({ fields: { dpop_jkt: jkt } });

export const assertionModules = {
  async "ensure-signed-client-assertion-with-RS256-fails"(suite: FapiSuite) {
    const weak = await clientKey("RS256", "rs256");
    const party = await suite.party(weak);
    refusedWith(await suite.push(party, { signedBy: weak }), "invalid_client");
    const answer = await suite.allowed(party);
    refusedWith(await suite.redeem(party, answer, { signedBy: weak }), "invalid_client");
  },

  async "ensure-client-assertion-in-token-endpoint"(suite: FapiSuite) {
    const party = await suite.party();
    const answer = await suite.allowed(party);
    const redeemed = await suite.redeem(party, answer, { assertion: false });
    refusedWith(redeemed, "invalid_client", "invalid_request");
  },

  "ensure-client-assertion-with-exp-is-5-minutes-in-past-fails": assertionFails(({ seconds }) => ({
    assertion: { claims: { exp: seconds - 300 } },
  })),
  "ensure-client-assertion-with-wrong-aud-fails": audienceFails(() => "https://op.example.org"),
  "ensure-client-assertion-with-no-sub-fails": assertionFails(() => ({
    assertion: { claims: { sub: undefined } as never },
  })),
  "par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted": async (
    suite: FapiSuite,
  ) => {
    const at = suite.seconds + 8;
    await suite.pushed(await suite.party(), { assertion: { claims: { nbf: at, iat: at } } });
  },
  "par-ensure-jwt-client-assertions-nbf-over-60-seconds-in-the-future-fails": assertionFails(
    ({ seconds }) => ({ assertion: { claims: { nbf: seconds + 70, exp: seconds + 130 } } }),
  ),
  "par-test-array-as-audience-fails": audienceFails((issuer) => [issuer, `${issuer}/token`]),
  "par-test-par-endpoint-url-as-audience-fails": audienceFails((issuer) => `${issuer}/par`),
  "par-test-token-endpoint-url-as-audience-fails": audienceFails((issuer) => `${issuer}/token`),
};

/** What is wrong with a proof, by its name. */
const WRONG: Readonly<Record<string, (suite: FapiSuite) => Wish>> = {
  "typ is missing": () => ({ dpop: { header: { typ: undefined } } }),
  "typ is another": () => ({ dpop: { header: { typ: "JWT" } } }),
  "jwk is missing": () => ({ dpop: { header: { jwk: undefined } } }),
  ...Object.fromEntries(
    ["jti", "htm", "htu", "iat", "ath"].map((name) => [
      `${name} is missing`,
      () => ({ dpop: { claims: { [name]: undefined } as WishedProof["claims"] } }) as Wish,
    ]),
  ),
  "htm is another": () => ({ dpop: { claims: { htm: "POST" } } }),
  "htu is another": ({ issuer }) => ({ dpop: { claims: { htu: `${issuer}/token` } } }),
  "ath is of another token": () => ({ dpop: { token: "another" } }),
  "iat is long ago": ({ seconds }) => ({ dpop: { claims: { iat: seconds - 3_600 } } }),
  "iat is far ahead": ({ seconds }) => ({ dpop: { claims: { iat: seconds + 3_600 } } }),
};

export const dpopModules = {
  async "check-dpop-proof-nbf-exp"(suite: FapiSuite) {
    const party = await suite.party();
    const answer = await suite.allowed(party);
    const { seconds } = suite;
    const wish = { dpop: { claims: { nbf: seconds, exp: seconds + 300 } } };
    const { access_token } = await suite.tokensOf(party, await suite.redeem(party, answer, wish));
    expect((await suite.userinfo(party, access_token, wish)).status).toBe(200);
  },

  "ensure-dpopproof-with-iat-10seconds-before-succeeds": proofSucceeds(-10),
  "ensure-dpopproof-with-iat-10seconds-after-succeeds": proofSucceeds(10),

  async "ensure-mismatched-dpop-jkt-fails"(suite: FapiSuite) {
    const { jkt } = await proofKey();
    const pushed = await suite.push(await suite.party(), { fields: { dpop_jkt: jkt } });
    refusedWith(pushed, "invalid_request", "invalid_dpop_proof");
  },

  async "ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt"(suite: FapiSuite) {
    const party = await suite.party();
    const answer = await suite.allowed(party);
    const redeemed = await suite.redeem(party, answer, { provenBy: await proofKey() });
    refusedWith(redeemed, "invalid_request", "invalid_grant", "invalid_dpop_proof");
  },

  async "ensure-token-endpoint-fails-with-mismatched-dpop-jkt"(suite: FapiSuite) {
    const party = await suite.party();
    const { jkt } = await proofKey();
    const answer = await suite.allowed(party, { dpop: false, fields: { dpop_jkt: jkt } });
    refusedWith(
      await suite.redeem(party, answer),
      ...["invalid_request", "invalid_grant", "invalid_dpop_proof"],
    );
  },

  async "ensure-dpopproof-at-par-endpoint-binding-success"(suite: FapiSuite) {
    await suite.signIn(await suite.party());
  },

  async "ensure-dpop-auth-code-binding-success"(suite: FapiSuite) {
    const party = await suite.party();
    await suite.signIn(party, withJkt(party));
    const without = await suite.allowed(party, { ...withJkt(party), dpop: false });
    await suite.tokensOf(party, await suite.redeem(party, without));
  },

  async "dpop-negative-tests"(suite: FapiSuite) {
    const party = await suite.party();
    const { access_token } = await suite.signIn(party);
    const use = async (wish: Wish, scheme?: string) =>
      (await suite.userinfo(party, access_token, wish, scheme)).status;
    for (const [name, wish] of Object.entries(WRONG)) {
      expect(await use(wish(suite)), name).toBe(401);
    }
    expect(await use({ provenBy: await proofKey() }), "another key").toBe(401);
    expect(await use({ dpop: false }), "no proof").toBe(401);
    expect(await use({}, "Bearer"), "as a bearer token").toBe(401);
    const once = { dpop: { claims: { jti: crypto.randomUUID() } } };
    expect([await use(once), await use(once)], "a jti that comes twice").toEqual([200, 401]);
  },
};
