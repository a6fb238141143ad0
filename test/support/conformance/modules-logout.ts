/** Modules of the RP-Initiated Logout OP and Back-Channel Logout OP plans. */
import { createLocalJWKSet, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from "jose";
import { expect } from "vitest";
import { claimsOf } from "../tokens.ts";
import type { Outcome } from "./browser.ts";
import { AFTER_LOGOUT, type Party, refusedWith, type Suite, type Tokens } from "./suite.ts";

type Fields = Readonly<Record<string, string>>;

const EVENT = "http://schemas.openid.net/event/backchannel-logout";

interface Opened {
  readonly party: Party;
  readonly tokens: Tokens;
  /** The whole request of a sign-out. */
  readonly whole: Fields;
}

async function opened(suite: Suite, fields: object = {}): Promise<Opened> {
  const party = await suite.party({ ...fields });
  const { tokens } = await suite.signIn(party);
  const whole = {
    id_token_hint: tokens.id_token ?? "",
    post_logout_redirect_uri: AFTER_LOGOUT,
    state: "s".repeat(128),
  };
  return { party, tokens, whole };
}

async function logout(suite: Suite, fields: Fields): Promise<Outcome> {
  const { end_session_endpoint = "" } = await suite.metadata();
  return suite.visitor.look(new URL(`${end_session_endpoint}?${new URLSearchParams(fields)}`));
}

/** A request without a page, which a browser with a sign-in would have an answer to. */
async function isSignedOut(suite: Suite, party: Party): Promise<void> {
  const { url, state } = await suite.request(party, { prompt: "none" });
  const error = refusedWith(await suite.visitor.visit(url), state);
  expect(["login_required", "interaction_required"]).toContain(error);
}

async function isSignedIn(suite: Suite, party: Party): Promise<void> {
  const request = await suite.request(party);
  const outcome = await suite.visitor.visit(request.url);
  expect(outcome.seen).not.toContain("login-form");
}

const parameters = ({ callback }: Outcome) => Object.fromEntries(callback?.searchParams ?? []);

/** The browser comes back, and no one is signed in there. */
const comesBack = (fields: (whole: Fields) => Fields) => async (suite: Suite) => {
  const { party, whole } = await opened(suite);
  const sent = fields(whole);
  const outcome = await logout(suite, sent);
  expect(outcome.callback?.href.startsWith(AFTER_LOGOUT), outcome.page.text).toBe(true);
  expect(parameters(outcome)).toEqual(sent.state === undefined ? {} : { state: sent.state });
  await isSignedOut(suite, party);
};

/** The person sees an error, goes nowhere, and is signed in as before. */
const isRefused =
  (fields: (whole: Fields, suite: Suite) => Fields | Promise<Fields>) => async (suite: Suite) => {
    const { party, whole } = await opened(suite);
    const { callback, page } = await logout(suite, await fields(whole, suite));
    expect(callback).toBeUndefined();
    expect([page.status, page.text.includes('id="error-title"')]).toEqual([400, true]);
    await isSignedIn(suite, party);
  };

/** A page asks, and who presses the button is signed out. */
const asksFirst = (fields: (whole: Fields) => Fields) => async (suite: Suite) => {
  const { party, whole } = await opened(suite);
  const asked = await logout(suite, fields(whole));
  expect(asked.callback).toBeUndefined();
  await isSignedIn(suite, party);
  const done = await suite.visitor.press(asked.page, "sign-out-form");
  expect(done.page.text).toContain('id="signed-out"');
  await isSignedOut(suite, party);
};

/** The same claims without a signature. */
const unsigned = (token: string) => {
  const [, claims = ""] = token.split(".");
  return `${btoa('{"alg":"none"}').replace(/=+$/, "")}.${claims}.`;
};

async function signedElsewhere(token: string): Promise<string> {
  const { privateKey } = await generateKeyPair("RS256");
  return new SignJWT(claimsOf(token)).setProtectedHeader({ alg: "RS256" }).sign(privateKey);
}

async function verifyLogoutToken(suite: Suite, { config }: Party, token: string, tokens: Tokens) {
  const { jwks_uri } = await suite.metadata();
  const keys = await (await suite.world.fetch(new Request(jwks_uri ?? ""))).json();
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys as JSONWebKeySet), {
    issuer: suite.issuer.href,
    audience: config.clientMetadata().client_id,
    requiredClaims: ["iat", "exp", "jti", "events"],
  });
  const { sub, sid } = claimsOf(tokens.id_token ?? "");
  expect(payload).toMatchObject({ sub, sid, events: { [EVENT]: {} } });
  expect(payload).not.toHaveProperty("nonce");
}

export const logoutModules = {
  async "oidcc-rp-initiated-logout-discovery-endpoint-verification"(suite: Suite) {
    expect((await suite.metadata()).end_session_endpoint).toMatch(/^https:\/\//);
  },

  "oidcc-rp-initiated-logout": comesBack((whole) => whole),
  "oidcc-rp-initiated-logout-no-state": comesBack(({ state: _, ...rest }) => rest),

  "oidcc-rp-initiated-logout-bad-post-logout-redirect-uri": isRefused((whole) => ({
    ...whole,
    post_logout_redirect_uri: `${AFTER_LOGOUT}/elsewhere`,
  })),
  "oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri": isRefused((whole) => ({
    ...whole,
    post_logout_redirect_uri: `${AFTER_LOGOUT}?foo=bar`,
  })),
  "oidcc-rp-initiated-logout-modified-id-token-hint": isRefused((whole) => ({
    ...whole,
    id_token_hint: unsigned(whole.id_token_hint ?? ""),
  })),
  "oidcc-rp-initiated-logout-bad-id-token-hint": isRefused(async (whole) => ({
    ...whole,
    id_token_hint: await signedElsewhere(whole.id_token_hint ?? ""),
  })),
  // An address without a word of whose it is.
  "oidcc-rp-initiated-logout-no-id-token-hint": isRefused(({ id_token_hint: _, ...rest }) => rest),

  "oidcc-rp-initiated-logout-no-params": asksFirst(() => ({})),
  "oidcc-rp-initiated-logout-only-state": asksFirst(({ state = "" }) => ({ state })),

  async "oidcc-rp-initiated-logout-no-post-logout-redirect-uri"(suite: Suite) {
    const { party, whole } = await opened(suite);
    const { callback, page } = await logout(suite, { id_token_hint: whole.id_token_hint ?? "" });
    expect([callback, page.text.includes('id="signed-out"')]).toEqual([undefined, true]);
    await isSignedOut(suite, party);
  },

  async "oidcc-backchannel-logout-discovery-endpoint-verification"(suite: Suite) {
    expect(await suite.metadata()).toMatchObject({
      end_session_endpoint: expect.stringMatching(/^https:\/\//),
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
  },

  async "oidcc-backchannel-rp-initiated-logout"(suite: Suite) {
    const { uri, got } = suite.world.backchannel;
    const { party, tokens, whole } = await opened(suite, {
      backchannel_logout_uri: uri,
      backchannel_logout_session_required: true,
    });
    const before = got.length;
    const outcome = await logout(suite, whole);
    expect(parameters(outcome)).toEqual({ state: whole.state });
    await expect.poll(() => got.length).toBe(before + 1);
    const [form] = got.slice(-1);
    expect([...(form?.keys() ?? [])]).toEqual(["logout_token"]);
    await verifyLogoutToken(suite, party, form?.get("logout_token") ?? "", tokens);
    await isSignedOut(suite, party);
  },
};
