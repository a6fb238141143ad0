/** Modules of the Basic OP and Config OP plans, each with what the suite's module of that name checks. */
import * as client from "openid-client";
import { expect } from "vitest";
import { claimsOf, headerOf } from "../tokens.ts";
import { CALLBACK, type Party, refusedWith, type Suite, shownTo, type Tokens } from "./suite.ts";

type Parameters = Readonly<Record<string, string>>;

const subjectOf = (tokens: Tokens) => tokens.claims()?.sub ?? "";

async function userinfoFor(suite: Suite, scope: string) {
  const party = await suite.party();
  const { tokens } = await suite.signIn(party, { scope });
  return client.fetchUserInfo(party.config, tokens.access_token, subjectOf(tokens));
}

/** The request has an answer like any other. */
const succeedsWith = (parameters: Parameters) => async (suite: Suite) => {
  const { tokens } = await suite.signIn(await suite.party(), parameters);
  expect(subjectOf(tokens)).not.toBe("");
};

/** An access token is taken in this way, and userinfo is of the person of the ID token. */
const userinfoBy =
  (ask: (suite: Suite, party: Party, token: string) => Promise<Response>) =>
  async (suite: Suite) => {
    const party = await suite.party();
    const { tokens } = await suite.signIn(party);
    const answer = await ask(suite, party, tokens.access_token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await answer.json()).toMatchObject({ sub: subjectOf(tokens) });
  };

const endpointOf = ({ config }: Party) => new URL(config.serverMetadata().userinfo_endpoint ?? "");

/** Two sign-ins in one browser; the second one is not seen by the person. */
const silentlyAgain =
  (first: Parameters, second: (tokens: Tokens) => Parameters) => async (suite: Suite) => {
    const party = await suite.party();
    const before = await suite.signIn(party, first);
    await suite.world.pass(1_000);
    const request = await suite.request(party, second(before.tokens));
    const outcome = await suite.visitor.visit(request.url);
    expect(outcome.seen).not.toContain("login-form");
    const after = await suite.redeem(party, request, outcome);
    expect(after.claims()).toMatchObject({
      sub: subjectOf(before.tokens),
      auth_time: before.tokens.claims()?.auth_time,
    });
  };

/** The person signs in a second time, and the ID token says so. */
const signsInAgain = (parameters: Parameters) => async (suite: Suite) => {
  const party = await suite.party();
  const before = await suite.signIn(party);
  await suite.world.pass(2_000);
  const after = await suite.signIn(party, parameters);
  expect(after.seen).toContain("login-form");
  expect(Number(after.tokens.claims()?.auth_time)).toBeGreaterThan(
    Number(before.tokens.claims()?.auth_time),
  );
};

const codeTwice = (between: number) => async (suite: Suite) => {
  const party = await suite.party();
  const request = await suite.request(party);
  const outcome = await suite.visitor.visit(request.url);
  const tokens = await suite.redeem(party, request, outcome);
  await suite.world.pass(between);
  await expect(suite.redeem(party, request, outcome)).rejects.toMatchObject({
    error: "invalid_grant",
    status: 400,
  });
  await expect(
    client.fetchUserInfo(party.config, tokens.access_token, subjectOf(tokens)),
    "what the code gave is revoked (RFC 6749 §4.1.2, K-5)",
  ).rejects.toThrow();
};

/** A request object that no key signed. */
const unsigned = (claims: object) =>
  `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims)).replace(/=+$/, "")}.`;

async function discoveryEndpoint(suite: Suite): Promise<void> {
  const address = `${suite.issuer}/.well-known/openid-configuration`;
  const answer = await suite.world.fetch(new Request(address));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  const metadata = await suite.metadata();
  expect(metadata.issuer).toBe(suite.issuer.href);
  for (const [name, value] of Object.entries(metadata)) {
    if (/_(?:endpoint|uri)$/.test(name)) expect(value, name).toMatch(/^https:\/\//);
  }
  for (const name of ["authorization_endpoint", "token_endpoint", "userinfo_endpoint"]) {
    expect(metadata, name).toHaveProperty(name);
  }
  expect(metadata.response_types_supported).toContain("code");
  expect(metadata.grant_types_supported).toContain("authorization_code");
  expect(metadata.subject_types_supported).toContain("public");
  expect(metadata.id_token_signing_alg_values_supported).toContain("RS256");
  expect(metadata.scopes_supported).toContain("openid");
  expect(metadata.code_challenge_methods_supported).toContain("S256");
  expect(metadata.claims_supported).toContain("sub");
  expect(metadata.request_uri_parameter_supported).toBe(false);
  const keys = await (await suite.world.fetch(new Request(metadata.jwks_uri ?? ""))).json();
  const kids = keys.keys.map(({ kid }: { kid?: string }) => kid);
  expect(new Set(kids).size, "each key has a kid of its own").toBe(kids.length);
  for (const key of keys.keys) {
    expect(key).toMatchObject({ kid: expect.any(String), use: "sig" });
    for (const secret of ["d", "p", "q", "k"]) expect(Object.keys(key)).not.toContain(secret);
  }
}

export const basicModules = {
  "oidcc-discovery-endpoint-verification": discoveryEndpoint,

  async "oidcc-server"(suite: Suite) {
    const party = await suite.party();
    const { callback, tokens } = await suite.signIn(party);
    expect(callback?.searchParams.get("iss")).toBe(suite.issuer.href);
    // 128 bits, whatever alphabet they are written in (RFC 6749 §10.10).
    expect(callback?.searchParams.get("code")?.length).toBeGreaterThanOrEqual(32);
    expect(tokens.token_type).toBe("bearer");
    expect(tokens.expires_in).toBeGreaterThan(0);
    expect(tokens.claims()).toMatchObject({ iss: suite.issuer.href, at_hash: expect.any(String) });
    expect(tokens.claims(), "what was not asked for").not.toHaveProperty("name");
  },

  async "oidcc-response-type-missing"(suite: Suite) {
    const { url, state } = await suite.request(await suite.party());
    url.searchParams.delete("response_type");
    const error = refusedWith(await suite.visitor.visit(url), state);
    expect(["invalid_request", "unsupported_response_type"]).toContain(error);
  },

  async "oidcc-idtoken-signature"(suite: Suite) {
    const { tokens } = await suite.signIn(await suite.party());
    expect(headerOf(tokens.id_token ?? "")).toMatchObject({
      alg: "RS256",
      kid: expect.any(String),
    });
  },

  async "oidcc-idtoken-unsigned"(suite: Suite) {
    expect((await suite.metadata()).id_token_signing_alg_values_supported).not.toContain("none");
    const { tokens } = await suite.signIn(
      await suite.party({ id_token_signed_response_alg: "none" }).catch(() => suite.party()),
    );
    expect(headerOf(tokens.id_token ?? "").alg).not.toBe("none");
  },

  "oidcc-userinfo-get": userinfoBy((_suite, party, token) =>
    client.fetchProtectedResource(party.config, token, endpointOf(party), "GET"),
  ),
  "oidcc-userinfo-post-header": userinfoBy((_suite, party, token) =>
    client.fetchProtectedResource(party.config, token, endpointOf(party), "POST"),
  ),
  "oidcc-userinfo-post-body": userinfoBy((suite, party, access_token) =>
    suite.world.fetch(
      new Request(endpointOf(party), {
        method: "POST",
        body: new URLSearchParams({ access_token }),
      }),
    ),
  ),

  async "oidcc-ensure-request-without-nonce-succeeds-for-code-flow"(suite: Suite) {
    const party = await suite.party();
    const { tokens } = await suite.signIn(party, {}, { withoutNonce: true });
    expect(tokens.claims()).not.toHaveProperty("nonce");
  },

  async "oidcc-scope-profile"(suite: Suite) {
    expect(await userinfoFor(suite, "openid profile")).toMatchObject({
      name: "Ada Example",
      given_name: "Ada",
      family_name: "Example",
      nickname: "ada",
      preferred_username: "ada",
      locale: "en",
    });
  },
  async "oidcc-scope-email"(suite: Suite) {
    const claims = { email: "ada@example.com", email_verified: true };
    expect(await userinfoFor(suite, "openid email")).toMatchObject(claims);
  },
  async "oidcc-scope-address"(suite: Suite) {
    const address = { street_address: "1 Example Street", country: "Exampleland" };
    expect(await userinfoFor(suite, "openid address")).toMatchObject({ address });
  },
  async "oidcc-scope-phone"(suite: Suite) {
    const claims = { phone_number: "+1 555 0100", phone_number_verified: false };
    expect(await userinfoFor(suite, "openid phone")).toMatchObject(claims);
  },
  async "oidcc-scope-all"(suite: Suite) {
    const claims = await userinfoFor(suite, "openid profile email address phone");
    const names = ["name", "preferred_username", "email", "address", "phone_number", "updated_at"];
    for (const name of names) expect(claims).toHaveProperty(name);
  },

  async "oidcc-alternate-happy-flow"(suite: Suite) {
    const party = await suite.party();
    const request = await suite.request(party, { scope: "email openid" });
    const turned = new URL(request.url);
    turned.search = new URLSearchParams([...request.url.searchParams].reverse()).toString();
    const tokens = await suite.redeem(party, request, await suite.visitor.visit(turned));
    expect(await suite.userinfo(party, tokens)).toMatchObject({ email: "ada@example.com" });
  },

  "oidcc-display-page": succeedsWith({ display: "page" }),
  "oidcc-display-popup": succeedsWith({ display: "popup" }),
  "oidcc-ensure-request-with-unknown-parameter-succeeds": succeedsWith({ extra: "foobar" }),
  "oidcc-login-hint": succeedsWith({ login_hint: "ada" }),
  "oidcc-ui-locales": succeedsWith({ ui_locales: "se" }),
  "oidcc-claims-locales": succeedsWith({ claims_locales: "se" }),

  async "oidcc-ensure-request-with-acr-values-succeeds"(suite: Suite) {
    const levels = (await suite.metadata()).acr_values_supported as string[] | undefined;
    await succeedsWith({ acr_values: (levels ?? ["1", "2"]).join(" ") })(suite);
  },

  async "oidcc-claims-essential"(suite: Suite) {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
    await succeedsWith({ claims })(suite);
  },

  "oidcc-prompt-login": signsInAgain({ prompt: "login" }),
  "oidcc-max-age-1": signsInAgain({ max_age: "1" }),
  "oidcc-max-age-10000": silentlyAgain({ max_age: "15000" }, () => ({ max_age: "10000" })),
  "oidcc-prompt-none-logged-in": silentlyAgain({}, () => ({ prompt: "none" })),
  "oidcc-id-token-hint": silentlyAgain({}, ({ id_token = "" }) => ({
    prompt: "none",
    id_token_hint: id_token,
  })),

  async "oidcc-prompt-none-not-logged-in"(suite: Suite) {
    const state = "s".repeat(128);
    const { url } = await suite.request(await suite.party(), { prompt: "none", state });
    const outcome = await suite.visitor.visit(url);
    expect(outcome.seen).toEqual([]);
    const error = refusedWith(outcome, state);
    expect(["login_required", "interaction_required"]).toContain(error);
  },

  "oidcc-codereuse": codeTwice(0),
  "oidcc-codereuse-30seconds": codeTwice(30_000),

  async "oidcc-ensure-registered-redirect-uri"(suite: Suite) {
    const { url } = await suite.request(await suite.party(), { redirect_uri: `${CALLBACK}x` });
    shownTo(await suite.visitor.visit(url));
  },

  async "oidcc-ensure-post-request-succeeds"(suite: Suite) {
    const { tokens } = await suite.signIn(await suite.party(), {}, { post: true });
    expect(subjectOf(tokens)).not.toBe("");
  },

  async "oidcc-server-client-secret-post"(suite: Suite) {
    const party = await suite.party({}, "client_secret_post");
    expect(subjectOf((await suite.signIn(party)).tokens)).not.toBe("");
  },

  async "oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported"(suite: Suite) {
    const request_uri = "https://app.example.com/request.jwt";
    const { url, state } = await suite.request(await suite.party(), { request_uri });
    expect(refusedWith(await suite.visitor.visit(url), state)).toBe("request_uri_not_supported");
  },

  async "oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported"(
    suite: Suite,
  ) {
    const request = unsigned({ scope: "openid" });
    const { url, state } = await suite.request(await suite.party(), { request });
    expect(refusedWith(await suite.visitor.visit(url), state)).toBe("request_not_supported");
  },

  async "oidcc-ensure-request-object-with-redirect-uri"(suite: Suite) {
    const request = unsigned({ redirect_uri: CALLBACK });
    const redirect_uri = `${CALLBACK}/elsewhere`;
    const { url } = await suite.request(await suite.party(), { redirect_uri, request });
    shownTo(await suite.visitor.visit(url));
  },

  async "oidcc-refresh-token"(suite: Suite) {
    const [one, two] = [await suite.party(), await suite.party()];
    const scope = "openid offline_access";
    for (const party of [one, two]) {
      const { tokens } = await suite.signIn(party, { scope, prompt: "consent" });
      const before = claimsOf(tokens.id_token ?? "");
      await suite.world.pass(1_000);
      const refreshed = await client.refreshTokenGrant(party.config, tokens.refresh_token ?? "");
      const { iss, sub, aud, auth_time } = before;
      expect(refreshed.claims()).toMatchObject({ iss, sub, aud, auth_time });
      expect(refreshed.claims()?.iat).toBeGreaterThan(before.iat);
      expect(await suite.userinfo(party, refreshed)).toMatchObject({ sub });
      const other = party === one ? two : one;
      const latest = refreshed.refresh_token ?? tokens.refresh_token ?? "";
      await expect(client.refreshTokenGrant(other.config, latest)).rejects.toMatchObject({
        error: "invalid_grant",
      });
    }
  },

  async "oidcc-ensure-request-with-valid-pkce-succeeds"(suite: Suite) {
    const { tokens } = await suite.signIn(await suite.party(), {}, { pkce: true });
    expect(subjectOf(tokens)).not.toBe("");
  },
};
